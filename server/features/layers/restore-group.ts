import { sql } from 'kysely'
import { notFound } from '#core/base/errors.ts'
import { insertKept, type RecordPart, takeRows } from '../../db/deleted-rows.ts'
import { updatedLater } from '../../db/time.ts'
import { chunks } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'

const itemsOfGroup = { table: 'items', column: 'group_id' } as const

/** The rows of a group, in the order in which they can be inserted again. */
export const partsOfGroup: readonly RecordPart[] = [
  {
    table: 'groups',
    column: 'id',
    references: [{ column: 'manager_agent_id', table: 'agents', isOptional: true }],
  },
  { ...itemsOfGroup },
  { table: 'item_sources', column: 'item_id', of: itemsOfGroup },
  {
    table: 'overrides',
    column: 'source_id',
    of: itemsOfGroup,
    references: [{ column: 'agent_id', table: 'agents' }],
  },
  { table: 'item_merges', column: 'group_id' },
  {
    table: 'proposed_changes',
    column: 'group_id',
    references: [{ column: 'change_request_id', table: 'change_requests' }],
  },
  { table: 'agents', column: 'group_id', isLink: true },
]

/**
 * Undoes the deletion of a group: it has its id, its items, the overrides on them, and its agents, except those that
 * joined another group or were deleted meanwhile.
 *
 * @throws 404 unless it was deleted within the last days.
 */
export async function restoreGroup(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const { org_id, byTable } = await takeRows(trx, ctx.caller.orgIds, 'group', id)
    if (org_id === undefined) throw notFound('Deleted group')
    const now = ctx.now()
    await insertKept(trx, { orgId: org_id, now }, partsOfGroup, byTable)
    for (const chunk of chunks((byTable.get('agents') ?? []).map((row) => String(row.id))))
      await trx
        .updateTable('agents')
        .set({ group_id: id, updated_at: updatedLater(trx, now), revision: sql<number>`revision + 1` })
        .where('org_id', '=', org_id)
        .where('id', 'in', chunk)
        .where('group_id', 'is', null)
        .execute()
  })
}
