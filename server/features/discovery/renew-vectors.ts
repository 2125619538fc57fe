import { addTo, vectorToBytes } from '#core/domain/vectors/similarity.ts'
import type { Signal } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { type AgentRun, inRunTransaction } from '../jobs/agent-run.ts'
import { enqueueJob } from '../jobs/jobs.ts'
import { embedTexts } from '../vectors/embed-texts.ts'
import { embeddedItems } from '../vectors/item-vectors.ts'

/**
 * Vectors of different models are never compared: after a change of the embedding model, everything is embedded again.
 * The grouping of observations stays as it was.
 */

const textPageSize = 100

/** Embeds an agent's observations and signals that another model embedded. Returns the number of signals. */
export async function renewSignalVectors(discovery: AgentRun): Promise<number> {
  const { ctx, run, agent } = discovery
  const outdated = ofOtherModel(ctx, agent.org_id).where('agent_id', '=', agent.id)
  const { total } = await outdated.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  for (let renewed = 0; ; renewed++) {
    const signal = renewed < total ? await outdated.select(['id', 'statement']).limit(1).executeTakeFirst() : undefined
    if (!signal) return renewed
    await run.progress('embed', renewed, total)
    await renewSignal(discovery, signal)
  }
}

/** Embeds the statements of an agent's items without a vector of the current model. Returns the number of items. */
export async function renewItemVectors({ ctx, agent }: AgentRun): Promise<number> {
  let items = 0
  for await (const _ of embeddedItems(ctx, { org_id: agent.org_id, owner_id: agent.id })) items++
  return items
}

/**
 * Enqueues a job for each agent of an organization with signals that another model embedded, to renew its vectors.
 * Returns the number of agents.
 */
export async function enqueueBackfills(ctx: Ctx, orgId: string): Promise<number> {
  const agents = await ofOtherModel(ctx, orgId).select('agent_id').distinct().orderBy('agent_id').execute()
  await ctx.db.transaction().execute(async (trx) => {
    for (const { agent_id } of agents) await enqueueJob(trx, { type: 'backfill', org_id: orgId, agent_id }, ctx.now())
  })
  return agents.length
}

/** Uses two ranges, since an index cannot search for inequality. */
const ofOtherModel = (ctx: Ctx, orgId: string) =>
  ctx.db
    .selectFrom('signals')
    .where('org_id', '=', orgId)
    .where((eb) =>
      eb.or([eb('embedding_model', '<', ctx.embedder.model), eb('embedding_model', '>', ctx.embedder.model)]),
    )

async function renewSignal(discovery: AgentRun, signal: Pick<Signal, 'id' | 'statement'>): Promise<void> {
  const { ctx, agent } = discovery
  const statements = await ctx.db
    .selectFrom('observations')
    .select('statement')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', agent.org_id)
    .where('signal_id', '=', signal.id)
    .groupBy('statement')
    .orderBy('statement')
    .execute()
  // A signal without observations still has a center: zeros with the new model's length.
  const texts = statements.length > 0 ? statements.map(({ statement }) => statement) : [signal.statement]
  const vectors: Float32Array[] = []
  for (let at = 0; at < texts.length; at += textPageSize) {
    vectors.push(...(await embedTexts(ctx, texts.slice(at, at + textPageSize))))
  }
  const center = vectors[texts.indexOf(signal.statement)] ?? null
  const sum = new Float32Array(vectors[0]!.length)
  for (const [at, { count }] of statements.entries()) {
    addTo(
      sum,
      vectors[at]!.map((value) => value * count),
    )
  }
  await inRunTransaction(discovery, async (trx) => {
    for (const [at, { statement }] of statements.entries()) {
      await trx
        .updateTable('observations')
        .set({ vector: vectorToBytes(vectors[at]!) })
        .where('org_id', '=', agent.org_id)
        .where('signal_id', '=', signal.id)
        .where('statement', '=', statement)
        .execute()
    }
    await trx
      .updateTable('signals')
      .set({
        vector_sum: vectorToBytes(sum),
        center: center && vectorToBytes(center),
        embedding_model: ctx.embedder.model,
        scored_at: null,
      })
      .where('org_id', '=', agent.org_id)
      .where('id', '=', signal.id)
      .execute()
  })
}
