import { Counter, Gauge, type Registry } from 'prom-client'
import { type WaitStats, waitStats } from '#core/base/waits.ts'
import type { Deps } from '../../deps.ts'
import { jobBacklog } from '../../features/jobs/backlog.ts'
import { expose } from './expose.ts'

const waitMetrics: [key: keyof WaitStats, Metric: typeof Counter | typeof Gauge, name: string, help: string][] = [
  ['count', Counter, 'agent_identity_waits_total', 'Waits that are over, by what was waited for'],
  ['seconds', Counter, 'agent_identity_wait_seconds_total', 'Duration of the waits that are over'],
  ['waiting', Gauge, 'agent_identity_waiting', 'Waits that are not over'],
  ['oldestSeconds', Gauge, 'agent_identity_oldest_wait_seconds', 'Age of the oldest wait that is not over'],
]

/** Exposes at /metrics how much work is waiting and which jobs are unfinished. */
export function watchLoad(registry: Registry, deps: Deps): void {
  for (const [key, Metric, name, help] of waitMetrics) {
    expose(registry, Metric, { name, help, labelNames: ['for'] }, () =>
      [...waitStats()].map(([waitedFor, stats]) => [{ for: waitedFor }, stats[key]] as const),
    )
  }
  watchJobs(registry, deps)
}

function watchJobs(registry: Registry, { db, now, log }: Deps) {
  // A failure here must not fail /metrics, because the other metrics matter most while the database is unavailable.
  const backlog = () =>
    jobBacklog(db).catch((error: unknown) => {
      log.warn({ err: error }, 'the jobs could not be counted for /metrics')
      return []
    })
  const labelNames = ['type', 'state']
  const help = 'Jobs that have not ended, by type and state; of more than 5,000, the first'
  expose(registry, Gauge, { name: 'agent_identity_jobs', help, labelNames }, async () =>
    (await backlog()).map(({ type, status, count }) => [{ type, state: status }, count] as const),
  )
  const ageHelp = 'Age of the oldest job that has not ended, by type and state'
  expose(registry, Gauge, { name: 'agent_identity_oldest_job_seconds', help: ageHelp, labelNames }, async () =>
    (await backlog()).map(({ type, status, oldest }) => {
      const seconds = (now().getTime() - Date.parse(oldest)) / 1000
      return [{ type, state: status }, seconds] as const
    }),
  )
}
