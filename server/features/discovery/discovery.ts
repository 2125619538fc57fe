import type { Job } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { requireRoom } from '../accounts/usage.ts'
import { enqueueConsensusIfAsked } from '../consensus/schedule.ts'
import { type AgentRun, beginAgentRun, inRunTransaction } from '../jobs/agent-run.ts'
import { requestJob, requestJobs } from '../jobs/jobs.ts'
import type { JobRun } from '../jobs/lease.ts'
import { agentOwner } from '../layers/owners.ts'
import { observeContent } from './observe.ts'
import { promoteSignals } from './promote.ts'
import { enqueueBackfills, renewSignalVectors } from './renew-vectors.ts'
import { scoreSignals } from './score.ts'
import { surveyCommits } from './survey.ts'

/** Pattern-based discovery: content becomes observations, then signals, then items (behavior: Signals). */

/**
 * Runs discovery once for the job's agent. Progress is read from the data, so a run that died is simply run again, and
 * a run without new content changes nothing.
 *
 * @throws 507 when the organization may store no more items; content that is not read yet stays for the next run.
 */
export async function discover(ctx: Ctx, run: JobRun) {
  const discovery = await beginAgentRun(ctx, run)
  await requireRoom(ctx, run.job.org_id, 'items')
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
