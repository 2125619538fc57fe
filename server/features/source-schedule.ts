import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Ctx, Deps } from '../deps.ts'
import { AppError } from '../domain/errors.ts'
import type { JobRun } from './job-runs.ts'
import { enqueueJob } from './jobs.ts'
import type { SyncResult } from './source-reading.ts'
import { syncSource } from './source-sync.ts'

/** The automatic sync of every enabled source: hourly by jobs, and at once for a caller with the shared secret. */

/** One sync job for each agent that has an enabled source. */
export async function enqueueSyncs(trx: Transaction<Tables>): Promise<void> {
  const agents = await trx
    .selectFrom('content_sources')
    .select(['org_id', 'agent_id'])
    .distinct()
    .where((eb) => eb.ref('enabled'))
    .orderBy('org_id')
    .orderBy('agent_id')
    .execute()
  for (const agent of agents) await enqueueJob(trx, { type: 'sync', ...agent })
}

/** Syncs the sources of the job's agent, and waits where GitHub's limits ask for it. */
export async function syncSourcesOfAgent(ctx: Ctx, run: JobRun) {
  const sources = await enabledSources(ctx)
    .where('org_id', '=', run.job.org_id)
    .where('agent_id', '=', run.job.agent_id)
    .execute()
  const results: SyncResult[] = []
  for (const [done, source] of sources.entries()) {
    const onStage = (stage: string) => run.progress(stage, done, sources.length)
    results.push(await syncSource(ctx, source, { waitForLimits: true, onStage, signal: run.signal }))
  }
  return summaryOf(results)
}

/**
 * Syncs every enabled source now; one that fails is a sentence in `errors` (decisions 7, POST /cron/sync-sources).
 */
export async function syncAllSources(deps: Deps) {
  const results: SyncResult[] = []
  const failures: string[] = []
  for (const source of await enabledSources(deps).execute()) {
    try {
      results.push(await syncSource(deps, source))
    } catch (error) {
      deps.log.error({ err: error, sourceId: source.id }, 'a source could not be synced')
      failures.push(`Source ${source.id}: ${error instanceof AppError ? error.message : 'Internal error'}`)
    }
  }
  const { errors, ...summary } = summaryOf(results)
  return { ...summary, errors: [...errors, ...failures] }
}

const enabledSources = ({ db }: Deps) =>
  db
    .selectFrom('content_sources')
    .selectAll()
    .where((eb) => eb.ref('enabled'))
    .orderBy('org_id')
    .orderBy('id')

const summaryOf = (results: SyncResult[]) => ({
  sources_synced: results.length,
  items_imported: results.reduce((sum, { imported }) => sum + imported, 0),
  jobs: [...new Set(results.flatMap(({ job_id }) => (job_id ? [job_id] : [])))],
  errors: results.flatMap(({ source_id, errors }) => errors.map((error) => `Source ${source_id}: ${error}`)),
})
