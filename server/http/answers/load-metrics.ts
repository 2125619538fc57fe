import { Counter, Gauge, type Registry } from 'prom-client'
import { type WaitStats, waitStats } from '../../base/waits.ts'
import type { Deps } from '../../deps.ts'
import { jobBacklog } from '../../features/jobs/backlog.ts'

/** Exposes at /metrics how much work is waiting and which jobs are unfinished. */
export function watchLoad(registry: Registry, deps: Deps): void {
  const metrics: [key: keyof WaitStats, name: string, help: string, type: typeof Counter | typeof Gauge][] = [
    ['count', 'waits_total', 'Waits that are over, by what was waited for', Counter],
    ['seconds', 'wait_seconds_total', 'Duration of the waits that are over', Counter],
    ['waiting', 'waiting', 'Waits that are not over', Gauge],
    ['oldestSeconds', 'oldest_wait_seconds', 'Age of the oldest wait that is not over', Gauge],
  ]
  for (const [key, name, help, Metric] of metrics) {
    new Metric({
      name,
      help,
      labelNames: ['for'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [waitedFor, stats] of waitStats()) this.inc({ for: waitedFor }, stats[key])
      },
    })
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
  new Gauge({
    name: 'agent_identity_jobs',
    help: 'Jobs that have not ended, by type and state; of more than 5,000, the first',
    labelNames: ['type', 'state'],
    registers: [registry],
    async collect() {
      const counted = await backlog()
      this.reset()
      for (const { type, status, count } of counted) this.set({ type, state: status }, count)
    },
  })
  new Gauge({
    name: 'agent_identity_oldest_job_seconds',
    help: 'Age of the oldest job that has not ended, by type and state',
    labelNames: ['type', 'state'],
    registers: [registry],
    async collect() {
      const counted = await backlog()
      this.reset()
      for (const { type, status, oldest } of counted) {
        this.set({ type, state: status }, (now().getTime() - Date.parse(oldest)) / 1000)
      }
    },
  })
}
