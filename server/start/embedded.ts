import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { ProcessRateLimiter } from '../http/limits/rate-limit.ts'
import { openLog } from '../log.ts'
import { buildApp } from './app.ts'
import { compose } from './compose.ts'
import { JobsThread } from './jobs-thread.ts'

/** Runs the service inside a process with another purpose: it does not listen, and its jobs run until it is closed. */
export async function openEmbedded(config: Config) {
  // Standard output belongs to the command that the service is embedded in.
  const log: FastifyBaseLogger = openLog(config, process.stderr)
  const composed = await compose(config, log, { calibrates: false })
  const { deps, checked, close } = composed
  const jobs = new JobsThread(config, composed, log)
  const app = await buildApp(jobs.within(deps), new ProcessRateLimiter())
  await Promise.all([app.ready(), checked])
  jobs.start()
  return {
    app,
    deps,
    log,
    async close() {
      await jobs.stop()
      await app.close()
      await close()
    },
  }
}
