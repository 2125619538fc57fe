import { sql, type Transaction } from 'kysely'
import type { Reporter } from '#core/domain/requests/reporters.ts'
import { type EmbeddedObservation, type Score, scoreSignal } from '#core/domain/similar/signals.ts'
import { vectorFromBytes, vectorToBytes } from '#core/domain/vectors/similarity.ts'
import type { Observation, Signal, Tables } from '../../db/tables.ts'
import { chunks } from '../../db/values.ts'
import { type AgentRun, inRunTransaction } from '../jobs/agent-run.ts'

/**
 * The second stage of discovery: scores signals (behavior: Signals). A signal is scored again when its observations or
 * their content changed, when the agent's decay rate changed, and once a day because of decay alone.
 */

const signalPageSize = 50
const vectorPageSize = 500
const rescoreHours = 24

/** Scores the signals that are due. Returns their number. */
export async function scoreSignals(discovery: AgentRun): Promise<number> {
  const { ctx, run } = discovery
  await inRunTransaction(discovery, (trx) => noticeHiddenContent(discovery, trx))
  const due = dueSignals(discovery)
  const { total } = await due.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  let scored = 0
  let last = ''
  while (true) {
    await run.progress('cluster', scored, total)
    const page = await due
      .select(['id', 'kind'])
      .$if(last !== '', (query) => query.where('id', '>', last))
      .orderBy('id')
      .limit(signalPageSize)
      .execute()
    if (page.length === 0) return scored
    const now = ctx.now()
    const scores = await readScores(discovery, page, now)
    await inRunTransaction(discovery, async (trx) => {
      for (const { id, score } of scores) await saveScore(discovery, trx, id, score, now.toISOString())
    })
    scored += page.length
    last = page.at(-1)!.id
  }
}

/**
 * Scores signals by their live observations, or only by those whose content these reporters brought in, without what
 * somebody told the agent.
 */
export async function readScores(
  discovery: AgentRun,
  signals: Pick<Signal, 'id' | 'kind'>[],
  now: Date,
  reporters?: readonly Reporter[],
) {
  const { ctx, agent } = discovery
  const observations = await liveObservations(
    discovery,
    signals.map(({ id }) => id),
    reporters,
  )
  return signals.map(({ id, kind }) => ({
    id,
    score: scoreSignal(
      (observations.get(id) ?? []).map((observation) => ({ ...observation, kind, live: true })),
      {
        now: now.getTime(),
        decayRate: agent.decay_rate,
        rescale: (cosine) => ctx.embedder.rescale(cosine),
      },
    ),
  }))
}

const dueSignals = ({ ctx, agent }: AgentRun) => {
  const yesterday = new Date(ctx.now().getTime() - rescoreHours * 3_600_000).toISOString()
  return ctx.db
    .selectFrom('signals')
    .where('org_id', '=', agent.org_id)
    .where('agent_id', '=', agent.id)
    .where((eb) =>
      eb.or([
        eb('scored_at', 'is', null),
        eb('scored_at', '<', yesterday),
        eb('scored_decay_rate', '<>', agent.decay_rate),
      ]),
    )
}

/**
 * Excludes hidden and removed content, and includes it again when it is restored (behavior: Content items). Starts from
 * the few hidden items, so that observations of other content cost nothing.
 */
async function noticeHiddenContent({ agent }: AgentRun, trx: Transaction<Tables>) {
  const observations = trx.updateTable('observations').where('org_id', '=', agent.org_id).returning('signal_id')
  const hidden = await observations
    .set({ live: false })
    .where((eb) => eb.ref('live'))
    .where('content_item_id', 'in', (eb) =>
      eb
        .selectFrom('content_items')
        .select('id')
        .where('org_id', '=', agent.org_id)
        .where('agent_id', '=', agent.id)
        .where((eb) => eb.or([eb('removed_at', 'is not', null), eb('status', '=', sql.lit('hidden'))])),
    )
    .execute()
  const back = await observations
    .set({ live: true })
    .where('agent_id', '=', agent.id)
    .where((eb) => eb.not(eb.ref('live')))
    .where('withdrawn_by', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('content_items')
          .select('content_items.id')
          .whereRef('content_items.org_id', '=', 'observations.org_id')
          .whereRef('content_items.id', '=', 'observations.content_item_id')
          .where('removed_at', 'is', null)
          .where('status', '=', 'imported'),
      ),
    )
    .execute()
  await scoreAgain(trx, agent.org_id, [...hidden, ...back])
}

/** Lets the next run score the signals of observations that changed. */
export async function scoreAgain(
  trx: Transaction<Tables>,
  orgId: string,
  observations: readonly Pick<Observation, 'signal_id'>[],
): Promise<void> {
  const signalIds = [...new Set(observations.map(({ signal_id }) => signal_id))]
  for (const ids of chunks(signalIds)) {
    await trx
      .updateTable('signals')
      .set({ scored_at: null })
      .where('org_id', '=', orgId)
      .where('id', 'in', ids)
      .execute()
  }
}

type ScoredObservation = Pick<
  EmbeddedObservation,
  | 'id'
  | 'content_item_id'
  | 'category'
  | 'statement'
  | 'quote'
  | 'published_at'
  | 'embedding'
  | 'session'
  | 'told'
  | 'inConversation'
  | 'explicit'
  | 'confidence'
>

/**
 * Returns the live observations of some signals, oldest first. Equal statements share one vector, so that memory grows
 * with the number of different statements.
 */
async function liveObservations({ ctx, agent }: AgentRun, signalIds: string[], reporters?: readonly Reporter[]) {
  const rows = await ctx.db
    .selectFrom('observations')
    .select(['id', 'signal_id', 'content_item_id', 'category', 'statement', 'quote', 'observed_at as published_at'])
    .select(['session', 'told', 'explicit', 'confidence'])
    .select((eb) =>
      eb
        .selectFrom('content_items')
        .select('source_type')
        .whereRef('content_items.org_id', '=', 'observations.org_id')
        .whereRef('content_items.id', '=', 'observations.content_item_id')
        .as('source_type'),
    )
    .where('org_id', '=', agent.org_id)
    .where('signal_id', 'in', signalIds)
    .where((eb) => eb.ref('live'))
    .$if(reporters !== undefined, (query) =>
      query
        .where((eb) => eb.not(eb.ref('told')))
        .where('content_item_id', 'in', (eb) =>
          eb
            .selectFrom('content_items')
            .select('content_items.id')
            .where('content_items.org_id', '=', agent.org_id)
            .where('content_items.agent_id', '=', agent.id)
            .where('content_items.reported_by', 'in', reporters!),
        ),
    )
    // Matches the index: by id alone, SQLite reads all observations of the organization.
    .orderBy('signal_id')
    .orderBy('id')
    .execute()
  const firstOf = new Map(rows.toReversed().map(({ statement, id }) => [statement, id]))
  const vectors = new Map<string, Float32Array>()
  const ids = [...firstOf.values()]
  for (let at = 0; at < ids.length; at += vectorPageSize) {
    const page = await ctx.db
      .selectFrom('observations')
      .select(['id', 'vector'])
      .where('org_id', '=', agent.org_id)
      .where('id', 'in', ids.slice(at, at + vectorPageSize))
      .execute()
    for (const { id, vector } of page) vectors.set(id, vectorFromBytes(vector))
  }
  const embedded = rows.map(({ signal_id, source_type, ...row }): ScoredObservation & { signal_id: string } => ({
    ...row,
    signal_id,
    inConversation: source_type === 'conversation',
    embedding: vectors.get(firstOf.get(row.statement)!)!,
  }))
  return Map.groupBy(embedded, ({ signal_id }) => signal_id)
}

/** A signal without live observations keeps its words and dates, and scores zero. */
function saveScore(
  { agent }: AgentRun,
  trx: Transaction<Tables>,
  id: string,
  { statement, category, center, first_seen_at, last_seen_at, ...figures }: Score,
  now: string,
) {
  return trx
    .updateTable('signals')
    .set({
      ...figures,
      ...(center && { statement, category, first_seen_at, last_seen_at, center: vectorToBytes(center) }),
      scored_at: now,
      scored_decay_rate: agent.decay_rate,
      settled: false,
      updated_at: now,
    })
    .where('org_id', '=', agent.org_id)
    .where('id', '=', id)
    .execute()
}
