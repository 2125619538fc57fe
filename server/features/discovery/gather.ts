import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type GatheredSignal, gather, gatheredAtOnce, saidBriefly } from '../../domain/gather.ts'
import { addTo, vectorFromBytes, vectorToBytes } from '../../domain/similarity.ts'
import { type AgentRun, inRunTransaction } from '../jobs/agent-run.ts'
import { embedTexts } from '../vectors/embed-texts.ts'

/**
 * Puts together the signals of what an agent's newest short messages say in other words (behavior: Signals). Done when one of
 * them has changed since it was scored; what it costs does not depend on how much was observed before.
 */
export async function gatherSignals(discovery: AgentRun): Promise<void> {
  const { ctx } = discovery
  if (!ctx.embedder.joining || ctx.language.sameMeaning) return
  const said = saidBriefly(await newestTalk(discovery))
  if (said.length === 0) return
  const signals = await signalsOf(discovery, [...new Set(said.map(({ signal_id }) => signal_id))])
  if (signals.every(({ scored_at }) => scored_at !== null)) return
  const vectors = await vectorsOf(
    discovery,
    said.map(({ quote }) => quote),
  )
  const saidBy = Map.groupBy(said, ({ signal_id }) => signal_id)
  const gathered = signals.map(
    ({ id, kind, promoted_item_id, size }): GatheredSignal & Pick<(typeof said)[number], 'kind'> => ({
      id,
      kind,
      promoted: promoted_item_id !== null,
      size,
      said: saidBy.get(id)!.map((one) => ({ ...one, vectors: vectors.get(one.quote)! })),
    }),
  )
  for (const ofKind of Map.groupBy(gathered, ({ kind }) => kind).values()) {
    for (const move of gather(ofKind)) {
      await inRunTransaction(discovery, (trx) => takeIn(trx, discovery.agent.org_id, move))
    }
  }
}

/** The newest live observations of conversations. */
async function newestTalk({ ctx, agent }: AgentRun) {
  const rows = await ctx.db
    .selectFrom('observations')
    .select(['signal_id', 'content_item_id', 'kind', 'statement', 'quote', 'brief'])
    .where('org_id', '=', agent.org_id)
    .where('agent_id', '=', agent.id)
    .where('brief', 'is not', null)
    .where((eb) => eb.ref('live'))
    .orderBy('observed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(gatheredAtOnce)
    .execute()
  return rows.map(({ brief, ...row }) => ({ ...row, brief: brief === true }))
}

/** Signals by age, with the number of their live observations as far as it matters: a large one is not counted through. */
function signalsOf({ ctx, agent }: AgentRun, ids: string[]) {
  return ctx.db
    .selectFrom('signals')
    .select(['id', 'kind', 'promoted_item_id', 'scored_at'])
    .select((eb) => {
      const live = eb
        .selectFrom('observations')
        .select('observations.id')
        .where('observations.org_id', '=', agent.org_id)
        .whereRef('observations.signal_id', '=', 'signals.id')
        .where((eb) => eb.ref('live'))
        .limit(gatheredAtOnce)
        .as('live_ones')
      return eb
        .selectFrom(live)
        .select(({ fn }) => fn.countAll<number>().as('size'))
        .$asScalar()
        .$notNull()
        .as('size')
    })
    .where('org_id', '=', agent.org_id)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}

/** The vectors of each quote: by the embedding, and by the words where they are compared too. */
async function vectorsOf({ ctx }: AgentRun, quotes: readonly string[]): Promise<Map<string, Float32Array[]>> {
  const texts = [...new Set(quotes)]
  const vectors = await embedTexts(ctx, texts)
  const words = ctx.embedder.joining?.words
  return new Map(texts.map((text, at) => [text, [vectors[at]!, ...(words ? [words.embed(text)] : [])]]))
}

/** What was observed stays, in the signal that takes it in; that is scored again. */
async function takeIn(trx: Transaction<Tables>, orgId: string, { from, into }: { from: string; into: string }) {
  const vectors = await trx
    .selectFrom('signals')
    .select('vector_sum')
    .where('org_id', '=', orgId)
    .where('id', 'in', [from, into])
    .execute()
  const [sum, other] = vectors.map(({ vector_sum }) => vectorFromBytes(vector_sum))
  addTo(sum!, other!)
  await trx
    .updateTable('observations')
    .set({ signal_id: into })
    .where('org_id', '=', orgId)
    .where('signal_id', '=', from)
    .execute()
  await trx
    .updateTable('signals')
    .set({ vector_sum: vectorToBytes(sum!), scored_at: null })
    .where('org_id', '=', orgId)
    .where('id', '=', into)
    .execute()
  await trx.deleteFrom('signals').where('org_id', '=', orgId).where('id', '=', from).execute()
}
