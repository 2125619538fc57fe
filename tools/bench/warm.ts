import { load, type Target } from './load.ts'
import { connections } from './measure.ts'
import type { Seeded } from './seed.ts'

/** Reads each of `count` once, so that its pages are in memory. */
export async function readEach(targetOf: (next: () => number) => Target, count: number): Promise<void> {
  let asked = 0
  await load(
    targetOf(() => asked++ % count),
    { requests: count },
    Math.min(connections, count),
  )
}

/** Reads all agents of an organization. */
export const readAgents = (url: string, { key, agentIds }: Seeded): Promise<void> =>
  readEach(
    (next) => ({ url, headers: { authorization: `Bearer ${key}` }, path: () => `/api/v1/agents/${agentIds[next()]}` }),
    agentIds.length,
  )
