import { SourceRefusal } from '#core/base/errors.ts'
import { type Reporter, reporterOf } from '#core/domain/requests/reporters.ts'
import type { ContentPlatform } from '#core/domain/sources/content-platforms.ts'
import type { ContentSource, SourceOf } from '../../db/tables.ts'
import { json } from '../../db/values.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { findSource, requireSyncable } from '../content/sources.ts'
import { enqueueJob } from '../jobs/jobs.ts'
import { readEntries } from './feed.ts'
import { readRepository } from './github.ts'
import { claimSource } from './source-claim.ts'
import { newResult, type Reader, type SyncResult } from './sync-run.ts'
import { readWebsite } from './website.ts'
import { readPosts } from './x-posts.ts'

/**
 * Imports a source's new content (behavior: Sync). The source's cursor is written together with the content, so that a
 * sync that ends anywhere continues from there.
 */

/** Readers by platform; the other platforms are filled by uploads. */
const readers: { [Platform in ContentPlatform]?: Reader<Platform> } = {
  github: readRepository,
  twitter: readPosts,
  rss: readEntries,
  website: readWebsite,
}

/** Errors kept of a sync: one repository can refuse every one of its files. */
const maxErrorsKept = 20

const runningElsewhere =
  'A sync of this content source is already running; its content appears as it is read. Try again in a minute if it does not'

export interface SyncOptions {
  /** Skips the source if it was synced since it was listed. */
  isScheduled?: boolean
  /** Receives the current step, in words for a person. */
  onStage?: (stage: string) => Promise<void> | void
  signal?: AbortSignal
  /** The requester. */
  reporter?: Reporter
}

/**
 * Syncs a source on request.
 *
 * @throws 404 for a foreign source, 400 for one that is disabled or filled by uploads.
 */
export async function syncSourceById(ctx: Ctx, id: string) {
  const source = await findSource(ctx, id)
  requireSyncable(source)
  const result = await syncSource(ctx, source, { reporter: reporterOf(ctx.caller) })
  const of = (platform: ContentPlatform, count: number) => (source.platform === platform ? count : 0)
  return {
    agent_id: source.agent_id,
    ...result,
    pages_imported: of('website', result.imported),
    pages_skipped: of('website', result.skipped),
    tweets_imported: of('twitter', result.imported),
    rss_entries_imported: of('rss', result.imported),
  }
}

interface Run {
  result: Promise<SyncResult>
  signal: AbortSignal | undefined
}

/** Runs of this process by source. Requests and jobs use different pools, but share `jobsDb`. */
const runsByProcess = new WeakMap<object, Map<string, Run>>()

/**
 * Syncs one source and enqueues discovery for every agent that received content. A platform's refusal becomes a
 * sentence in `errors`; content that came in before stays.
 *
 * Only one run at a time reads a source. A concurrent request in this process gets its result; in another process, a
 * result that says so in `errors`.
 */
export async function syncSource(deps: Deps, source: ContentSource, options: SyncOptions = {}): Promise<SyncResult> {
  const runs = runsByProcess.get(deps.jobsDb) ?? new Map<string, Run>()
  runsByProcess.set(deps.jobsDb, runs)
  for (let present = runs.get(source.id); present; present = runs.get(source.id)) {
    try {
      return await unlessAborted(present.result, options.signal)
    } catch (error) {
      // The job was stopped, which is not a result for any other requester.
      if (!present.signal?.aborted || options.signal?.aborted) throw error
    }
  }
  const result = runSync(deps, source, options).finally(() => runs.delete(source.id))
  runs.set(source.id, { result, signal: options.signal })
  return result
}

/** @throws the signal's reason as soon as it aborts. */
async function unlessAborted<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return result
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  return Promise.race([result, promise]).finally(() => signal.removeEventListener('abort', stop))
}

async function runSync(deps: Deps, listed: ContentSource, options: SyncOptions): Promise<SyncResult> {
  const result = newResult(listed.id)
  const claim = await claimSource(deps, listed, { unlessSynced: options.isScheduled ?? false })
  if (!claim) return { ...result, errors: [runningElsewhere], is_elsewhere: true }
  const { source } = claim
  const signal = options.signal ? AbortSignal.any([options.signal, claim.signal]) : claim.signal
  try {
    let refusal: SourceRefusal | undefined
    try {
      await readSource(deps, source as SourceOf<typeof source.platform>, { ...options, signal }, result)
    } catch (error) {
      if (!(error instanceof SourceRefusal)) throw error
      refusal = error
      result.errors.push(error.message)
      result.limit_seconds = error.retryAfterSeconds
    }
    await finishSync(deps, source, result, refusal)
    return result
  } finally {
    await claim.release()
  }
}

async function readSource<Platform extends ContentPlatform>(
  deps: Deps,
  source: SourceOf<Platform>,
  { onStage = () => {}, signal, reporter = 'session' }: SyncOptions,
  result: SyncResult,
): Promise<void> {
  await readers[source.platform]?.({ deps, source, onStage, signal, result, reporter })
}

/** Enqueues discovery, also for content of an earlier sync that no run has read yet. */
export async function finishSync(
  { db, now }: Deps,
  source: ContentSource,
  result: SyncResult,
  refusal?: SourceRefusal,
): Promise<void> {
  const unread = await db
    .selectFrom('content_items')
    .select('agent_id')
    .distinct()
    .where('org_id', '=', source.org_id)
    .where('source_id', '=', source.id)
    .where('processed_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('status', '=', 'imported')
    .execute()
  const agentIds = new Set([...result.affected_agent_ids, ...unread.map(({ agent_id }) => agent_id)])
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('content_sources')
      .set({
        last_synced_at: now().toISOString(),
        last_errors: json(result.errors.slice(0, maxErrorsKept)),
        next_sync_at: nextSyncAt(source, refusal, now()),
      })
      .where('org_id', '=', source.org_id)
      .where('id', '=', source.id)
      .$if(source.sync_claim_id !== null, (query) => query.where('sync_claim_id', '=', source.sync_claim_id))
      .execute()
    for (const agent_id of [...agentIds].sort()) {
      const job = await enqueueJob(trx, { type: 'pbd', org_id: source.org_id, agent_id }, now())
      if (agent_id === source.agent_id || result.job_id === null) result.job_id = job.id
    }
  })
}

/**
 * Returns the end of the interval in its settings; after a refusal, the time at which the source asked to be read
 * again, or null for the next round.
 */
function nextSyncAt({ config }: ContentSource, refusal: SourceRefusal | undefined, now: Date): string | null {
  const intervalSeconds = 'sync_interval_hours' in config ? config.sync_interval_hours * 3600 : undefined
  // A source may ask for years.
  const retrySeconds = refusal?.retryAfterSeconds && Math.min(refusal.retryAfterSeconds, 86_400)
  const seconds = refusal ? retrySeconds : intervalSeconds
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000).toISOString()
}
