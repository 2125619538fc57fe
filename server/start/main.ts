import { setTimeout as sleep } from 'node:timers/promises'
import { loadEnvironment, readConfig } from '../config.ts'
import { requireSignInOrganization } from '../features/accounts/openid-accounts.ts'
import { connectRateLimiter } from '../http/limits/connect-rate-limiter.ts'
import { openLog } from '../log.ts'
import { buildApp } from './app.ts'
import { compose } from './compose.ts'
import { JobsThread } from './jobs-thread.ts'
import { type Fail, runUntilStopped } from './lifecycle.ts'

/** How long requests in progress may take when the service stops, in milliseconds. */
const drainMs = 10_000

/** Runs the service until it is stopped; `fail` gets the sentence that says why it cannot start. */
export const runService = (fail: Fail): Promise<void> =>
  runUntilStopped('The service', fail, async () => {
    const config = readConfig(loadEnvironment())
    const log = openLog(config)
    const composed = await compose(config, log, { calibrates: false })
    const { deps, checked, close } = composed
    await requireSignInOrganization(deps)
    const jobs = new JobsThread(config, composed, log)
    const limiter = await connectRateLimiter(config, log)
    const app = await buildApp(jobs.within(deps), limiter)
    await checked
    await app.listen({ host: config.host, port: config.port })
    jobs.start()
    log.info(`Agent Identity Service is ready at ${config.publicUrl} (reference: ${config.publicUrl}/docs)`)

    return async (signal) => {
      const { shutdownDelayMs } = config
      log.info(`${signal}: stopping in ${shutdownDelayMs / 1000} s, then requests in flight have ${drainMs / 1000} s`)
      const jobsStopped = jobs.stop()
      app.drain.begin()
      await sleep(shutdownDelayMs)
      const finished = Promise.all([app.close(), jobsStopped]).then(() => true)
      const isFinished = await Promise.race([finished, sleep(drainMs, false)])
      if (!isFinished) log.warn(`ending with requests or jobs that did not finish within ${drainMs / 1000} s`)
      await jobs.end()
      await close()
    }
  })
