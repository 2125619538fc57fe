import { notFound } from '../../base/errors.ts'
import type { Database } from '../../db/connect.ts'
import { ascending, descending } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Job, Signal } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import type { Page } from '../../domain/requests/page.ts'
import { enqueueConsensusIfAsked } from '../consensus/schedule.ts'
import { type AgentRun, beginAgentRun, inRunTransaction } from '../jobs/agent-run.ts'
import { requestJob, requestJobs } from '../jobs/jobs.ts'
import type { JobRun } from '../jobs/lease.ts'
import { agentOwner } from '../layers/owners.ts'
import { rejectionsOf } from './held-back.ts'
import { observeContent } from './observe.ts'
import { promoteSignals } from './promote.ts'
import { enqueueBackfills, renewItemVectors, renewSignalVectors } from './renew-vectors.ts'
import { scoreSignals } from './score.ts'
import { surveyCommits } from './survey.ts'

/** Pattern-based discovery: content becomes observations, then signals, then items (behavior: Signals). */

/**
 * Runs discovery once for the job's agent. Progress is read from the data, so a run that died is simply run again, and
 * a run without new content changes nothing.
 */
export async function discover(ctx: Ctx, run: JobRun) {
  const discovery = await beginAgentRun(ctx, run)
  await markUnread(discovery, run.job.input.read_before)
  if ((await renewSignalVectors(discovery)) > 0) await enqueueBackfills(ctx, run.job.org_id)
  const { read, observed, skipped, unreadable, index } = await observeContent(discovery)
  const surveyed = await surveyCommits(discovery, index)
  const signals = await scoreSignals(discovery)
  const { proposed, strengthened } = await promoteSignals(discovery)
  await ctx.db.transaction().execute((trx) => enqueueConsensusIfAsked(trx, run.job.org_id, ctx.now()))
  return {
    engine: ctx.language.engine,
    embedding_model: ctx.embedder.model,
    content_items_read: read,
    observations_found: observed + surveyed,
    skipped,
    unreadable,
    signals_scored: signals,
    items_proposed: proposed,
    items_strengthened: strengthened,
  }
}

/** Embeds an agent's signals and items again, after the embedding model was changed. */
export async function backfill(ctx: Ctx, run: JobRun) {
  const discovery = await beginAgentRun(ctx, run)
  const signals = await renewSignalVectors(discovery)
  const items = await renewItemVectors(discovery)
  return { embedding_model: ctx.embedder.model, signals_embedded: signals, items_embedded: items }
}

/**
 * Marks content as unread that was read before a moment: the one at which `force` was requested, so that an attempt
 * that continues another one does not start again.
 */
async function markUnread(discovery: AgentRun, readBefore: unknown): Promise<void> {
  if (typeof readBefore !== 'string') return
  const { agent } = discovery
  await inRunTransaction(discovery, (trx) =>
    trx
      .updateTable('content_items')
      .set({ processed_at: null })
      .where('org_id', '=', agent.org_id)
      .where('agent_id', '=', agent.id)
      .where('processed_at', '<', readBefore)
      .where('removed_at', 'is', null)
      .where('status', '=', 'imported')
      .execute(),
  )
}

/**
 * Requests a run, or returns the one that is already waiting; `force` reads all content again (behavior: Jobs).
 *
 * @throws 404 when the agent is missing or foreign, 429 when too many jobs of the organization wait.
 */
export async function requestDiscovery(ctx: Ctx, agentId: string, options: DiscoveryOptions = {}): Promise<Job> {
  const { org_id } = await agentOwner(ctx, agentId)
  return requestJob(ctx, { org_id, ...discoveryOf(ctx, agentId, options) })
}

/** Requests runs for every agent of an organization. */
export async function requestDiscoveryOfAll(ctx: Ctx, orgId: string, options: DiscoveryOptions = {}): Promise<Job[]> {
  const agents = await ctx.db.selectFrom('agents').select('id').where('org_id', '=', orgId).orderBy('id').execute()
  return requestJobs(
    ctx,
    orgId,
    agents.map(({ id }) => discoveryOf(ctx, id, options)),
  )
}

interface DiscoveryOptions {
  force?: boolean
}

const discoveryOf = ({ now }: Ctx, agent_id: string, { force = false }: DiscoveryOptions) => ({
  type: 'pbd' as const,
  agent_id,
  input: force ? { read_before: now().toISOString() } : {},
})

/** Columns of a signal in responses (behavior: Signals). */
const signalColumns = [
  'id',
  'org_id',
  'agent_id',
  'kind',
  'category',
  'statement',
  'n_count',
  'commits_total',
  'stability',
  'promoted',
  'promoted_item_id',
  'wordings',
  'days',
  'first_seen_at',
  'last_seen_at',
  'created_at',
  'updated_at',
] as const

export interface SignalFilter {
  promoted?: boolean
  min_n_count?: number
}

/** Returns an agent's signals, those with the most evidence first. */
export async function listSignals(ctx: Ctx, agentId: string, { promoted, min_n_count }: SignalFilter, page: Page) {
  const { org_id } = await agentOwner(ctx, agentId)
  // The filter may be any number; the column holds 32-bit integers.
  const leastCount = Math.max(0, Math.min(Math.ceil(min_n_count ?? 0), 2_147_483_647))
  const query = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('signals')
      .select(signalColumns)
      .where('org_id', '=', parameter('org_id'))
      .where('agent_id', '=', parameter('agent_id'))
      .$if(promoted !== undefined, (query) => query.where('promoted', '=', parameter('promoted')))
      .where('n_count', '>=', parameter('leastCount'))
  const order = [descending('n_count', 'integer'), descending('stability', 'number'), ascending('id', 'id')]
  const values = { org_id, agent_id: agentId, promoted, leastCount }
  return listPage(ctx, { name: 'signals', values, order, query }, page, (rows) => withRejections(ctx, org_id, rows))
}

/** Adds the rejected item that holds a signal back. */
async function withRejections<Row extends Pick<Signal, 'id' | 'promoted_item_id'>>(
  ctx: Ctx,
  orgId: string,
  rows: Row[],
) {
  const linked = rows.filter(({ promoted_item_id }) => promoted_item_id !== null)
  const rejections = await rejectionsOf(
    ctx,
    orgId,
    linked.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, held_back: rejections.get(row.id) }))
}

/** @throws 404 when it is missing or another tenant's. */
export async function findSignal(ctx: Ctx, id: string) {
  const signal = await ctx.db
    .selectFrom('signals')
    .select(signalColumns)
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!signal) throw notFound('Signal')
  const [found] = await withRejections(ctx, signal.org_id, [signal])
  return found!
}
