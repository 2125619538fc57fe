import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { notFound } from '#core/base/errors.ts'
import { momentAfter } from '#core/base/time.ts'
import { mergedApproval } from '#core/domain/identity/item-lifecycle.ts'
import type { Item, MergedItems, Tables } from '../../db/tables.ts'
import { updatedLater } from '../../db/time.ts'
import { json } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import { bumpRevisions } from '../layers/revisions.ts'
import { forgetLineage } from './lineage.ts'

/** How long a merge can be undone: after a month in use, prompts should not change back. */
const undoDays = 30
const dayMs = 86_400_000

/** Records the items that a merge removed from one owner; deletes records that are too old to undo. */
export async function recordMerge(
  ctx: Ctx,
  trx: Transaction<Tables>,
  { org_id, group_id, agent_id }: Item,
  mergeId: string,
  merged: MergedItems[],
): Promise<void> {
  const created_at = ctx.now().toISOString()
  const oldest = new Date(ctx.now().getTime() - undoDays * dayMs).toISOString()
  await trx.deleteFrom('item_merges').where('org_id', '=', org_id).where('created_at', '<', oldest).execute()
  await trx
    .insertInto('item_merges')
    .values({
      org_id,
      id: newId(),
      merge_id: mergeId,
      group_id,
      agent_id,
      merged: json(merged),
      cluster_count: merged.length,
      merged_count: merged.reduce((sum, { gone }) => sum + gone.length, 0),
      created_at,
    })
    .execute()
}

/**
 * Restores the items that a merge removed, in one transaction, and returns their number. A statement that was created
 * again since is left as it is.
 *
 * @throws 404 when there is no such merge, or when it was undone.
 */
export function undoMerge(ctx: Ctx, orgId: string, mergeId: string): Promise<number> {
  return ctx.db.transaction().execute(async (trx) => {
    const records = await trx
      .deleteFrom('item_merges')
      .where('org_id', '=', orgId)
      .where('merge_id', '=', mergeId)
      .returning('merged')
      .execute()
    if (records.length === 0) throw notFound('Merge')
    const restored: Item[] = []
    for (const merged of records.flatMap((record) => record.merged)) restored.push(...(await restore(ctx, trx, merged)))
    await bumpRevisions(trx, restored)
    return restored.length
  })
}

async function restore(ctx: Ctx, trx: Transaction<Tables>, { keep_id, before, gone }: MergedItems): Promise<Item[]> {
  const restored: Item[] = []
  for (const { item, moved, shared } of gone) {
    const inserted = await trx
      .insertInto('items')
      .values({ ...item, updated_at: momentAfter(item.updated_at, ctx.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!inserted) continue
    restored.push(inserted)
    await moveReferencesBack(trx, inserted, keep_id, moved)
    await share(ctx, trx, inserted, keep_id, shared)
    await forgetLineage(trx, inserted.org_id, { item_id: keep_id, from_id: inserted.id })
  }
  const [first] = restored
  if (!first) return []
  const taken = restored.reduce((sum, { n_count }) => sum + n_count, 0)
  const gaveApproval = before.status !== 'approved' && mergedApproval(gone.map(({ item }) => item))
  await trx
    .updateTable('items')
    .set((eb) => ({
      n_count: eb
        .case()
        .when('n_count', '>', taken)
        .then(eb('n_count', '-', taken))
        .else(1)
        .end(),
      updated_at: updatedLater(trx, ctx.now()),
      ...(gaveApproval && before),
    }))
    .where('org_id', '=', first.org_id)
    .where('id', '=', keep_id)
    .execute()
  return restored
}

/** Moves references back to their item, if they still refer to the one that remained. */
async function moveReferencesBack(
  trx: Transaction<Tables>,
  { org_id, id }: Item,
  keepId: string,
  { item_sources, signals, overrides }: MergedItems['gone'][number]['moved'],
) {
  if (item_sources.length > 0)
    await trx
      .updateTable('item_sources')
      .set({ item_id: id })
      .where('org_id', '=', org_id)
      .where('item_id', '=', keepId)
      .where('id', 'in', item_sources)
      .execute()
  if (signals.length > 0)
    await trx
      .updateTable('signals')
      .set({ promoted_item_id: id })
      .where('org_id', '=', org_id)
      .where('promoted_item_id', '=', keepId)
      .where('id', 'in', signals)
      .execute()
  if (overrides.length > 0)
    await trx
      .updateTable('overrides')
      .set({ source_id: id })
      .where('org_id', '=', org_id)
      .where('source_id', '=', keepId)
      .where('id', 'in', overrides)
      .execute()
}

/** Restores references that both items had before the merge and now only one has. */
async function share(
  ctx: Ctx,
  trx: Transaction<Tables>,
  { org_id, id }: Item,
  keepId: string,
  { observation_ids, agent_ids }: MergedItems['gone'][number]['shared'],
) {
  const created_at = ctx.now().toISOString()
  if (observation_ids.length > 0) {
    const sources = await trx
      .selectFrom('item_sources')
      .selectAll()
      .where('org_id', '=', org_id)
      .where('item_id', '=', keepId)
      .where('observation_id', 'in', observation_ids)
      .execute()
    const rows = sources.map((source) => ({ ...source, id: newId(), item_id: id, merged_from: null }))
    if (rows.length > 0) await trx.insertInto('item_sources').values(rows).execute()
  }
  if (agent_ids.length > 0) {
    const overrides = await trx
      .selectFrom('overrides')
      .selectAll()
      .where('org_id', '=', org_id)
      .where('source_id', '=', keepId)
      .where('agent_id', 'in', agent_ids)
      .execute()
    const rows = overrides.map((override) => ({ ...override, id: newId(), source_id: id, created_at }))
    if (rows.length > 0) await trx.insertInto('overrides').values(rows).execute()
  }
}
