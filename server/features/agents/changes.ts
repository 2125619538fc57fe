import type { Ctx } from '../../deps.ts'
import { agentOwner } from '../layers/owners.ts'
import { maxItemsHere } from './large-identities.ts'
import { changedItems, changesOf } from './own-layer-reads.ts'

/**
 * Returns the changes of an agent's own layer since a time, as JSON (behavior: Changes since a date). Many changes are
 * read in a thread.
 *
 * @throws 404 when the agent is missing or foreign.
 */
export async function changesJson(ctx: Ctx, agentId: string, since: Date): Promise<Buffer | string> {
  const { org_id } = await agentOwner(ctx, agentId)
  const input = { orgId: org_id, agentId, since: since.toISOString() }
  const changed = await changedItems(ctx.db, input)
    .limit(maxItemsHere + 1)
    .execute()
  if (changed.length > maxItemsHere) return ctx.heavyReads.run('changes', ctx, input)
  return JSON.stringify(changesOf(changed, input.since))
}
