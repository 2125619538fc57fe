import type { Kysely, Transaction } from 'kysely'
import { AppError } from '#core/base/errors.ts'
import type { Tables } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { enqueueJob } from '../jobs/jobs.ts'
import { jobContext } from '../jobs/lease.ts'
import { dedupOrganization } from './dedup.ts'

/**
 * Merges automatically, for organizations that turned it on: nightly, and immediately for a caller with the shared
 * secret. Because nobody reviews these merges, they require a higher similarity (behavior: Deduplication).
 */

const similarity = 0.95

const asking = (db: Kysely<Tables>) =>
  db
    .selectFrom('organizations')
    .select('id')
    .where((eb) => eb.ref('auto_dedup'))
    .orderBy('id')

/** Enqueues one job for each organization that turned it on. */
export async function enqueueAllDedup(trx: Transaction<Tables>, now: Date): Promise<void> {
  for (const { id } of await asking(trx).execute())
    await enqueueJob(trx, { type: 'dedup', org_id: id, input: { similarity } }, now)
}

/** Merges now for every organization that turned it on; a failure is a sentence in `errors` (POST /cron/dedup). */
export async function dedupAll(deps: Deps) {
  const counts = { organizations_processed: 0, clusters_merged: 0, items_merged: 0, errors: [] as string[] }
  for (const { id } of await asking(deps.db).execute()) {
    try {
      const { clusters_count, merged_count } = await dedupOrganization(jobContext(deps, id), id, {
        dryRun: false,
        similarity,
      })
      counts.organizations_processed++
      counts.clusters_merged += clusters_count
      counts.items_merged += merged_count
    } catch (error) {
      deps.log.error({ err: error, orgId: id }, 'merging duplicates failed')
      counts.errors.push(`Organization ${id}: ${error instanceof AppError ? error.message : 'Internal error'}`)
    }
  }
  return counts
}
