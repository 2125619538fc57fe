import { inCategoryOrder } from '../../db/order.ts'
import type { Ctx } from '../../deps.ts'
import { kindNames, kinds } from '../../domain/kinds.ts'
import { agentOwner } from '../layers/owners.ts'
import { itemFields } from './items.ts'

/**
 * What came to the agent's own layer since a moment: added are items created after it, modified those updated after
 * it but created before (behavior: Changes since a date).
 */
export async function listChanges(ctx: Ctx, agentId: string, since: Date) {
  const owner = await agentOwner(ctx, agentId)
  const moment = since.toISOString()
  const items = await inCategoryOrder(
    ctx.db
      .selectFrom('items')
      .selectAll()
      .where('items.org_id', '=', owner.org_id)
      .where('owner_id', '=', agentId)
      .where('updated_at', '>', moment),
  ).execute()
  const changes = kindNames.map((kind) => {
    const ofKind = items.filter((item) => item.kind === kind).map(itemFields)
    return [
      kinds[kind].plural,
      {
        added: ofKind.filter((item) => item.created_at > moment),
        modified: ofKind.filter((item) => item.created_at <= moment),
      },
    ] as const
  })
  return { since: moment, ...Object.fromEntries(changes) }
}
