import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { compose } from './compose.ts'
import { loadEnvironment, readConfig } from './config.ts'
import { connectRateLimiter } from './http/connect-rate-limiter.ts'
import { startWorker } from './jobs/worker.ts'
import { runUntilStopped } from './lifecycle.ts'
import { openLog } from './log.ts'

/** How long requests in flight may take when the service stops, in milliseconds. */
const drainMs = 10_000

await runUntilStopped('The service', async () => {
  const config = readConfig(loadEnvironment())
  const log = openLog(config)
  const { deps, close } = await compose(config, log)
  const app = await buildApp(deps, await connectRateLimiter(config, log))
  await app.listen({ host: config.host, port: config.port })
  const worker = startWorker(deps)
  log.info(`Agent Identity Service is ready at ${config.publicUrl} (reference: ${config.publicUrl}/docs)`)

  return async (signal) => {
    const { shutdownDelayMs } = config
    log.info(`${signal}: stopping in ${shutdownDelayMs / 1000} s, then requests in flight have ${drainMs / 1000} s`)
    const workerStopped = worker.stop()
    app.drain.begin()
    await sleep(shutdownDelayMs)
    await Promise.race([Promise.all([app.close(), workerStopped]), sleep(drainMs)])
    await close()
  }
})
