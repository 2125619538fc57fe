import { mayBeSame } from '#core/domain/similar/opposites.ts'
import { sameSimilarity } from '#core/domain/similar/similarity-thresholds.ts'
import { cosine, vectorFromBytes } from '#core/domain/vectors/similarity.ts'
import type { Signal } from '../../db/tables.ts'
import type { AgentRun } from '../jobs/agent-run.ts'
import { embedTexts } from '../vectors/embed-texts.ts'

/** Maximum number of wordings; more of them tell a reader nothing new. */
const maxWordings = 8

/**
 * Returns the words in which a signal is proposed: its statement, or the language engine's summary of all its
 * observations. Only proposals that wait for a person are reworded: automatically approved and existing items keep
 * words that were observed. The new words must be as near to the signal as an item that it matches, and not its
 * opposite (behavior: Promotion), so that a rejected item is recognized when the signal grows.
 */
export async function wordingOf({ ctx, agent }: AgentRun, signal: Signal): Promise<string> {
  const { org_id, statement } = signal
  const others = await ctx.db
    .selectFrom('observations')
    .select('statement')
    .where('org_id', '=', org_id)
    .where('agent_id', '=', agent.id)
    .where('signal_id', '=', signal.id)
    .where((eb) => eb.ref('live'))
    .where('statement', '<>', statement)
    .groupBy('statement')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('statement')
    .limit(maxWordings - 1)
    .execute()
  if (others.length === 0) return statement
  const merged = await ctx.language.mergeStatements([statement, ...others.map((other) => other.statement)], { org_id })
  if (!mayBeSame(merged, statement)) return statement
  const [embedding] = await embedTexts(ctx, [merged])
  const similarity = ctx.embedder.rescale(cosine(embedding!, vectorFromBytes(signal.vector_sum)))
  return similarity >= sameSimilarity ? merged : statement
}
