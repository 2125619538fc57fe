import type { Ctx } from '../../deps.ts'
import { lockLabels, type Mover, movesOf, writeMoves } from './move-labels.ts'

/** How many agents a transaction takes back. */
const agentsAtATime = 100
/** The most agents that are named because their labels moved since. */
const maxNamed = 1000

/** Takes back the moves of a job, a part of the agents in each transaction, so that others can write in between. */
export async function takeBack(ctx: Ctx, mover: Mover, jobId: string) {
  const { orgId, label } = mover
  const keptIds: string[] = []
  let restored = 0
  let after: string | undefined
  while (true) {
    const moved = await ctx.db
      .selectFrom('label_moves')
      .select('agent_id')
      .distinct()
      .where('org_id', '=', orgId)
      .where('job_id', '=', jobId)
      .where('label', '=', label)
      .$if(after !== undefined, (query) => query.where('agent_id', '>', after!))
      .orderBy('agent_id')
      .limit(agentsAtATime)
      .execute()
    if (moved.length === 0) break
    after = moved.at(-1)!.agent_id
    const part = await takeBackPart(
      ctx,
      mover,
      jobId,
      moved.map(({ agent_id }) => agent_id),
    )
    restored += part.restored
    keptIds.push(...part.kept)
  }
  return { restored, kept: await namesOf(ctx, orgId, keptIds.slice(0, maxNamed)) }
}

const takeBackPart = (ctx: Ctx, mover: Mover, jobId: string, agentIds: string[]) =>
  ctx.db.transaction().execute(async (trx) => {
    const states = await lockLabels(trx, mover, agentIds)
    const own = states.filter(({ move }) => move?.job_id === jobId)
    const before = await movesOf(
      trx,
      mover.orgId,
      own.flatMap(({ move }) => move!.previous_id ?? []),
    )
    const moveOf = new Map(before.map((move) => [move.id, move]))
    const moves = own.map((state) => {
      const previous = moveOf.get(state.move!.previous_id ?? '')
      return { state, version: previous?.to_version ?? null, previous_id: previous?.previous_id ?? null }
    })
    await writeMoves(trx, mover, moves)
    const kept = states.filter(({ move }) => move?.job_id !== jobId).map(({ agent_id }) => agent_id)
    return { restored: own.length, kept }
  })

async function namesOf({ db }: Ctx, orgId: string, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('agents')
    .select(['id as agent_id', 'name as agent_name'])
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .orderBy('name')
    .orderBy('id')
    .execute()
}
