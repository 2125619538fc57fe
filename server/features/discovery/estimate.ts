import { sql } from 'kysely'
import type { Ctx } from '../../deps.ts'
import { agentOwner } from '../layers/owners.ts'

interface Sizes {
  items: number
  characters: number
}

/**
 * Estimates how much a run of discovery for an agent would read, and its approximate cost (behavior: Reading with a
 * language model).
 *
 * @throws 404 when the agent is missing or foreign.
 */
export async function estimateDiscovery(ctx: Ctx, agentId: string, { force = false }: { force?: boolean }) {
  const { org_id } = await agentOwner(ctx, agentId)
  // Their lengths are read from all pages of their texts.
  const sizes = ctx.db
    .selectFrom('content_items')
    .select(({ fn }) => [
      fn.countAll<number>().as('items'),
      fn.coalesce(fn.sum<number>(fn('octet_length', ['content'])), sql.lit(0)).as('characters'),
    ])
    .where('org_id', '=', org_id)
    .where('agent_id', '=', agentId)
    .where('removed_at', 'is', null)
    .where('status', '=', 'imported')
    .$if(!force, (query) => query.where('processed_at', 'is', null))
    .compile()
  const [{ items, characters }] = (await ctx.heavyReads.scan<Sizes>(ctx, org_id, sizes)) as [Sizes]
  const { engine, reading } = ctx.language
  const itemsThisRun = Math.min(items, reading?.itemsPerRun ?? items)
  const share = items === 0 ? 0 : itemsThisRun / items
  const cost = reading?.estimate(itemsThisRun, Math.ceil(Number(characters) * share))
  return {
    agent_id: agentId,
    engine,
    embedding_model: ctx.embedder.model,
    content_items: items,
    content_items_in_run: itemsThisRun,
    requests: cost?.requests ?? 0,
    input_tokens: cost?.input_tokens ?? 0,
    output_tokens: cost?.output_tokens ?? 0,
  }
}
