import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import type { ExtractedObservation } from '#core/domain/language.ts'
import type { SignalIndex } from '#core/domain/similar/signal-index.ts'
import { vectorFromBytes, vectorToBytes } from '#core/domain/vectors/similarity.ts'
import type { Observation, Signal, Tables } from '../../db/tables.ts'
import { chunks } from '../../db/values.ts'
import type { AgentRun } from '../jobs/agent-run.ts'
import { embedTexts } from '../vectors/embed-texts.ts'
import { restore, withdraw } from './withdraw.ts'

/** Moves observations into signals and out of them, regardless of what found them. */

export const knownColumns = [
  'id',
  'content_item_id',
  'signal_id',
  'kind',
  'category',
  'statement',
  'quote',
  'vector',
] as const

export type KnownObservation = Pick<Observation, (typeof knownColumns)[number]>

export type NewObservation = Omit<ExtractedObservation, 'how'> &
  Pick<Observation, 'content_item_id' | 'observed_at' | 'surveyed' | 'told' | 'session' | 'explicit'>

/**
 * Removes observations from their signals and adds new ones to theirs: first in the index, then, with the returned
 * function, in the database. A caller that drops that function must load the index again.
 */
export async function moveObservations(
  discovery: AgentRun,
  index: SignalIndex,
  { gone, fresh }: { gone: KnownObservation[]; fresh: NewObservation[] },
): Promise<(trx: Transaction<Tables>) => Promise<void>> {
  const { ctx, agent } = discovery
  const emptied = await unassign(discovery, index, gone)
  const placed = await assign(discovery, index, fresh)
  const now = ctx.now().toISOString()
  const observations = placed.map(({ id, created, ends: _, opposed: __, embedding, ...observation }) => ({
    org_id: agent.org_id,
    id,
    agent_id: agent.id,
    ...observation,
    vector: vectorToBytes(embedding),
    created_at: now,
  }))
  const started = new Set(placed.flatMap(({ created, signal_id }) => (created ? [signal_id] : [])))
  // The first of a signal's observations is the one that started a new signal.
  const touched = new Map([...gone, ...placed].toReversed().map((one) => [one.signal_id, one]))
  return async (trx) => {
    await forget(trx, agent.org_id, gone)
    for (const [id, { kind, category }] of touched) {
      const { statement, sum, center } = index.stored({ id, kind })
      const made = { statement, vector_sum: vectorToBytes(sum), center: vectorToBytes(center) }
      if (started.has(id)) await startSignal(discovery, trx, { id, kind, category, ...made, now })
      else await changeSignal(trx, agent.org_id, id, made)
    }
    for (const chunk of chunks(observations)) await trx.insertInto('observations').values(chunk).execute()
    for (const { id: by, opposed, observed_at: before } of placed) {
      if (opposed) await withdraw(trx, { org_id: agent.org_id, signal_id: opposed, by, before })
    }
    await removeEmpty(trx, agent.org_id, emptied)
  }
}

type StoredCenter = Pick<Signal, 'statement' | 'vector_sum' | 'center'>

/** Adds each observation to its signal, in the index only. */
async function assign({ ctx, agent }: AgentRun, index: SignalIndex, observations: NewObservation[]) {
  const { language, embedder } = ctx
  const options = {
    rescale: (cosine: number) => embedder.rescale(cosine),
    newId,
    shareWords: embedder.shareWords,
    ...(language.sameMeaning && {
      judge: (a: string, b: string) => language.sameMeaning!(a, b, { org_id: agent.org_id }),
    }),
  }
  const statements = [...new Set(observations.map(({ statement }) => statement))]
  const embeddings = await embedTexts(ctx, statements)
  const embeddingOf = new Map(statements.map((statement, at) => [statement, embeddings[at]!]))
  const placed = []
  for (const observation of observations) {
    const embedding = embeddingOf.get(observation.statement)!
    const { signal_id, created } = await index.assign({ ...observation, embedding }, options)
    const opposed = observation.ends ? index.opposed({ ...observation, embedding }, options.rescale) : undefined
    placed.push({ id: newId(), ...observation, embedding, signal_id, created, opposed })
  }
  return placed
}

/** Removes observations from their signals, in the index only. Returns the signals that have no others. */
async function unassign({ ctx, agent }: AgentRun, index: SignalIndex, gone: KnownObservation[]): Promise<string[]> {
  if (gone.length === 0) return []
  const signalIds = [...new Set(gone.map(({ signal_id }) => signal_id))]
  const others = await ctx.db
    .selectFrom('observations')
    .select('signal_id')
    .distinct()
    .where('org_id', '=', agent.org_id)
    .where('signal_id', 'in', signalIds)
    .where(
      'id',
      'not in',
      gone.map(({ id }) => id),
    )
    .execute()
  const alive = new Set(others.map(({ signal_id }) => signal_id))
  for (const { signal_id: id, kind, vector } of gone) {
    index.remove({ id, kind }, vectorFromBytes(vector), !alive.has(id))
  }
  return signalIds.filter((id) => !alive.has(id))
}

async function forget(trx: Transaction<Tables>, orgId: string, gone: KnownObservation[]) {
  for (const ids of chunks(gone.map(({ id }) => id))) {
    await restore(trx, orgId, ids)
    await trx.deleteFrom('item_sources').where('org_id', '=', orgId).where('observation_id', 'in', ids).execute()
    await trx.deleteFrom('observations').where('org_id', '=', orgId).where('id', 'in', ids).execute()
  }
}

function startSignal(
  { ctx, agent }: AgentRun,
  trx: Transaction<Tables>,
  { now, ...signal }: Pick<KnownObservation, 'id' | 'kind' | 'category'> & StoredCenter & { now: string },
) {
  return trx
    .insertInto('signals')
    .values({
      org_id: agent.org_id,
      agent_id: agent.id,
      ...signal,
      // Counted when the run has read all content.
      n_count: 0,
      stability: 0,
      embedding_model: ctx.embedder.model,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

function changeSignal(trx: Transaction<Tables>, orgId: string, id: string, center: StoredCenter) {
  return trx
    .updateTable('signals')
    .set({ ...center, scored_at: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

/** Deletes empty signals, except those that led to an item, which remain as the item's history. */
async function removeEmpty(trx: Transaction<Tables>, orgId: string, emptied: string[]) {
  for (const ids of chunks(emptied)) {
    await trx
      .deleteFrom('signals')
      .where('org_id', '=', orgId)
      .where('id', 'in', ids)
      .where('promoted_item_id', 'is', null)
      .execute()
  }
}
