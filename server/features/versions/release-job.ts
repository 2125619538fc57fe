import type { Ctx } from '../../deps.ts'
import type { JobRun } from '../jobs/lease.ts'
import { pinLive, readLive } from './pin-live.ts'
import { agentsOf, type Release } from './releases.ts'

/** How many agents a transaction moves. */
const agentsAtATime = 100

/** Moves a label of many agents (behavior: Releases). A further attempt leaves those that the job moved already. */
export async function releaseJob(ctx: Ctx, run: JobRun): Promise<Record<string, unknown>> {
  const { org_id: orgId, id: jobId, input } = run.job
  const wanted = input as unknown as Release
  const total = await countOf(ctx, orgId, wanted)
  let done = 0
  let after: string | undefined
  while (true) {
    const agentIds = await agentsOf(ctx, orgId, wanted, { after, limit: agentsAtATime })
    if (agentIds.length === 0) break
    const moved = await movedOf(ctx, orgId, jobId, agentIds)
    const live = await readLive(
      ctx,
      orgId,
      agentIds.filter((id) => !moved.has(id)),
    )
    await ctx.db.transaction().execute(async (trx) => {
      await run.hold(trx)
      await pinLive(trx, { ...wanted, orgId, jobId, now: ctx.now() }, live)
    })
    done += agentIds.length
    after = agentIds.at(-1)
    await run.progress('moving', done, Math.max(total, done))
  }
  return { moved: (await movedOf(ctx, orgId, jobId)).size }
}

async function countOf({ db }: Ctx, orgId: string, { agent_ids, group_id }: Release): Promise<number> {
  if (agent_ids) return agent_ids.length
  const { count } = await db
    .selectFrom('agents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .$if(group_id !== undefined, (query) => query.where('group_id', '=', group_id!))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function movedOf({ db }: Ctx, orgId: string, jobId: string, among?: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('label_moves')
    .select('agent_id')
    .where('org_id', '=', orgId)
    .where('job_id', '=', jobId)
    .$if(among !== undefined, (query) => query.where('agent_id', 'in', among!))
    .execute()
  return new Set(rows.map(({ agent_id }) => agent_id))
}
