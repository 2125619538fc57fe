import type { ContentSource } from '../db/tables.ts'
import type { Ctx, Deps } from '../deps.ts'
import { GitHubRefusal } from '../domain/github.ts'
import { findSource, requireSyncable } from './content-sources.ts'
import { openRepository } from './github-repositories.ts'
import { enqueueJob } from './jobs.ts'
import { importCommits } from './source-commits.ts'
import { importFiles } from './source-files.ts'
import type { Sync, SyncResult } from './source-reading.ts'

/**
 * Brings a source's new content in (specification 4.10, decisions 7 and 10). How far it was read stands in the
 * source's cursor, written with the content itself: a sync that ends anywhere is taken up where it ended.
 */

export interface SyncOptions {
  /** Waits until GitHub's limits open again; otherwise they end the sync with a sentence in `errors`. */
  waitForLimits?: boolean
  /** Told what is being done, in words for a person. */
  onStage?: (stage: string) => Promise<void> | void
  signal?: AbortSignal
}

/** @throws 404 for a foreign source, 400 for a disabled one. */
export async function syncSourceById(ctx: Ctx, id: string): Promise<SyncResult & { agent_id: string }> {
  const source = await findSource(ctx, id)
  requireSyncable(source)
  return { agent_id: source.agent_id, ...(await syncSource(ctx, source)) }
}

/**
 * Syncs one source and enqueues discovery for every agent that received content. What GitHub refuses becomes a
 * sentence in `errors`; what came in before stays.
 */
export async function syncSource(deps: Deps, source: ContentSource, options: SyncOptions = {}): Promise<SyncResult> {
  const result: SyncResult = {
    source_id: source.id,
    imported: 0,
    updated: 0,
    skipped: 0,
    commits_imported: 0,
    files_imported: 0,
    errors: [],
    affected_agent_ids: [],
    job_id: null,
  }
  try {
    const { config } = source
    const sync = await openSource(deps, source, options, result)
    if (sync && config.import_commits) await importCommits(sync)
    if (sync && config.import_files) await importFiles(sync)
  } catch (error) {
    if (!(error instanceof GitHubRefusal)) throw error
    result.errors.push(error.message)
  }
  await finish(deps, source, result)
  return result
}

/** Undefined for an empty repository. */
async function openSource(
  deps: Deps,
  source: ContentSource,
  { waitForLimits = false, onStage = () => {}, signal }: SyncOptions,
  result: SyncResult,
): Promise<Sync | undefined> {
  const { config } = source
  await onStage(`Opening ${config.owner}/${config.repo}`)
  const onLimit = (seconds: number) => onStage(waitingStage(deps.now(), seconds))
  const access = await openRepository(deps, [source.org_id], config, {
    connectionId: source.github_connection_id,
    ...(waitForLimits && { onLimit }),
    signal,
  })
  const head = await access.client.head(access.repository, config.branch)
  return head && { ...access, deps, source, head, onStage, result }
}

function waitingStage(now: Date, seconds: number): string {
  const until = new Date(now.getTime() + seconds * 1000).toISOString().slice(11, 19)
  return `Waiting for GitHub's rate limit until ${until} UTC`
}

/** Also asks for what an earlier sync brought in and nobody has read yet. */
async function finish({ db, now }: Deps, source: ContentSource, result: SyncResult): Promise<void> {
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
      .set({ last_synced_at: now().toISOString() })
      .where('org_id', '=', source.org_id)
      .where('id', '=', source.id)
      .execute()
    for (const agent_id of [...agentIds].sort()) {
      const job = await enqueueJob(trx, { type: 'pbd', org_id: source.org_id, agent_id })
      if (agent_id === source.agent_id || result.job_id === null) result.job_id = job.id
    }
  })
}
