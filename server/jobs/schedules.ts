import { runAsSystem } from '#core/domain/audit/origin.ts'
import { deleteOldAnswers } from '../features/accounts/first-answers.ts'
import { recountUsage } from '../features/accounts/usage.ts'
import { removeAbandonedImports } from '../features/archive/import.ts'
import { eraseOldEntries } from '../features/audit/erase.ts'
import { enqueueAllDedup } from '../features/consensus/dedup-schedule.ts'
import { enqueueAllConsensus } from '../features/consensus/schedule.ts'
import { deleteOldClients } from '../features/fleet/receipts.ts'
import { judgeWordings } from '../features/items/judge-wording.ts'
import { deleteOldJobs } from '../features/jobs/jobs.ts'
import type { Schedule } from '../features/jobs/schedules.ts'
import { deleteOldDeletions } from '../features/layers/old-deletions.ts'
import { enqueueSyncs } from '../features/sync/schedule.ts'
import { deleteOldVersions } from '../features/versions/retention.ts'
import { deleteOldDeliveries } from '../features/webhooks/deliver.ts'

const hourMs = 3_600_000

/** The next full hour. */
const hourly = (now: Date) => new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)

const nightHour = 3

/** The next 03:00 UTC. */
const nightly = (now: Date) =>
  new Date((Math.floor((now.getTime() / hourMs - nightHour) / 24) + 1) * 24 * hourMs + nightHour * hourMs)

/** Work that recurs by the clock (behavior: Jobs). */
export const schedules: Schedule[] = [
  { name: 'sync-sources', next: hourly, fire: (trx, { now }) => enqueueSyncs(trx, now()) },
  { name: 'consensus', next: nightly, fire: (trx, { now }) => enqueueAllConsensus(trx, now()) },
  { name: 'dedup', next: nightly, fire: (trx, { now }) => enqueueAllDedup(trx, now()) },
  {
    name: 'prompt-retention',
    next: nightly,
    fire: (trx, { config, now }) => deleteOldVersions(trx, now(), config.promptHistoryDays),
  },
  { name: 'fleet-retention', next: nightly, fire: (trx, { now }) => deleteOldClients(trx, now()) },
  {
    name: 'audit-retention',
    next: nightly,
    fire: async () => {},
    afterwards: ({ db, now }) => runAsSystem(now, () => eraseOldEntries(db, now())),
  },
  {
    name: 'abandoned-imports',
    next: hourly,
    fire: async () => {},
    afterwards: ({ db, now }) => runAsSystem(now, () => removeAbandonedImports(db, now())),
  },
  { name: 'wording', next: nightly, fire: async () => {}, afterwards: ({ db }) => judgeWordings(db) },
  { name: 'usage', next: nightly, fire: async () => {}, afterwards: ({ db }) => recountUsage(db) },
  { name: 'answer-retention', next: hourly, fire: (trx, { now }) => deleteOldAnswers(trx, now()) },
  { name: 'deletion-retention', next: nightly, fire: (trx, { now }) => deleteOldDeletions(trx, now()) },
  { name: 'delivery-retention', next: nightly, fire: (trx, { now }) => deleteOldDeliveries(trx, now()) },
  { name: 'job-retention', next: hourly, fire: (trx, { now }) => deleteOldJobs(trx, now()) },
]
