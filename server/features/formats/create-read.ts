import { updatedLater } from '../../db/time.ts'
import type { Ctx } from '../../deps.ts'
import { type ItemStatus, kindOf } from '../../domain/kinds.ts'
import { columnsOf } from '../items/columns.ts'
import { insertMissing, withApprover } from '../items/create.ts'
import { agentOwner } from '../layers/owners.ts'
import { bumpRevision } from '../layers/revisions.ts'
import type { FoundItem, ImportedItem } from './found-items.ts'

/**
 * Creates what the agent does not have yet, all of it or nothing; with emphasis, and with the state that our own format
 * says, unless another status is asked for.
 */
export async function createRead(
  ctx: Ctx,
  agentId: string,
  items: FoundItem[],
  source_type: string,
  status?: ItemStatus,
): Promise<ImportedItem[]> {
  const owner = await agentOwner(ctx, agentId)
  const results = await ctx.db.transaction().execute(async (trx) => {
    const inserted = await insertMissing(
      ctx,
      trx,
      items.map(({ category, statement, own }) => {
        const wanted = status ?? own?.status
        const input = { owner, kind: kindOf(category), category, statement, source_type }
        return withApprover(ctx, { ...input, ...(own && { n_count: own.n_count }), ...(wanted && { status: wanted }) })
      }),
    )
    for (const [index, { item, created }] of inserted.entries()) {
      const { starred = false, own } = items[index]!
      if (!created || !(starred || own)) continue
      const set = { starred, ...(own && { hidden: own.hidden, display_order: own.display_order }) }
      await trx
        .updateTable('items')
        .set({ ...columnsOf(ctx, set), updated_at: updatedLater(trx, ctx.now()) })
        .where('org_id', '=', item.org_id)
        .where('id', '=', item.id)
        .execute()
    }
    if (inserted.some(({ created }) => created)) await bumpRevision(trx, owner)
    return inserted
  })
  return results.map(({ item, created }) => ({
    type: item.kind,
    category: item.category,
    statement: item.statement,
    status: created ? ('created' as const) : ('deduplicated' as const),
    id: item.id,
  }))
}
