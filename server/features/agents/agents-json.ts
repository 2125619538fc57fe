import type { Ctx } from '../../deps.ts'
import { type AgentQuery, itemCount, pageOfAgents, withItems } from './lists.ts'

/** Pages with more items are read and encoded in a thread. */
const maxItemsHere = 1000

/** `listAgents` as JSON; `first` is its first agent. */
export async function readAgentsJson(ctx: Ctx, orgId: string, query: AgentQuery) {
  const agents = await pageOfAgents(ctx, orgId, query)
  const [first] = agents.data
  const items = agents.data.reduce((sum, agent) => sum + itemCount(agent, query.include), 0)
  const json =
    items > maxItemsHere
      ? await ctx.heavyReads.share('agents', ctx, { orgId, ...query })
      : Buffer.from(JSON.stringify(await withItems(ctx.db, orgId, query, agents)))
  return { first, json }
}
