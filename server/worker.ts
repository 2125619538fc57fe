import { compose, openLog } from './compose.ts'
import { loadEnvironment, readConfig } from './config.ts'
import { startWorker } from './jobs/worker.ts'

/** Background work in a process of its own, beside the service on the same database (`npm run worker`). */
try {
  const config = readConfig(loadEnvironment())
  const log = openLog(config)
  const { deps, close } = await compose(config, log)
  const worker = startWorker(deps)
  log.info('The worker is ready')
  const stop = async (signal: string) => {
    log.info(`${signal}: stopping`)
    await worker.stop()
    await close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal))
} catch (error) {
  console.error(`The worker cannot start: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
