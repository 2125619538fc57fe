import { setTimeout as sleep } from 'node:timers/promises'
import { clientOf, heavyThings } from './heavy.ts'
import { load, startService } from './load.ts'
import { connections } from './measure.ts'
import { itemsEach } from './reads.ts'
import type { Seeded } from './seed.ts'
import { readAgents } from './warm.ts'
import { openWorkspace } from './workspace.ts'

/**
 * `npm run bench -- memory`: measures the memory of the embedded service after each operation that reads all of an
 * organization.
 */

export interface MemoryOfSize {
  agents: number
  items: number
  /** After each step in turn, in megabytes: the resident memory at that time, and its maximum so far. */
  steps: { name: string; residentMegabytes: number; peakMegabytes: number }[]
}

const numbersOfAgents = [10_000, 100_000]
const steps = ['overview, after a write', 'search, in many items', 'last page of agents', 'consensus', 'dedup preview']
const secondsOfLists = 2
/** A step that takes longer counts as done: it has allocated its memory by then. */
const atMostMs = 60_000

export async function benchMemory(agentCounts = numbersOfAgents): Promise<MemoryOfSize[]> {
  const results: MemoryOfSize[] = []
  for (const agentCount of agentCounts) {
    const workspace = await openWorkspace('sqlite', [{ agentCount, itemsEach }], { writes: true })
    try {
      const [tenant] = workspace.tenants as [Seeded]
      results.push(await benchSize(workspace.environment, tenant))
    } finally {
      await workspace.close()
    }
  }
  return results
}

async function benchSize(environment: Record<string, string>, tenant: Seeded): Promise<MemoryOfSize> {
  const service = await startService(environment)
  try {
    const agents = tenant.agentIds.length
    const headers = { authorization: `Bearer ${tenant.key}` }
    const client = clientOf(service.url, tenant)
    const list = `${service.url}/api/v1/agents?limit=100&include=beliefs,responsibilities`
    const things = heavyThings(client, tenant, { archive: new Blob([]), withContent: '' })
    const result: MemoryOfSize = { agents, items: agents * itemsEach, steps: [] }
    const step = async (name: string, run: () => Promise<unknown>) => {
      const started = performance.now()
      await run()
      const { residentMegabytes, peakMegabytes } = service
      result.steps.push({ name, residentMegabytes: residentMegabytes(), peakMegabytes: peakMegabytes() })
      console.log(
        `  ${agents} agents, after ${name}: ${residentMegabytes().toFixed(0)} MB resident, at most ${peakMegabytes().toFixed(0)} MB (${((performance.now() - started) / 1000).toFixed(1)} s)`,
      )
    }
    await step('start', () => Promise.resolve())
    await step('reading every agent', () => readAgents(service.url, tenant))
    await step('lists of 100 agents with items', () => load({ url: list, headers }, secondsOfLists, connections))
    for (const { name, run } of things.filter((thing) => steps.includes(thing.name))) {
      const signal = AbortSignal.timeout(atMostMs)
      await step(name, () =>
        run(signal).catch((error) => {
          if (!signal.aborted) throw error
        }),
      )
    }
    // Threads end after 10 idle seconds.
    await step('2 idle seconds', () => sleep(2000))
    await step('5 idle seconds', () => sleep(5000))
    await step('30 idle seconds', () => sleep(25_000))
    return result
  } finally {
    await service.stop()
  }
}
