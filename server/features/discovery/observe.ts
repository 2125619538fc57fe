import { sql, type Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import type { ContentItem, Observation, Tables } from '../../db/tables.ts'
import { chunks } from '../../db/values.ts'
import { outsideFailure } from '../../domain/errors.ts'
import type { ExtractedObservation } from '../../domain/language.ts'
import { reportedObservation, withVerifiedQuotes } from '../../domain/observations.ts'
import { type SignalCenter, SignalIndex } from '../../domain/signals.ts'
import { vectorFromBytes, vectorToBytes } from '../../domain/similarity.ts'
import { type AgentRun, inRunTransaction } from '../jobs/agent-run.ts'
import { embedTexts } from '../vectors/embed-texts.ts'

/**
 * The first stage of discovery: content is read oldest first, and each content item becomes observations in signals.
 * One transaction per content item, so that a run which dies repeats one item and counts none twice.
 */

/** Content items that are read between two reports of progress. */
const batchSize = 16
const signalPageSize = 500

/** What a content item looked like when it was read, and what was found in it. */
interface Reading {
  content: ContentItem
  found: ExtractedObservation[]
  /** Observations of an earlier reading. */
  known: KnownObservation[]
}

type KnownObservation = Pick<
  Observation,
  'id' | 'content_item_id' | 'signal_id' | 'kind' | 'category' | 'statement' | 'quote' | 'vector'
>

/** Reads all live content that has not been read. Returns how much that was, and the new observations in it. */
export async function observeContent(discovery: AgentRun) {
  const { run } = discovery
  const total = await countUnread(discovery)
  let index = await loadSignals(discovery)
  let read = 0
  let observed = 0
  while (true) {
    await run.progress('observe', read, Math.max(read, total))
    const contents = await unread(discovery)
      .selectAll()
      .orderBy('published_at')
      .orderBy('id')
      .limit(batchSize)
      .execute()
    if (contents.length === 0) return { read, observed }
    const readings = await readBatch(discovery, contents)
    for (const reading of readings) {
      const created = await record(discovery, index, reading)
      read++
      observed += created ?? 0
      // The content changed or was hidden while it was read: what the index took from it is dropped.
      if (created === undefined) index = await loadSignals(discovery)
    }
  }
}

/** The condition is written as the partial index on unread content has it. */
const unread = ({ ctx, agent }: AgentRun) =>
  ctx.db
    .selectFrom('content_items')
    .where('org_id', '=', agent.org_id)
    .where('agent_id', '=', agent.id)
    .where('processed_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('status', '=', sql.lit('imported'))

async function countUnread(discovery: AgentRun): Promise<number> {
  const { count } = await unread(discovery)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The agent's signals by age, so that a resumed run compares in the same order as an undisturbed one. */
async function loadSignals({ ctx, agent }: AgentRun): Promise<SignalIndex> {
  const index = new SignalIndex()
  let last = ''
  while (true) {
    const page = await ctx.db
      .selectFrom('signals')
      .select(['id', 'kind', 'category', 'statement', 'vector_sum'])
      .where('org_id', '=', agent.org_id)
      .where('agent_id', '=', agent.id)
      .$if(last !== '', (query) => query.where('id', '>', last))
      .orderBy('id')
      .limit(signalPageSize)
      .execute()
    for (const { vector_sum, ...signal } of page) index.set({ ...signal, sum: vectorFromBytes(vector_sum) })
    if (page.length < signalPageSize) return index
    last = page.at(-1)!.id
  }
}

/** Asks the language engine, outside any transaction, and keeps what quotes its content. */
async function readBatch(discovery: AgentRun, contents: ContentItem[]): Promise<Reading[]> {
  const { ctx, agent } = discovery
  const reports = contents.map(reportedObservation)
  const answers = await extract(
    discovery,
    contents.filter((_, at) => !reports[at]),
  )
  const known = await ctx.db
    .selectFrom('observations')
    .select(['id', 'content_item_id', 'signal_id', 'kind', 'category', 'statement', 'quote', 'vector'])
    .where('org_id', '=', agent.org_id)
    .where(
      'content_item_id',
      'in',
      contents.map(({ id }) => id),
    )
    .execute()
  const knownOf = Map.groupBy(known, ({ content_item_id }) => content_item_id)
  return contents.map((content, at) => {
    const found = reports[at] ? [reports[at]] : answers.shift()!
    return {
      content,
      found: withVerifiedQuotes(found, content.content),
      known: knownOf.get(content.id) ?? [],
    }
  })
}

/** What the language engine finds in each. */
async function extract({ ctx, agent }: AgentRun, contents: ContentItem[]): Promise<ExtractedObservation[][]> {
  if (contents.length === 0) return []
  const answers = await ctx.language.observe(
    contents.map(({ source_type, title, content }) => ({ source_type, title, content, agent_name: agent.name })),
    { org_id: agent.org_id, signal: ctx.signal },
  )
  if (answers.length !== contents.length)
    throw outsideFailure('The language model answered for the wrong content items')
  return answers
}

const sameObservation = (a: ExtractedObservation | KnownObservation, b: ExtractedObservation | KnownObservation) =>
  a.category === b.category && a.statement === b.statement && a.quote === b.quote

/**
 * Writes what was found in one content item. What an earlier reading found too stays as it is, what it found alone
 * goes. Returns the number of new observations; undefined when the content is no longer as it was read, and nothing is
 * written.
 */
async function record(discovery: AgentRun, index: SignalIndex, { content, found, known }: Reading) {
  const { ctx, agent } = discovery
  const gone = known.filter((old) => !found.some((one) => sameObservation(one, old)))
  const fresh = found.filter((one) => !known.some((old) => sameObservation(one, old)))
  const emptied = await unassign(discovery, index, gone)
  const placed = await assign(discovery, index, fresh)
  const now = ctx.now().toISOString()
  const observations = placed.map(({ created, embedding, ...observation }) => ({
    org_id: agent.org_id,
    id: newId(),
    agent_id: agent.id,
    content_item_id: content.id,
    ...observation,
    observed_at: content.published_at,
    vector: vectorToBytes(embedding),
    created_at: now,
  }))
  const started = new Set(placed.flatMap(({ created, signal_id }) => (created ? [signal_id] : [])))
  // The first of a signal's observations: it is the one that started a new signal.
  const touched = new Map([...gone, ...placed].toReversed().map((one) => [one.signal_id, one]))
  return inRunTransaction(discovery, async (trx) => {
    if (!(await markRead(trx, content, now))) return undefined
    await forget(trx, agent.org_id, gone)
    if (known.length > 0) await updateDate(trx, content)
    for (const [id, { kind, category, statement }] of touched) {
      const signal = { id, kind, category, statement }
      const vector_sum = vectorToBytes(index.sum(signal)!)
      if (started.has(id)) await startSignal(discovery, trx, { ...signal, vector_sum, now })
      else await changeSignal(trx, agent.org_id, id, vector_sum)
    }
    for (const chunk of chunks(observations)) await trx.insertInto('observations').values(chunk).execute()
    await removeEmpty(trx, agent.org_id, emptied)
    return observations.length
  })
}

/** Puts each observation into its signal, in the index alone. */
async function assign({ ctx, agent }: AgentRun, index: SignalIndex, observations: ExtractedObservation[]) {
  const { language, embedder } = ctx
  const options = {
    rescale: (cosine: number) => embedder.rescale(cosine),
    newId,
    ...(language.sameMeaning && {
      judge: (a: string, b: string) => language.sameMeaning!(a, b, { org_id: agent.org_id }),
    }),
  }
  const statements = observations.map(({ statement }) => statement)
  const placed = []
  for (const [at, embedding] of (await embedTexts(ctx, statements)).entries()) {
    const observation = observations[at]!
    const { signal_id, created } = await index.assign({ ...observation, embedding }, options)
    placed.push({ ...observation, embedding, signal_id, created })
  }
  return placed
}

/** Takes observations out of their signals, in the index alone. Returns the signals that have no other. */
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
  for (const { signal_id: id, kind, category, vector } of gone) {
    index.remove({ id, kind, category }, vectorFromBytes(vector), !alive.has(id))
  }
  return signalIds.filter((id) => !alive.has(id))
}

/** False when the content changed, was hidden or was read by another run meanwhile. */
async function markRead(trx: Transaction<Tables>, content: ContentItem, now: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('content_items')
    .set({ processed_at: now })
    .where('org_id', '=', content.org_id)
    .where('id', '=', content.id)
    .where('processed_at', 'is', null)
    .where('updated_at', '=', content.updated_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function forget(trx: Transaction<Tables>, orgId: string, gone: KnownObservation[]) {
  for (const ids of chunks(gone.map(({ id }) => id))) {
    await trx.deleteFrom('item_sources').where('org_id', '=', orgId).where('observation_id', 'in', ids).execute()
    await trx.deleteFrom('observations').where('org_id', '=', orgId).where('id', 'in', ids).execute()
  }
}

/** Observations kept from an earlier reading take their content's new date, which its signal's stability depends on. */
async function updateDate(trx: Transaction<Tables>, { org_id, id, published_at }: ContentItem) {
  const moved = await trx
    .updateTable('observations')
    .set({ observed_at: published_at })
    .where('org_id', '=', org_id)
    .where('content_item_id', '=', id)
    .where('observed_at', '<>', published_at)
    .returning('signal_id')
    .execute()
  if (moved.length === 0) return
  await trx
    .updateTable('signals')
    .set({ scored_at: null })
    .where('org_id', '=', org_id)
    .where(
      'id',
      'in',
      moved.map(({ signal_id }) => signal_id),
    )
    .execute()
}

function startSignal(
  { ctx, agent }: AgentRun,
  trx: Transaction<Tables>,
  signal: Pick<SignalCenter, 'id' | 'kind' | 'category' | 'statement'> & { vector_sum: Uint8Array; now: string },
) {
  const { id, kind, category, statement, vector_sum, now } = signal
  return trx
    .insertInto('signals')
    .values({
      org_id: agent.org_id,
      id,
      agent_id: agent.id,
      kind,
      category,
      statement,
      // Counted when the run has read all content.
      n_count: 0,
      stability: 0,
      vector_sum,
      embedding_model: ctx.embedder.model,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

function changeSignal(trx: Transaction<Tables>, orgId: string, id: string, vector_sum: Uint8Array) {
  return trx
    .updateTable('signals')
    .set({ vector_sum, scored_at: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

/** A signal that led to an item stays, as the item's history; any other has nothing left to say. */
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
