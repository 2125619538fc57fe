import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tables } from '../../db/tables.ts'
import { chunks } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'

/** From which items others were made, for the reasons of a line (behavior: Blame). */

export interface Lineage {
  item_id: string
  from_id: string
}

/** Records items that another one took in, or that agents share. */
export async function recordLineage(ctx: Ctx, trx: Transaction<Tables>, orgId: string, lineage: Lineage[]) {
  const created_at = ctx.now().toISOString()
  const rows = lineage.map((each) => ({ org_id: orgId, id: newId(), ...each, created_at }))
  for (const chunk of chunks(rows)) await trx.insertInto('item_lineage').values(chunk).execute()
}

/** Forgets that an item took this one in, which an undone merge gave back, and marks its sources as its own again. */
export async function forgetLineage(trx: Transaction<Tables>, orgId: string, { item_id, from_id }: Lineage) {
  await trx
    .deleteFrom('item_lineage')
    .where('org_id', '=', orgId)
    .where('item_id', '=', item_id)
    .where('from_id', '=', from_id)
    .execute()
  await trx
    .updateTable('item_sources')
    .set({ merged_from: null })
    .where('org_id', '=', orgId)
    .where('item_id', '=', from_id)
    .where('merged_from', '=', from_id)
    .execute()
}
