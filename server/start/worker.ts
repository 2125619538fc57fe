import { loadEnvironment, readConfig } from '../config.ts'
import { startWorker } from '../jobs/worker.ts'
import { openLog } from '../log.ts'
import { compose } from './compose.ts'
import { type Fail, runUntilStopped } from './lifecycle.ts'

const needsServer =
  'DATABASE_URL is not set. A worker shares the PostgreSQL database of a service; on the embedded database, ' +
  '"agent-identity serve" runs the jobs by itself.'

/**
 * Runs background work in a separate process next to the service, on the same database (`npm run worker`), until it is
 * stopped; `fail` gets the sentence that says why it cannot start.
 */
export const runWorker = (fail: Fail): Promise<void> =>
  runUntilStopped('The worker', fail, async () => {
    const config = readConfig(loadEnvironment())
    if (!config.databaseUrl) throw new Error(needsServer)
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
