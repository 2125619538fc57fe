import { AppError, badRequest, conflict, notFound } from '#core/base/errors.ts'
import { momentAfter } from '#core/base/time.ts'
import { kindOf } from '#core/domain/kinds.ts'
import { requireOwnLayer } from '#core/domain/requests/key-access.ts'
import { conflictOf } from '../../db/conflicts.ts'
import { forNoKeyUpdate } from '../../db/locks.ts'
import type { Item } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { bumpRevisions } from '../layers/revisions.ts'
import { approvalTime, columnsOf, type ItemChanges } from './columns.ts'
import { recordDecisions } from './decisions.ts'

/** A change of the item with this id; `updated_at` names the state that it was read in. */
export interface ItemChange extends Omit<ItemChanges, 'n_count' | 'display_order'> {
  id: string
  updated_at?: string
}

/**
 * Changes items of both kinds in every layer of an organization, all or none: half of a change of many agents is worse
 * than none, and nobody could undo it.
 *
 * @returns the items as they were and as they are, in the order of their ids.
 * @throws 404 when one is missing or foreign, 412 when one was changed since it was read, 409 when its owner has the
 * statement already, 400 for a category of the other kind.
 */
export function changeItems(ctx: Ctx, orgId: string, changes: readonly ItemChange[]) {
  const changeOf = new Map(changes.map((change) => [change.id, change]))
  return ctx.db.transaction().execute(async (trx) => {
    const items = await forNoKeyUpdate(trx)(
      trx
        .selectFrom('items')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('id', 'in', [...changeOf.keys()])
        .orderBy('id'),
    ).execute()
    if (items.length < changeOf.size) throw notFound('Item')
    for (const item of items) {
      requireOwnLayer(ctx.caller, item)
      requireFitting(item, changeOf.get(item.id)!)
    }
    const saved: { before: Item; after: Item }[] = []
    for (const before of items) {
      const { id: _, updated_at: __, ...set } = changeOf.get(before.id)!
      const after = await trx
        .updateTable('items')
        .set({
          ...columnsOf(ctx, set),
          ...approvalTime(set.status, ctx.now()),
          updated_at: momentAfter(before.updated_at, ctx.now()),
        })
        .where('org_id', '=', orgId)
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch((error) => {
          throw namedConflict(error, before)
        })
      saved.push({ before, after })
    }
    await recordDecisions(ctx, trx, saved)
    await bumpRevisions(trx, items)
    return saved
  })
}

function requireFitting({ kind, updated_at }: Item, change: ItemChange) {
  if (change.updated_at !== undefined && change.updated_at !== updated_at) {
    throw new AppError('stale', 'An item was changed after you read it; read it again and retry')
  }
  if (change.category && kindOf(change.category) !== kind) throw badRequest('category does not belong to this kind')
}

const shownLength = 80

/** Names the item whose owner has the statement already, since the request has many. */
function namedConflict(error: unknown, { statement }: Item) {
  if (conflictOf(error)?.code !== 'duplicate_statement') return error
  const shown = statement.length > shownLength ? `${statement.slice(0, shownLength)}…` : statement
  return conflict(`The owner of "${shown}" already has the new statement in this category`, 'duplicate_statement')
}
