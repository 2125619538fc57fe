import { notFound } from '#core/base/errors.ts'
import { asPart } from '#core/domain/audit/origin.ts'
import { insertKept, type RecordPart, takeRows } from '../../db/deleted-rows.ts'
import { updatedLater } from '../../db/time.ts'
import { chunks } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'

/**
 * The rows of an agent, in the order in which they can be inserted again. Its keys and its webhooks stay deleted, since
 * what was revoked must not work again; jobs do, since what they would do is done by the next ones.
 */
export const partsOfAgent: readonly RecordPart[] = [
  { table: 'agents', column: 'id', references: [{ column: 'group_id', table: 'groups', isOptional: true }] },
  { table: 'content_sources', column: 'agent_id' },
  { table: 'content_items', column: 'agent_id' },
  { table: 'signals', column: 'agent_id' },
  {
    table: 'observations',
    column: 'agent_id',
    references: [
      { column: 'content_item_id', table: 'content_items' },
      { column: 'signal_id', table: 'signals' },
    ],
  },
  { table: 'items', column: 'agent_id' },
  { table: 'item_sources', column: 'item_id', of: { table: 'items', column: 'agent_id' } },
  { table: 'overrides', column: 'agent_id', references: [{ column: 'source_id', table: 'items' }] },
  { table: 'item_merges', column: 'agent_id' },
  { table: 'snapshots', column: 'agent_id' },
  { table: 'prompt_versions', column: 'agent_id', key: ['version'] },
  { table: 'live_prompts', column: 'agent_id', key: ['agent_id'] },
  { table: 'label_moves', column: 'agent_id' },
  { table: 'prompt_labels', column: 'agent_id', key: ['label'] },
  { table: 'prompt_outcomes', column: 'agent_id' },
  {
    table: 'agent_models',
    column: 'agent_id',
    references: [
      { column: 'model_id', table: 'models' },
      { column: 'environment_id', table: 'environments' },
    ],
  },
  { table: 'decisions', column: 'agent_id' },
  { table: 'avatars', column: 'agent_id' },
  { table: 'agent_exports', column: 'agent_id', key: ['hash'] },
  { table: 'fleet_clients', column: 'agent_id', key: ['client'] },
  {
    table: 'proposed_changes',
    column: 'agent_id',
    references: [{ column: 'change_request_id', table: 'change_requests' }],
  },
  { table: 'participants', column: 'agent_id', isLink: true },
  { table: 'groups', column: 'manager_agent_id', isLink: true },
]

/**
 * Undoes the deletion of an agent: it has its id, its items, its evidence and its versions again. It has no group if that
 * was deleted meanwhile; overrides of items that are gone are left out.
 *
 * @throws 404 unless it was deleted within the last days; 409 when another agent has its slug now.
 */
export async function restoreAgent(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const { org_id, byTable } = await takeRows(trx, ctx.caller.orgIds, 'agent', id)
    if (org_id === undefined) throw notFound('Deleted agent')
    const now = ctx.now()
    await insertKept(trx, { orgId: org_id, now }, partsOfAgent, byTable)
    const idsIn = (table: string) => (byTable.get(table) ?? []).map((row) => String(row.id))
    for (const chunk of chunks(idsIn('participants')))
      await asPart(() =>
        trx
          .updateTable('participants')
          .set({ agent_id: id })
          .where('org_id', '=', org_id)
          .where('id', 'in', chunk)
          .where('agent_id', 'is', null)
          .execute(),
      )
    for (const chunk of chunks(idsIn('groups')))
      await trx
        .updateTable('groups')
        .set({ manager_agent_id: id, updated_at: updatedLater(trx, now) })
        .where('org_id', '=', org_id)
        .where('id', 'in', chunk)
        .where('manager_agent_id', 'is', null)
        .execute()
  })
}
