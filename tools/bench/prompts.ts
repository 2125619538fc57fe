import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median, type Process, startServiceNow, type Target, untilIdle } from './load.ts'
import { describe, type Figures, measureOnce, type Range, type Round, summarize } from './measure.ts'
import { itemsEach, startBare } from './reads.ts'
import { rowId } from './row-id.ts'
import type { Seeded } from './seed.ts'
import { readEach } from './warm.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

/**
 * `npm run bench -- prompts`: reads prompts of agents that did not change, any agent with the same probability, against a
 * bare read by primary key of as many bytes from as many rows: of a running service, and as its first requests after a
 * restart. Each read of the service has its bare one at once after it, so that both meet the same machine.
 */

export const promptReads = ['running', 'restarted'] as const

interface Pair {
  own: Figures
  bare: Figures
  /** Processor time of a bare read in one of the service, of each pair. */
  byProcessor: Range
}

export interface PromptsOfSize {
  agents: number
  bytes: number
  pairs: Record<(typeof promptReads)[number], Pair>
}

const requests = 4000
const rounds = { running: 9, restarted: 5 }

export async function benchPrompts(agentCounts: number[]): Promise<PromptsOfSize[]> {
  const sizes = agentCounts.map((agentCount) => ({ agentCount, itemsEach }))
  const workspace = await openWorkspace('sqlite', sizes, { writes: true })
  try {
    const results: PromptsOfSize[] = []
    for (const tenant of workspace.tenants) results.push(await benchSize(workspace, tenant))
    return results
  } finally {
    await workspace.close()
  }
}

async function benchSize(workspace: Workspace, { key, agentIds }: Seeded): Promise<PromptsOfSize> {
  const agents = agentIds.length
  const any = () => Math.floor(Math.random() * agents)
  const headers = { authorization: `Bearer ${key}` }
  const prompts =
    ({ url }: Process) =>
    (next: () => number): Target => ({ url, headers, path: () => `/api/v1/agents/${agentIds[next()]}/prompt` })
  const rows =
    ({ url }: Process) =>
    (next: () => number): Target => ({ url, path: () => `/read/${rowId(next())}` })
  const pairsOf = async (own: Process, bare: Process, count: number) => {
    const pairs: [Round, Round][] = []
    for (let round = 0; round < count; round++)
      pairs.push([
        await measureOnce({ target: prompts(own)(any), process: own }, { requests }),
        await measureOnce({ target: rows(bare)(any), process: bare }, { requests }),
      ])
    return pairs
  }
  let service = await startServiceNow(workspace.environment)
  try {
    const answer = await fetch(`${service.url}/api/v1/agents/${agentIds.at(-1)}/prompt`, { headers })
    const bytes = Buffer.from(await answer.arrayBuffer())
    writeFileSync(join(workspace.folder, 'agent'), bytes)
    // The first read of each makes its version.
    await readEach(prompts(service), agents)
    const restarted: [Round, Round][] = []
    for (let round = 0; round < rounds.restarted; round++) {
      await service.stop()
      service = await startServiceNow(workspace.environment)
      await untilIdle(service)
      const bare = await startBare(workspace, agents)
      restarted.push(...(await pairsOf(service, bare, 1).finally(bare.stop)))
    }
    const bare = await startBare(workspace, agents)
    try {
      for (const each of [prompts(service), rows(bare)]) await readEach(each, Math.min(agents, 20_000))
      const running = await pairsOf(service, bare, rounds.running)
      const pairs = { running: pairOf(running), restarted: pairOf(restarted) }
      for (const name of promptReads) print(agents, name, pairs[name])
      return { agents, bytes: bytes.length, pairs }
    } finally {
      await bare.stop()
    }
  } finally {
    await service.stop()
  }
}

function pairOf(pairs: [Round, Round][]): Pair {
  const ratios = pairs.map(([own, bare]) => bare.processorMicroseconds / own.processorMicroseconds)
  return {
    own: summarize(pairs.map(([own]) => own)),
    bare: summarize(pairs.map(([, bare]) => bare)),
    byProcessor: { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) },
  }
}

function print(agents: number, name: string, { own, bare, byProcessor }: Pair) {
  const { median, min, max } = byProcessor
  console.log(
    `\n${agents} agents, ${name}: ${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)}) of a bare read by processor time\n  ${describe(own)}\n  bare: ${describe(bare)}`,
  )
}
