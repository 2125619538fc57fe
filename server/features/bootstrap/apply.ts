import type { Transaction } from 'kysely'
import { compareStrings } from '#core/base/strings.ts'
import type { Category, ItemStatus, Kind } from '#core/domain/kinds.ts'
import { kindNames } from '#core/domain/kinds.ts'
import { normalizeStatement } from '#core/domain/statement.ts'
import type { Tables } from '../../db/tables.ts'
import { updatedLater } from '../../db/time.ts'
import type { Ctx } from '../../deps.ts'
import { approvalTime, columnsOf } from '../items/columns.ts'
import { insertMissing } from '../items/create.ts'
import { agentOwner, type Owner } from '../layers/owners.ts'
import { bumpRevision } from '../layers/revisions.ts'

export interface AppliedItem {
  kind: Kind
  category: Category
  statement: string
  status?: ItemStatus
  n_count?: number
}

/** The source type of applied items. */
const sourceType = 'bootstrap'

/**
 * Gives an agent the recommended items, in one transaction (behavior: Applied recommendations). New items are approved
 * and visible; existing ones are updated. The last of equal items in a request wins.
 *
 * @throws 404 for an unknown agent, 400 for a statement that is empty or too long.
 */
export async function applyItems(ctx: Ctx, agentId: string, items: AppliedItem[]) {
  const owner = await agentOwner(ctx, agentId)
  const wanted = new Map(items.map((item) => [keyOf(item), item]))
  return ctx.db.transaction().execute(async (trx) => {
    const applied = [...wanted.values()]
    const results = await insertMissing(
      ctx,
      trx,
      applied.map((item) => ({
        ...item,
        status: statusOf(item),
        owner,
        source_type: sourceType,
        created_through: 'bootstrap',
      })),
    )
    // Updates new items too, for the side effects of their status; sorted by id, so that concurrent changes of several
    // items cannot deadlock.
    const inOrder = results
      .map(({ item }, at) => ({ id: item.id, wanted: applied[at]! }))
      .sort((a, b) => compareStrings(a.id, b.id))
    for (const { id, wanted } of inOrder) await updateItem(ctx, trx, owner, id, wanted)
    await bumpRevision(trx, owner)
    const countOf = (kind: Kind, created: boolean) =>
      results.filter((result) => result.item.kind === kind && result.created === created).length
    return Object.fromEntries(
      kindNames.map((kind) => [kind, { created: countOf(kind, true), updated: countOf(kind, false) }]),
    ) as Record<Kind, { created: number; updated: number }>
  })
}

const keyOf = ({ kind, category, statement }: AppliedItem) => `${kind} ${category} ${normalizeStatement(statement)}`
const statusOf = ({ status = 'approved' }: AppliedItem) => status

function updateItem(ctx: Ctx, trx: Transaction<Tables>, owner: Owner, id: string, item: AppliedItem) {
  const { n_count } = item
  return trx
    .updateTable('items')
    .set({
      ...approvalTime(statusOf(item), ctx.now()),
      ...columnsOf(ctx, { status: statusOf(item), ...(n_count !== undefined && { n_count }) }),
      updated_at: updatedLater(trx, ctx.now()),
    })
    .where('org_id', '=', owner.org_id)
    .where('id', '=', id)
    .execute()
}
