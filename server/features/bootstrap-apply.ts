import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Ctx } from '../deps.ts'
import type { Category, ItemStatus, Kind } from '../domain/kinds.ts'
import { kindNames } from '../domain/kinds.ts'
import { normalizeStatement } from '../domain/statement.ts'
import { sha256 } from './api-keys.ts'
import { insertItems } from './item-creation.ts'
import { columnsOf } from './items.ts'
import { agentOwner, type Owner } from './owners.ts'
import { bumpRevision } from './revisions.ts'

export interface AppliedItem {
  kind: Kind
  category: Category
  statement: string
  status?: ItemStatus
  n_count?: number
}

/** Where applied items say they come from. */
const sourceType = 'bootstrap'

/**
 * Gives an agent what was recommended, all of it or nothing (specification 4.10, decisions 9). New items are approved
 * and visible; one that the agent has already is updated. Of equal ones in a request the last counts.
 *
 * @throws 404 for an unknown agent, 400 for a statement that is empty or too long.
 */
export async function applyItems(ctx: Ctx, agentId: string, items: AppliedItem[]) {
  const owner = await agentOwner(ctx, agentId)
  const wanted = new Map(items.map((item) => [keyOf(item.kind, item.category, hashOf(item)), item]))
  return ctx.db.transaction().execute(async (trx) => {
    const present = await trx
      .selectFrom('items')
      .select(['id', 'kind', 'category', 'statement_hash'])
      .where('org_id', '=', owner.org_id)
      .where('owner_id', '=', owner.owner_id)
      .where('statement_hash', 'in', [...wanted.values()].map(hashOf))
      // In one order for everybody, and before anything is inserted: other requests take their locks like this.
      .orderBy('id')
      .execute()
    const updated: AppliedItem[] = []
    for (const { id, kind, category, statement_hash } of present) {
      const key = keyOf(kind, category, statement_hash)
      const item = wanted.get(key)
      if (!item) continue
      await updateItem(ctx, trx, owner, id, item)
      wanted.delete(key)
      updated.push(item)
    }
    const created: AppliedItem[] = []
    const missing = [...wanted.values()]
    const results = await insertItems(
      ctx,
      trx,
      missing.map((item) => ({ ...item, status: statusOf(item), owner, source_type: sourceType })),
    )
    for (const [at, { item, created: isNew }] of results.entries()) {
      // Also a new one, for the side effects of its status; and one that another request made in this moment.
      await updateItem(ctx, trx, owner, item.id, missing[at]!)
      if (isNew) created.push(missing[at]!)
      else updated.push(missing[at]!)
    }
    await bumpRevision(trx, owner)
    return Object.fromEntries(
      kindNames.map((kind) => [kind, { created: countOf(created, kind), updated: countOf(updated, kind) }]),
    ) as Record<Kind, { created: number; updated: number }>
  })
}

const hashOf = ({ statement }: AppliedItem) => sha256(normalizeStatement(statement))
const keyOf = (kind: Kind, category: Category, hash: string) => `${kind} ${category} ${hash}`
const statusOf = ({ status = 'approved' }: AppliedItem) => status
const countOf = (items: AppliedItem[], kind: Kind) => items.filter((item) => item.kind === kind).length

function updateItem(ctx: Ctx, trx: Transaction<Tables>, owner: Owner, id: string, item: AppliedItem) {
  const { n_count } = item
  return trx
    .updateTable('items')
    .set({
      ...columnsOf(ctx, { status: statusOf(item), ...(n_count !== undefined && { n_count }) }),
      updated_at: ctx.now().toISOString(),
    })
    .where('org_id', '=', owner.org_id)
    .where('id', '=', id)
    .execute()
}
