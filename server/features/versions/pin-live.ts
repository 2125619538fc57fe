import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { lockLabels, type Mover, returnOf, writeMoves } from './move-labels.ts'

/** Reads the live versions of agents, which makes those that were not read yet; agents that are gone are left out. */
export async function readLive(ctx: Ctx, orgId: string, agentIds: readonly string[]): Promise<Map<string, number>> {
  const live = new Map<string, number>()
  for (const id of agentIds) {
    const prompt = await ctx.identities.prompts.read([orgId], id)
    if (prompt) live.set(id, prompt.version)
  }
  return live
}

/** Sets the label of each agent to its version; returns how many moved. */
export async function pinLive(trx: Transaction<Tables>, mover: Mover, live: ReadonlyMap<string, number>) {
  const states = await lockLabels(trx, mover, [...live.keys()])
  const moves = states.flatMap((state) => {
    const version = live.get(state.agent_id)!
    return state.version === version ? [] : [{ state, version, previous_id: returnOf(state) }]
  })
  await writeMoves(trx, mover, moves)
  return moves.length
}
