import { v7 as newId } from 'uuid'
import { compareStrings } from '#core/base/strings.ts'
import type { DuplicateCluster, DuplicateItem } from '#core/domain/similar/duplicates.ts'
import { sameSimilarity } from '#core/domain/similar/similarity-thresholds.ts'
import { cosineAt } from '#core/domain/vectors/similarity.ts'
import type { Ctx } from '../../deps.ts'
import { requestJob } from '../jobs/jobs.ts'
import type { JobRun } from '../jobs/lease.ts'
import { agentOwner } from '../layers/owners.ts'
import { compare } from './compare.ts'
import { mergeDuplicates } from './dedup-merge.ts'

/**
 * Merges near-duplicates of one owner, kind and category into one item, at the similarity of the same sentence reworded
 * (behavior: Deduplication). Never merges opposites, however similar, nor statements that bind others or apply on other
 * occasions. Only visible, non-rejected items are merged: merging a hidden or rejected item would either show it or
 * hide a visible one.
 */

/** Layers compared at a time: some thousand items, so that other organizations get their turn. */
const ownersAtATime = 100
/** The most clusters in an answer; the counts include all. */
const maxListed = 2000

/** The clusters that were found, or with `dry_run` false those that were merged. */
export interface DedupResult {
  dry_run: boolean
  /** The first 2,000. */
  clusters: DuplicateCluster[]
  clusters_count: number
  duplicates_count: number
  merged_count: number
  /** Identifies the merge for undoing it; null when nothing was merged. */
  merge_id: string | null
}

interface DedupInput {
  dryRun: boolean
  /** Only these items are merged into others; all that are found if absent. */
  itemIds?: string[] | undefined
  /** The least similarity of duplicates; that of the same sentence reworded if absent. */
  similarity?: number | undefined
}

/** The state of an interrupted run: the last layer that it finished, and its counts so far. */
interface DedupState extends Pick<DedupResult, 'clusters_count' | 'merged_count'> {
  merge_id: string
  after: string
}

/** Where a run resumes, and a callback after each step. */
interface Steps {
  resume?: DedupState | undefined
  onward(state: DedupState, done: number, total: number): Promise<void>
}

/** @throws 404 when the agent is missing or foreign. */
export async function dedupAgent(ctx: Ctx, agentId: string, input: DedupInput): Promise<DedupResult> {
  const { org_id } = await agentOwner(ctx, agentId)
  return dedup(ctx, org_id, [agentId], input)
}

/**
 * Deduplicates every layer of an organization: its own items, and those of its groups and agents, each within itself.
 */
export async function dedupOrganization(
  ctx: Ctx,
  orgId: string,
  input: DedupInput,
  steps?: Steps,
): Promise<DedupResult> {
  const idsOf = (table: 'groups' | 'agents') =>
    ctx.db.selectFrom(table).select('id').where('org_id', '=', orgId).execute()
  const owners = [...(await idsOf('groups')), ...(await idsOf('agents'))].map(({ id }) => id)
  return dedup(ctx, orgId, [orgId, ...owners].sort(compareStrings), input, steps)
}

/** Starts a merge of an organization's near-duplicates in the background. */
export const requestDedup = (ctx: Ctx, orgId: string) => requestJob(ctx, { type: 'dedup', org_id: orgId })

/**
 * Runs the job: merges, and returns the counts. A retry resumes after the last layer that the
 * previous attempt finished.
 */
export async function dedupJob(ctx: Ctx, run: JobRun) {
  const { clusters_count, merged_count, merge_id } = await dedupOrganization(
    ctx,
    run.job.org_id,
    { dryRun: false, similarity: run.job.input.similarity as number | undefined },
    {
      resume: (run.job.result as DedupState | null) ?? undefined,
      onward: async (state, done, total) => {
        await run.progress('merge', done, total)
        await run.keep({ ...state })
      },
    },
  )
  return { clusters_count, merged_count, merge_id }
}

/** Merges each owner in one transaction. Repeating a finished merge finds nothing. */
async function dedup(
  ctx: Ctx,
  orgId: string,
  ownerIds: string[],
  { dryRun, itemIds, similarity = sameSimilarity }: DedupInput,
  steps?: Steps,
): Promise<DedupResult> {
  const clusters: DuplicateCluster[] = []
  const { merge_id, after, ...before } = steps?.resume ?? {
    merge_id: newId(),
    after: '',
    clusters_count: 0,
    merged_count: 0,
  }
  let clusters_count = before.clusters_count
  let duplicates_count = before.merged_count
  const add = (found: DuplicateCluster[]) => {
    clusters_count += found.length
    for (const { merge } of found) duplicates_count += merge.length
    clusters.push(...found.slice(0, Math.max(0, maxListed - clusters.length)))
  }
  const first = ownerIds.findIndex((id) => id > after)
  for (let at = first < 0 ? ownerIds.length : first; at < ownerIds.length; at += ownersAtATime) {
    const owners = ownerIds.slice(at, at + ownersAtATime)
    const found = chosen(await findDuplicates(ctx, orgId, owners, similarity), itemIds)
    if (dryRun) add(found)
    else {
      for (const ofOwner of Map.groupBy(found, ({ owner_id }) => owner_id).values()) {
        add(await mergeDuplicates(ctx, orgId, merge_id, ofOwner))
      }
    }
    const state = { clusters_count, merged_count: duplicates_count, merge_id, after: owners.at(-1)! }
    await steps?.onward(state, at + owners.length, ownerIds.length)
  }
  return {
    dry_run: dryRun,
    clusters,
    clusters_count,
    duplicates_count,
    merged_count: dryRun ? 0 : duplicates_count,
    merge_id: dryRun || duplicates_count === 0 ? null : merge_id,
  }
}

/** Limits the clusters to the items that were chosen for merging. */
function chosen(clusters: DuplicateCluster[], itemIds: string[] | undefined): DuplicateCluster[] {
  if (itemIds === undefined) return clusters
  const ids = new Set(itemIds)
  return clusters
    .map((cluster) => ({ ...cluster, merge: cluster.merge.filter(({ id }) => ids.has(id)) }))
    .filter(({ merge }) => merge.length > 0)
    .map((cluster) => ({ ...cluster, n_count: countOf(cluster.keep, cluster.merge) }))
}

async function findDuplicates(
  ctx: Ctx,
  orgId: string,
  ownerIds: string[],
  similarity: number,
): Promise<DuplicateCluster[]> {
  const { embedder } = ctx
  await embedder.ready?.()
  const threshold = cosineAt((cosine) => embedder.rescale(cosine), similarity)
  const found = await compare(ctx, 'duplicates', { orgId, ownerIds, threshold })
  return found.map((cluster) => {
    const merge = cluster.merge.map(({ cosine, ...item }) => ({
      ...item,
      similarity: Math.round(embedder.rescale(cosine) * 1000) / 1000,
    }))
    return { ...cluster, merge, n_count: countOf(cluster.keep, merge) }
  })
}

const countOf = (keep: DuplicateItem, merge: DuplicateItem[]) =>
  merge.reduce((sum, { n_count }) => sum + n_count, keep.n_count)
