import { sql, type Transaction, type UpdateObject } from 'kysely'
import { notFound } from '#core/base/errors.ts'
import { momentAfter } from '#core/base/time.ts'
import { removalOf } from '#core/domain/identity/item-lifecycle.ts'
import type { Kind } from '#core/domain/kinds.ts'
import { requireOwnLayer } from '#core/domain/requests/key-access.ts'
import { beginChange } from '../../db/change.ts'
import { forNoKeyUpdate } from '../../db/locks.ts'
import type { Item, Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import type { Owner } from '../layers/owners.ts'
import { bumpRevision, bumpRevisions } from '../layers/revisions.ts'
import { approvalTime, columnsOf, type ItemChanges } from './columns.ts'
import { recordDecisions } from './decisions.ts'
import type { Repetitions } from './said-again.ts'

/** Shared operations for beliefs and responsibilities of agents, groups and organizations (behavior: Categories). */

/**
 * Returns an item for responses: without storage columns, and with an owner's id only if it has one. Picks field by
 * field, since a rest pattern is many times slower.
 */
export const itemFields = (
  item: Omit<
    Item,
    'kind' | 'owner_id' | 'statement_hash' | 'created_through' | 'certainty' | 'needs_wording' | 'scope' | 'approved_at'
  > & {
    said_again?: Repetitions | undefined
  },
) => ({
  id: item.id,
  org_id: item.org_id,
  group_id: item.group_id ?? undefined,
  agent_id: item.agent_id ?? undefined,
  category: item.category,
  statement: item.statement,
  starred: item.starred,
  hidden: item.hidden,
  status: item.status,
  origin: item.origin,
  approved_by: item.approved_by,
  display_order: item.display_order,
  n_count: item.n_count,
  said_again: item.said_again,
  created_at: item.created_at,
  updated_at: item.updated_at,
})

const notFoundItem = (kind: Kind) => notFound(kind === 'belief' ? 'Belief' : 'Responsibility')

/**
 * Finds an item of any scope by its id alone; with an owner, only one of that owner's.
 *
 * @throws 404 when it is missing, foreign, or of the other kind.
 */
export async function findItem(ctx: Ctx, kind: Kind, id: string, owner?: Owner): Promise<Item> {
  const item = await ctx.db
    .selectFrom('items')
    .selectAll()
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .$if(owner !== undefined, (query) => query.where('owner_id', '=', owner!.owner_id))
    .executeTakeFirst()
  if (!item) throw notFoundItem(kind)
  return item
}

/**
 * Changes an item with the side effects of its status (behavior: Status).
 *
 * @throws 412 when it is in another state than the request expects.
 */
export async function updateItem(ctx: Ctx, item: Item, changes: ItemChanges): Promise<Item> {
  const set = columnsOf(ctx, changes)
  return ctx.db.transaction().execute(async (trx) => {
    const updated_at = await lockItem(ctx, trx, item)
    if (Object.keys(set).length === 0) return item
    const after = await saveItem(trx, item, { ...set, ...approvalTime(changes.status, ctx.now()), updated_at })
    await recordDecisions(ctx, trx, [{ before: item, after }])
    return after
  })
}

/**
 * Locks an item for a change. Returns its new `updated_at`.
 *
 * @throws 404, or 412 in another state than expected.
 */
async function lockItem(ctx: Ctx, trx: Transaction<Tables>, item: Item): Promise<string> {
  requireOwnLayer(ctx.caller, item)
  const { org_id, id, kind } = item
  const state = trx.selectFrom('items').select('updated_at').where('org_id', '=', org_id).where('id', '=', id)
  const updated_at = await beginChange(ctx, trx, state)
  if (updated_at === undefined) throw notFoundItem(kind)
  return updated_at
}

/** Writes a locked item. */
async function saveItem(trx: Transaction<Tables>, item: Item, set: UpdateObject<Tables, 'items'>): Promise<Item> {
  const saved = await trx
    .updateTable('items')
    .set(set)
    .where('org_id', '=', item.org_id)
    .where('id', '=', item.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await bumpRevision(trx, saved)
  return saved
}

/** Maximum of an integer in PostgreSQL. */
const maxCount = 2_147_483_647

/** Counts one more occurrence of an item. Returns undefined if it is gone, or its statement has changed. */
export function countAgain(ctx: Ctx, owner: Owner, said: Pick<Item, 'id' | 'statement'>): Promise<Item | undefined> {
  return ctx.db.transaction().execute(async (trx) => {
    const query = trx.selectFrom('items').selectAll().where('org_id', '=', owner.org_id).where('id', '=', said.id)
    const item = await forNoKeyUpdate(trx)(query).executeTakeFirst()
    if (item?.statement !== said.statement) return undefined
    requireOwnLayer(ctx.caller, item)
    const n_count = Math.min(item.n_count + 1, maxCount)
    return saveItem(trx, item, { n_count, updated_at: momentAfter(item.updated_at, ctx.now()) })
  })
}

/** Inverts a flag in the database, so that two concurrent calls invert it twice. */
export function toggleItem(ctx: Ctx, item: Item, flag: 'starred' | 'hidden'): Promise<Item> {
  return ctx.db.transaction().execute(async (trx) => {
    const updated_at = await lockItem(ctx, trx, item)
    return saveItem(trx, item, { [flag]: sql<boolean>`not ${sql.ref(flag)}`, updated_at })
  })
}

/** Deletes an item, or hides it if discovery found it (behavior: Deletion). */
export async function deleteItem(ctx: Ctx, item: Item) {
  if (removalOf(item) === 'hidden') {
    await updateItem(ctx, item, { hidden: true })
    return {
      action: 'hidden' as const,
      reason: 'It was discovered from content, so it is hidden instead of deleted and is not proposed again',
    }
  }
  await ctx.db.transaction().execute(async (trx) => {
    await lockItem(ctx, trx, item)
    await trx.deleteFrom('items').where('org_id', '=', item.org_id).where('id', '=', item.id).execute()
    await bumpRevision(trx, item)
  })
  return { action: 'deleted' as const, scope: item.scope }
}

/**
 * Changes several items of any scope. Ids that are missing, foreign or of the other kind are skipped (behavior: Bulk
 * changes).
 */
export async function updateItems(ctx: Ctx, kind: Kind, changes: { id: string; set: ItemChanges }[]) {
  const saved = await ctx.db.transaction().execute((trx) => saveItems(ctx, trx, kind, changes))
  const owners = (scope: Item['scope']) =>
    new Set(saved.flatMap((item) => (item.scope === scope ? [item.owner_id] : []))).size
  return {
    updated: saved.length,
    agents_affected: owners('agent'),
    groups_affected: owners('group'),
    orgs_affected: owners('org'),
  }
}

/** Does the work of `updateItems` in a transaction that is already open. Returns the items as they are now. */
export async function saveItems(
  ctx: Ctx,
  trx: Transaction<Tables>,
  kind: Kind,
  changes: { id: string; set: ItemChanges }[],
): Promise<Item[]> {
  const ids = changes.map(({ id }) => id)
  const items = await forNoKeyUpdate(trx)(
    trx
      .selectFrom('items')
      .selectAll()
      .where('org_id', 'in', ctx.caller.orgIds)
      .where('kind', '=', kind)
      .where('id', 'in', ids)
      .$if(ctx.caller.agentId !== undefined, (visible) => visible.where('agent_id', '=', ctx.caller.agentId!))
      .orderBy('id'),
  ).execute()
  const setOf = new Map(changes.map(({ id, set }) => [id, set]))
  const saved: { before: Item; after: Item }[] = []
  for (const before of items) {
    const after = await trx
      .updateTable('items')
      .set({
        ...columnsOf(ctx, setOf.get(before.id)!),
        ...approvalTime(setOf.get(before.id)!.status, ctx.now()),
        updated_at: momentAfter(before.updated_at, ctx.now()),
      })
      .where('org_id', '=', before.org_id)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    saved.push({ before, after })
  }
  await recordDecisions(ctx, trx, saved)
  await bumpRevisions(trx, items)
  return saved.map(({ after }) => after)
}
