import { inCategoryOrder } from '../../db/order.ts'
import type { Ctx } from '../../deps.ts'
import type { Kind } from '../../domain/kinds.ts'
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
  const changesOf = (kind: Kind) => {
    const ofKind = items.filter((item) => item.kind === kind).map(itemFields)
    return {
      added: ofKind.filter((item) => item.created_at > moment),
      modified: ofKind.filter((item) => item.created_at <= moment),
    }
  }
  const [beliefs, responsibilities] = [changesOf('belief'), changesOf('responsibility')]
  const summary = {
    beliefs_added: beliefs.added.length,
    beliefs_modified: beliefs.modified.length,
    responsibilities_added: responsibilities.added.length,
    responsibilities_modified: responsibilities.modified.length,
  }
  return { since: moment, summary, beliefs, responsibilities }
}
