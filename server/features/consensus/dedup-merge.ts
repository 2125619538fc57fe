import { sql, type Transaction } from 'kysely'
import { mergedApproval } from '#core/domain/identity/item-lifecycle.ts'
import type { DuplicateCluster } from '#core/domain/similar/duplicates.ts'
import { needsWording } from '#core/domain/wording.ts'
import { forUpdate } from '../../db/locks.ts'
import type { Item, MergedItems, Tables } from '../../db/tables.ts'
import { updatedLater } from '../../db/time.ts'
import type { Ctx } from '../../deps.ts'
import { approvalTime } from '../items/columns.ts'
import { visibleItems } from '../items/visible-items.ts'
import { bumpRevision } from '../layers/revisions.ts'
import { recordMerge } from './dedup-undo.ts'
import { type Lineage, recordLineage } from './lineage.ts'

/** The largest n-count that both engines can store. */
const maxCount = 2_147_483_647

/**
 * Merges the clusters of one owner in one transaction: merged items pass their n-count, provenance, overrides and
 * approval to the remaining item. Items that changed since the clusters were found are skipped. Returns the clusters
 * that were merged. `mergeId` identifies the merge for undoing it.
 */
export function mergeDuplicates(
  ctx: Ctx,
  orgId: string,
  mergeId: string,
  clusters: DuplicateCluster[],
): Promise<DuplicateCluster[]> {
  return ctx.db.transaction().execute(async (trx) => {
    const items = await lockItems(ctx, trx, orgId, clusters)
    const merged: DuplicateCluster[] = []
    const lineage: Lineage[] = []
    const records: MergedItems[] = []
    for (const cluster of clusters) {
      const keep = items.get(cluster.keep.id)
      const gone = cluster.merge.filter(({ id }) => items.has(id))
      if (!keep || gone.length === 0) continue
      const { n_count, record } = await merge(
        ctx,
        trx,
        keep,
        gone.map(({ id }) => items.get(id)!),
      )
      merged.push({ ...cluster, merge: gone, n_count })
      lineage.push(...gone.map(({ id }) => ({ item_id: keep.id, from_id: id })))
      records.push(record)
    }
    const [first] = items.values()
    if (records.length > 0) {
      await recordMerge(ctx, trx, first!, mergeId, records)
      await recordLineage(ctx, trx, orgId, lineage)
      await bumpRevision(trx, first!)
    }
    return merged
  })
}

/** Locks the items until the transaction ends, and returns those that are unchanged since they were found, by id. */
async function lockItems(ctx: Ctx, trx: Transaction<Tables>, orgId: string, clusters: DuplicateCluster[]) {
  const found = new Map(clusters.flatMap(({ keep, merge }) => [keep, ...merge]).map((item) => [item.id, item]))
  const items = await forUpdate(ctx.db)(
    visibleItems(trx, orgId)
      .selectAll()
      .where('id', 'in', [...found.keys()])
      .orderBy('id'),
  ).execute()
  const same = items.filter(({ id, statement, starred }) => {
    const item = found.get(id)!
    return item.statement === statement && item.starred === starred
  })
  return new Map(same.map((item) => [item.id, item]))
}

async function merge(ctx: Ctx, trx: Transaction<Tables>, keep: Item, gone: Item[]) {
  const record: MergedItems = {
    keep_id: keep.id,
    before: { status: keep.status, approved_by: keep.approved_by },
    gone: [],
  }
  for (const item of gone) {
    const { scope, owner_id, ...columns } = item
    record.gone.push({ item: columns, ...(await moveReferences(trx, item, keep.id)) })
  }
  await trx
    .deleteFrom('items')
    .where('org_id', '=', keep.org_id)
    .where(
      'id',
      'in',
      gone.map(({ id }) => id),
    )
    .execute()
  const n_count = gone.reduce((sum, item) => sum + item.n_count, keep.n_count)
  const certainty = Math.max(...[keep, ...gone].map((item) => item.certainty))
  const approval = mergedApproval([keep, ...gone])
  const saved = await trx
    .updateTable('items')
    .set({
      n_count: Math.min(n_count, maxCount),
      certainty,
      needs_wording: certainty > 0 && needsWording(keep.statement),
      ...approval,
      ...approvalTime(approval?.status, ctx.now()),
      updated_at: updatedLater(trx, ctx.now()),
    })
    .where('org_id', '=', keep.org_id)
    .where('id', '=', keep.id)
    .returning('n_count')
    .executeTakeFirstOrThrow()
  return { n_count: saved.n_count, record }
}

/** Moves references from an item to the remaining one; duplicate references are deleted. */
async function moveReferences(trx: Transaction<Tables>, { org_id, id, agent_id }: Item, keepId: string) {
  const twice = await trx
    .deleteFrom('item_sources')
    .where('org_id', '=', org_id)
    .where('item_id', '=', id)
    .where('observation_id', 'in', (eb) =>
      eb
        .selectFrom('item_sources as kept')
        .select('kept.observation_id')
        .where('kept.org_id', '=', org_id)
        .where('kept.item_id', '=', keepId),
    )
    .returning('observation_id')
    .execute()
  const sources = await trx
    .updateTable('item_sources')
    .set(({ fn, val }) => ({ item_id: keepId, merged_from: fn.coalesce('merged_from', val(id)) }))
    .where('org_id', '=', org_id)
    .where('item_id', '=', id)
    .returning('id')
    .execute()
  const observation_ids = twice.flatMap(({ observation_id }) => observation_id ?? [])
  const item_sources = idsOf(sources)
  // Discovery then strengthens the remaining item, and does not propose the replaced one again. Signals of any agent
  // can repeat an item of a layer above, but only those of sessions do, which have an index.
  const moved = await trx
    .updateTable('signals')
    .set({ promoted_item_id: keepId })
    .where('org_id', '=', org_id)
    .where('promoted_item_id', '=', id)
    .where((eb) => (agent_id === null ? eb('sessions', '>', sql.lit(0)) : eb('agent_id', '=', agent_id)))
    .returning('id')
    .execute()
  const signals = idsOf(moved)
  if (agent_id !== null)
    return { moved: { item_sources, signals, overrides: [] }, shared: { observation_ids, agent_ids: [] } }
  const both = await trx
    .deleteFrom('overrides')
    .where('org_id', '=', org_id)
    .where('source_id', '=', id)
    .where('agent_id', 'in', (eb) =>
      eb
        .selectFrom('overrides as kept')
        .select('kept.agent_id')
        .where('kept.org_id', '=', org_id)
        .where('kept.source_id', '=', keepId),
    )
    .returning('agent_id')
    .execute()
  const overrides = await trx
    .updateTable('overrides')
    .set({ source_id: keepId })
    .where('org_id', '=', org_id)
    .where('source_id', '=', id)
    .returning('id')
    .execute()
  return {
    moved: { item_sources, signals, overrides: idsOf(overrides) },
    shared: { observation_ids, agent_ids: both.map((override) => override.agent_id) },
  }
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
