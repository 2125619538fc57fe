import { v7 as newId } from 'uuid'
import type { Item } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { byPreference, type DuplicateCluster, type DuplicateItem } from '../../domain/duplicates.ts'
import { cosineAt, dot } from '../../domain/similarity.ts'
import { sameSimilarity } from '../../domain/similarity-thresholds.ts'
import { requestJob } from '../jobs/jobs.ts'
import type { JobRun } from '../jobs/lease.ts'
import { agentOwner } from '../layers/owners.ts'
import { itemVectors } from '../vectors/item-vectors.ts'
import { findClustersInThread } from '../vectors/vector-thread.ts'
import { mergeDuplicates } from './dedup-merge.ts'

/**
 * Near-duplicates of one owner, kind and category, at the similarity of the same sentence reworded (behavior:
 * Deduplication), become one item; opposites never do, however similar, nor what binds others or on other occasions.
 * Only visible, non-rejected items take part: what is hidden or rejected stays as it is, since merging would show it,
 * or silence what is shown.
 */

const ownersAtATime = 50

/** What was found, or with `dry_run` false what was merged. */
export interface DedupResult {
  dry_run: boolean
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
}

type Onward = (done: number, total: number) => Promise<void>

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
  onward?: Onward,
): Promise<DedupResult> {
  const idsOf = (table: 'groups' | 'agents') =>
    ctx.db.selectFrom(table).select('id').where('org_id', '=', orgId).orderBy('id').execute()
  const owners = [...(await idsOf('groups')), ...(await idsOf('agents'))].map(({ id }) => id)
  return dedup(ctx, orgId, [orgId, ...owners], input, onward)
}

/** Asks for a merge of an organization's near-duplicates in the background. */
export const requestDedup = (ctx: Ctx, orgId: string) => requestJob(ctx, { type: 'dedup', org_id: orgId })

/** The job: merges, and tells how much. */
export async function dedupJob(ctx: Ctx, run: JobRun) {
  const onward: Onward = (done, total) => run.progress('merge', done, total)
  const { clusters_count, merged_count, merge_id } = await dedupOrganization(
    ctx,
    run.job.org_id,
    { dryRun: false },
    onward,
  )
  return { clusters_count, merged_count, merge_id }
}

/** Each owner's merge is one transaction. Merging again what was merged finds nothing. */
async function dedup(
  ctx: Ctx,
  orgId: string,
  ownerIds: string[],
  { dryRun, itemIds }: DedupInput,
  onward: Onward = async () => {},
): Promise<DedupResult> {
  const clusters: DuplicateCluster[] = []
  const mergeId = newId()
  for (let at = 0; at < ownerIds.length; at += ownersAtATime) {
    await onward(at, ownerIds.length)
    const found = chosen(await findDuplicates(ctx, orgId, ownerIds.slice(at, at + ownersAtATime)), itemIds)
    if (dryRun) clusters.push(...found)
    else {
      for (const ofOwner of Map.groupBy(found, ({ owner_id }) => owner_id).values()) {
        clusters.push(...(await mergeDuplicates(ctx, orgId, mergeId, ofOwner)))
      }
    }
  }
  const duplicates_count = clusters.reduce((sum, { merge }) => sum + merge.length, 0)
  return {
    dry_run: dryRun,
    clusters,
    clusters_count: clusters.length,
    duplicates_count,
    merged_count: dryRun ? 0 : duplicates_count,
    merge_id: dryRun || duplicates_count === 0 ? null : mergeId,
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

async function findDuplicates(ctx: Ctx, orgId: string, ownerIds: string[]): Promise<DuplicateCluster[]> {
  const items = await ctx.db
    .selectFrom('items')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('owner_id', 'in', ownerIds)
    .where('status', '<>', 'rejected')
    .where((eb) => eb.not(eb.ref('hidden')))
    .orderBy('id')
    .execute()
  const rivals = [...Map.groupBy(items, ({ owner_id, category }) => `${owner_id} ${category}`).values()]
    .filter(({ length }) => length > 1)
    .map((group) => group.sort(byPreference))
  if (rivals.length === 0) return []
  const vectors = await itemVectors(ctx, orgId, rivals.flat())
  const dimensions = vectors[0]!.length
  const vectorOf = new Map(rivals.flat().map(({ id }, at) => [id, vectors[at]!]))
  const threshold = cosineAt((cosine) => ctx.embedder.rescale(cosine), sameSimilarity)
  const found = await findClustersInThread(
    rivals.map((group) => {
      const rows = new Float32Array(group.length * dimensions)
      for (const [at, { id }] of group.entries()) rows.set(vectorOf.get(id)!, at * dimensions)
      const ranks = group.map((_, at) => at)
      const statements = group.map(({ statement }) => statement)
      return {
        rows,
        dimensions,
        threshold,
        statements,
        ranks,
        holders: ranks.map((rank) => [rank]),
        minHolders: 2,
        isStrict: true,
      }
    }),
    { org_id: orgId, signal: ctx.signal },
  )
  return found.flatMap((clusters, at) =>
    clusters.map(({ center, members }) => {
      const group = rivals[at]!
      const keep = group[center]!
      const merge = members
        .filter((member) => member !== center)
        .map((member) => {
          const cosine = dot(vectorOf.get(group[member]!.id)!, vectorOf.get(keep.id)!)
          return { ...headOf(group[member]!), similarity: Math.round(ctx.embedder.rescale(cosine) * 1000) / 1000 }
        })
      return clusterOf(keep, merge)
    }),
  )
}

const headOf = ({ id, statement, starred, status, n_count }: Item): DuplicateItem => ({
  id,
  statement,
  starred,
  status,
  n_count,
})

const clusterOf = (keep: Item, merge: DuplicateCluster['merge']): DuplicateCluster => ({
  scope: keep.scope,
  owner_id: keep.owner_id,
  kind: keep.kind,
  category: keep.category,
  keep: headOf(keep),
  merge,
  n_count: countOf(keep, merge),
})

const countOf = (keep: DuplicateItem, merge: DuplicateItem[]) =>
  merge.reduce((sum, { n_count }) => sum + n_count, keep.n_count)
