import { load, startService, type Target } from './load.ts'
import { connections } from './measure.ts'
import { type Engine, openPlace } from './place.ts'
import type { Seeded, Size } from './seed.ts'

/** Reads each of `count` once: its document is stored, and its pages are in memory. */
export async function readEach(targetOf: (next: () => number) => Target, count: number): Promise<void> {
  let asked = 0
  await load(
    targetOf(() => asked++ % count),
    { requests: count },
    Math.min(connections, count),
  )
}

/** The agents of an organization. */
export const readAgents = (url: string, { key, agentIds }: Seeded): Promise<void> =>
  readEach(
    (next) => ({ url, headers: { authorization: `Bearer ${key}` }, path: () => `/api/v1/agents/${agentIds[next()]}` }),
    agentIds.length,
  )

/** Reads every agent that `keepSeeds` has left, so that benches find their documents stored. */
export async function warmSeeds(engine: Engine, sizes: Size[]): Promise<void> {
  const place = await openPlace(engine, sizes, { writes: false })
  try {
    const service = await startService(place.environment)
    for (const tenant of place.tenants) await readAgents(service.url, tenant)
    await service.stop()
  } finally {
    await place.close()
  }
}
