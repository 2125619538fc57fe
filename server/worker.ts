import { compose } from './compose.ts'
import { loadEnvironment, readConfig } from './config.ts'
import { startWorker } from './jobs/worker.ts'
import { runUntilStopped } from './lifecycle.ts'
import { openLog } from './log.ts'

/** Background work in a process of its own, beside the service on the same database (`npm run worker`). */
await runUntilStopped('The worker', async () => {
  const config = readConfig(loadEnvironment())
  const log = openLog(config)
  const { deps, close } = await compose(config, log)
  const worker = startWorker(deps)
  log.info('The worker is ready')
  return async (signal) => {
    log.info(`${signal}: stopping`)
    await worker.stop()
    await close()
  }
})
