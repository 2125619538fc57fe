import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { compose, openLog } from './compose.ts'
import { type Config, loadEnvironment, readConfig } from './config.ts'
import { connectRateLimiter } from './http/connect-rate-limiter.ts'
import { startWorker } from './jobs/worker.ts'

/** How long requests in flight may take when the service stops, in milliseconds. */
const drainMs = 10_000

async function start(config: Config) {
  const log = openLog(config)
  const { deps, close } = await compose(config, log)
  const app = await buildApp(deps, await connectRateLimiter(config, log))
  await app.listen({ host: config.host, port: config.port })
  const worker = startWorker(deps)
  log.info(`Agent Identity Service is ready at ${config.publicUrl} (reference: ${config.publicUrl}/docs)`)

  const stop = async (signal: string) => {
    log.info(`${signal}: stopping, requests in flight have ${drainMs / 1000} s`)
    await Promise.race([Promise.all([app.close(), worker.stop()]), sleep(drainMs)])
    await close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal))
}

try {
  await start(readConfig(loadEnvironment()))
} catch (error) {
  // Whatever keeps the service from starting is said in one line.
  console.error(`The service cannot start: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
