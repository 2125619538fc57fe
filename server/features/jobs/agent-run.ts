import type { Transaction } from 'kysely'
import { notFound } from '#core/base/errors.ts'
import { forKeyShare } from '../../db/locks.ts'
import type { Agent, Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import type { JobRun } from './lease.ts'

/** One run of discovery for one agent: the state that its stages share. */
export interface AgentRun {
  ctx: Ctx
  run: JobRun
  agent: Agent
}

/**
 * Runs a transaction of a run. First locks the agent against deletion, since a deletion takes the agent's lock before
 * any other, and checks that the job still belongs to this attempt: an attempt whose job was taken over must not write.
 */
export function inRunTransaction<T>(
  { ctx, run, agent }: AgentRun,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction().execute(async (trx) => {
    const present = await forKeyShare(ctx.db)(
      trx.selectFrom('agents').select('id').where('org_id', '=', agent.org_id).where('id', '=', agent.id),
    ).executeTakeFirst()
    if (!present) throw notFound('Agent')
    await run.hold(trx)
    return work(trx)
  })
}

/** @throws 404 when the agent is missing. */
export async function beginAgentRun(ctx: Ctx, run: JobRun): Promise<AgentRun> {
  const agent = await ctx.db
    .selectFrom('agents')
    .selectAll()
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', run.job.agent_id ?? '')
    .executeTakeFirst()
  if (!agent) throw notFound('Agent')
  return { ctx, run, agent }
}
