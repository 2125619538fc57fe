import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** Loaded into the service before it starts: reports the longest stall of its main thread since the last request for it. */

const resolution = 1

if (isMainThread && process.env.STALL_PORT) {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  createServer((_request, response) => {
    response.end(String(Math.max(0, delays.max / 1e6 - resolution)))
    delays.reset()
  })
    .listen(Number(process.env.STALL_PORT), '127.0.0.1')
    .unref()
}
