import { v7 as newId } from 'uuid'
import { compareStrings } from '../../base/strings.ts'
import type { Ctx } from '../../deps.ts'
import type { DuplicateCluster, DuplicateItem } from '../../domain/similar/duplicates.ts'
import { sameSimilarity } from '../../domain/similar/similarity-thresholds.ts'
import { cosineAt } from '../../domain/vectors/similarity.ts'
import { requestJob } from '../jobs/jobs.ts'
import type { JobRun } from '../jobs/lease.ts'
import { agentOwner } from '../layers/owners.ts'
import { compare } from './compare.ts'
import { mergeDuplicates } from './dedup-merge.ts'

/**
 * Near-duplicates of one owner, kind and category, at the similarity of the same sentence reworded (behavior:
 * Deduplication), become one item; opposites never do, however similar, nor what binds others or on other occasions.
 * Only visible, non-rejected items take part: what is hidden or rejected stays as it is, since merging would show it,
 * or silence what is shown.
 */

/** Compared at a time: some thousand items, so that other organizations get their turn. */
const ownersAtATime = 100
/** How many clusters an answer lists; it counts all. */
const maxListed = 2000

/** What was found, or with `dry_run` false what was merged. */
export interface DedupResult {
  dry_run: boolean
  /** The first 2,000. */
  clusters: DuplicateCluster[]
  clusters_count: number
  duplicates_count: number
  merged_count: number
  /** By which the merge can be undone; null when nothing was merged. */
  merge_id: string | null
}

interface DedupInput {
  dryRun: boolean
  /** Only these are merged away; all that are found when absent. */
  itemIds?: string[] | undefined
  /** From which similarity two statements are the same; that of a sentence reworded when absent. */
  similarity?: number | undefined
}

/** What is known of a run that was cut off: the last layer that it finished, and what it had merged until then. */
interface DedupState extends Pick<DedupResult, 'clusters_count' | 'merged_count'> {
  merge_id: string
  after: string
}

/** Where a run goes on, and what is told after each step. */
interface Steps {
  resume?: DedupState | undefined
  onward(state: DedupState, done: number, total: number): Promise<void>
}

/** @throws 404 when the agent is missing or foreign. */
export async function dedupAgent(ctx: Ctx, agentId: string, input: DedupInput): Promise<DedupResult> {
  const { org_id } = await agentOwner(ctx, agentId)
  return dedup(ctx, org_id, [agentId], input)
}

/** Every layer of an organization: its own items, and those of its groups and agents, each among themselves. */
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

/** Asks for a merge of an organization's near-duplicates in the background. */
export const requestDedup = (ctx: Ctx, orgId: string) => requestJob(ctx, { type: 'dedup', org_id: orgId })

/** The job: merges, and tells how much. An attempt goes on behind the last layer that the one before it finished. */
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

/** Each owner's merge is one transaction. Merging again what was merged finds nothing. */
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

/** The clusters without what someone wants to keep. */
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
