import type { Kysely, Transaction } from 'kysely'
import { AppError } from '#core/base/errors.ts'
import type { ContentPlatform } from '#core/domain/sources/content-platforms.ts'
import { fetchedPlatforms } from '#core/domain/sources/content-platforms.ts'
import type { Tables } from '../../db/tables.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { enqueueJob } from '../jobs/jobs.ts'
import type { JobRun } from '../jobs/lease.ts'
import { syncSource } from './sync.ts'
import type { SyncResult } from './sync-run.ts'

/** Syncs every enabled source automatically: hourly by jobs, and at once for a caller with the shared secret. */

/** Enqueues one sync job for each agent with a source that is due. */
export async function enqueueSyncs(trx: Transaction<Tables>, now: Date): Promise<void> {
  const agents = await dueSources(trx, now)
    .select(['org_id', 'agent_id'])
    .distinct()
    .orderBy('org_id')
    .orderBy('agent_id')
    .execute()
  for (const agent of agents) await enqueueJob(trx, { type: 'sync', ...agent }, now)
}

/** Platforms with rate limits that reset soon, by their usual names; a sync waits for them. */
const limited: { [Platform in ContentPlatform]?: string } = { github: 'GitHub', twitter: 'X' }
/** Most rate limits reset within an hour; longer ones wait for the next round. */
const maxWaitSeconds = 3900
/** After this time a job has waited often enough, and the next round continues with the rest. */
const maxJobMs = 86_400_000

/**
 * Syncs the due sources of the job's agent. When a platform's limit is reached, the job frees its worker until the
 * limit resets, and then continues from the cursor.
 *
 * @throws 429 with the platform that the job waits for, and for how long.
 */
export async function syncSourcesOfAgent(ctx: Ctx, run: JobRun) {
  const sources = await dueSources(ctx.db, ctx.now())
    .selectAll()
    .where('org_id', '=', run.job.org_id)
    .where('agent_id', '=', run.job.agent_id)
    .orderBy('id')
    .execute()
  const results: SyncResult[] = []
  const failures: unknown[] = []
  const waits: { platform: string; seconds: number }[] = []
  for (const [at, source] of sources.entries()) {
    const onStage = (stage: string) => run.progress(stage, at, sources.length)
    try {
      const result = await syncSource(ctx, source, { onStage, signal: run.signal, isScheduled: true })
      if (result.is_elsewhere) continue
      results.push(result)
      const platform = limited[source.platform]
      if (platform !== undefined && result.limit_seconds !== undefined && result.limit_seconds <= maxWaitSeconds) {
        waits.push({ platform, seconds: result.limit_seconds })
      }
    } catch (error) {
      // The other sources are tried before this one is tried again.
      if (run.signal.aborted) throw error
      failures.push(error)
    }
  }
  const [first] = waits.toSorted((a, b) => a.seconds - b.seconds)
  const goesOn = first !== undefined && ctx.now().getTime() - Date.parse(run.job.started_at!) < maxJobMs
  const { source_ids, ...summary } = together(run.job.result as Done | null, goesOn ? withoutLimits(results) : results)
  if (failures.length > 0 || goesOn) await run.keep({ ...summary, source_ids })
  if (failures.length > 0) throw failures[0]
  if (goesOn) {
    const until = new Date(ctx.now().getTime() + first.seconds * 1000).toISOString().slice(11, 19)
    throw new AppError('rate_limited', `Waiting for ${first.platform}'s rate limit until ${until} UTC`, first.seconds)
  }
  return summary
}

/** Combined result of the attempts of one job; a source that several of them read counts once. */
type Done = ReturnType<typeof summaryOf> & { source_ids: string[] }

function together(before: Done | null, results: SyncResult[]): Done {
  const now = summaryOf(results)
  const source_ids = [...new Set([...(before?.source_ids ?? []), ...results.map(({ source_id }) => source_id)])]
  return {
    source_ids,
    sources_synced: source_ids.length,
    items_imported: (before?.items_imported ?? 0) + now.items_imported,
    jobs: [...new Set([...(before?.jobs ?? []), ...now.jobs])],
    errors: [...new Set([...(before?.errors ?? []), ...now.errors])],
  }
}

/**
 * Removes the rate limit, which is the last error of a sync. It is not a job failure while another attempt continues
 * from there.
 */
const withoutLimits = (results: SyncResult[]): SyncResult[] =>
  results.map((result) =>
    result.limit_seconds === undefined ? result : { ...result, errors: result.errors.slice(0, -1) },
  )

/** The run in progress, by its database. */
const running = new WeakMap<object, ReturnType<typeof syncDueSources>>()

/**
 * Syncs every source that is due now; a failed one becomes a sentence in `errors` (behavior: Schedules, POST
 * /cron/sync-sources). A request during a run gets its result, so that concurrent calls read each source once.
 */
export function syncAllSources(deps: Deps): ReturnType<typeof syncDueSources> {
  const present = running.get(deps.db)
  if (present) return present
  const run = syncDueSources(deps).finally(() => running.delete(deps.db))
  running.set(deps.db, run)
  return run
}

async function syncDueSources(deps: Deps) {
  const results: SyncResult[] = []
  const failures: string[] = []
  const sources = await dueSources(deps.db, deps.now()).selectAll().orderBy('org_id').orderBy('id').execute()
  for (const source of sources) {
    try {
      const result = await syncSource(deps, source, { isScheduled: true })
      if (!result.is_elsewhere) results.push(result)
    } catch (error) {
      deps.log.error({ err: error, sourceId: source.id }, 'could not sync a source')
      failures.push(`Source ${source.id}: ${error instanceof AppError ? error.message : 'Internal error'}`)
    }
  }
  const { errors, ...summary } = summaryOf(results)
  return { ...summary, errors: [...errors, ...failures] }
}

/**
 * An hourly round includes sources that become due within half an hour; otherwise every round would be an hour late.
 */
const slackMs = 1_800_000

/** Selects the enabled sources that are fetched and due. */
const dueSources = (db: Kysely<Tables>, now: Date) => {
  const dueBy = new Date(now.getTime() + slackMs).toISOString()
  return (
    db
      .selectFrom('content_sources')
      .where((eb) => eb.ref('enabled'))
      .where('platform', 'in', fetchedPlatforms)
      // Excludes an X account whose posts came in an archive.
      .where((eb) => eb.or([eb('platform', '<>', 'twitter'), eb('x_connection_id', 'is not', null)]))
      .where((eb) =>
        eb.or([
          eb('next_sync_at', 'is', null),
          eb('next_sync_at', '<=', dueBy),
          // A last sync in the future was written while a clock was wrong, and so was the next one.
          eb('last_synced_at', '>', dueBy),
        ]),
      )
  )
}

const summaryOf = (results: SyncResult[]) => ({
  sources_synced: results.length,
  items_imported: results.reduce((sum, { imported }) => sum + imported, 0),
  jobs: [...new Set(results.flatMap(({ job_id }) => (job_id ? [job_id] : [])))],
  errors: results.flatMap(({ source_id, errors }) => errors.map((error) => `Source ${source_id}: ${error}`)),
})
