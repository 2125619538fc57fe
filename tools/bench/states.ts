import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientOf } from './heavy.ts'
import { load, type Process, startServiceNow, type Target, untilIdle } from './load.ts'
import { describe, type Figures, measureOnce, type Round, ratiosOf, secondsPerRound, summarize } from './measure.ts'
import { itemsEach, startBare } from './reads.ts'
import { rowId } from './row-id.ts'
import type { Seeded } from './seed.ts'
import { readEach } from './warm.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

/**
 * `npm run bench -- states`: measures reads of `GET /agents/{agentId}` on the embedded engine in every state of a
 * service, against bare routes of the same run. Each round restarts the service.
 */

export const states = ['restarted', 'cold', 'oneAgent', 'warm', 'written', 'writtenEachSecond'] as const
type State = (typeof states)[number]
const bars = ['sameBytes', 'staticBytes'] as const

export interface StatesOfSize {
  agents: number
  reads: Record<State | (typeof bars)[number], Figures>
}

type Name = keyof StatesOfSize['reads']
type Until = number | { requests: number }

const defaultRounds = 3
/** How many rounds measure the first reads after a restart: code is compiled in the first half second. */
const restartedRounds = 4
/** How many reads of agents that were not read before are enough for a figure. */
const maxColdReads = 3000
/** More agents than the number whose documents the process caches. */
const maxWarmReads = 20_000

export async function benchStates(agentCounts: number[], rounds = defaultRounds): Promise<StatesOfSize[]> {
  const sizes = agentCounts.map((agentCount) => ({ agentCount, itemsEach }))
  const workspace = await openWorkspace('sqlite', sizes, { writes: true })
  try {
    const results: StatesOfSize[] = []
    for (const tenant of workspace.tenants) {
      const result = { agents: tenant.agentIds.length, reads: await benchSize(workspace, tenant, rounds) }
      print(result)
      results.push(result)
    }
    return results
  } finally {
    await workspace.close()
  }
}

async function benchSize(workspace: Workspace, tenant: Seeded, rounds: number): Promise<StatesOfSize['reads']> {
  const agents = tenant.agentIds.length
  const measured = new Map<Name, Round[]>()
  const beliefId = await prepare(workspace, tenant)
  const bare = await startBare(workspace, agents)
  try {
    await readEach((next) => ({ url: bare.url, path: () => `/read/${rowId(next())}` }), agents)
    for (let round = 0; round < rounds; round++) {
      const service = await startServiceNow(workspace.environment)
      const measure = async (name: Name, target: Target, until?: Until) => {
        const process = target.url === bare.url ? bare : service
        measured.set(name, [...(measured.get(name) ?? []), await measureOnce({ target, process }, until)])
      }
      await benchRound(service, bare, tenant, beliefId, measure).finally(service.stop)
    }
  } finally {
    await bare.stop()
  }
  return Object.fromEntries([...measured].map(([name, all]) => [name, summarize(all)])) as StatesOfSize['reads']
}

async function benchRound(
  service: Process,
  bare: Process,
  tenant: Seeded,
  beliefId: string,
  measure: (name: Name, target: Target, until?: Until) => Promise<void>,
) {
  const { agentIds, key } = tenant
  const agents = agentIds.length
  const half = Math.ceil(agents / 2)
  const read = (next: () => number): Target => ({
    url: service.url,
    headers: { authorization: `Bearer ${key}` },
    path: () => `/api/v1/agents/${agentIds[next()]}`,
  })
  const readBare = (path: () => string): Target => ({ url: bare.url, path })
  const anyOf = (count: number) => Math.floor(Math.random() * count)
  const readAny = read(() => anyOf(agents))
  const { write } = clientOf(service.url, tenant)
  const writeForAll = () =>
    write('PATCH', `/beliefs/${beliefId}`, { statement: `Everybody keeps promise ${Math.random()}` })

  const readFirstHalf = read(() => anyOf(half))
  await measure('restarted', readFirstHalf, restartedRounds * secondsPerRound)
  await untilIdle(service)
  await load(readFirstHalf, restartedRounds * secondsPerRound)
  let unread = half
  const readUnread = read(() => unread++ % agents)
  await measure('cold', readUnread, { requests: Math.min(agents - half, maxColdReads) })
  for (let pass = 0; pass < 2; pass++) await readEach(read, Math.min(agents, maxWarmReads))
  await measure(
    'oneAgent',
    read(() => agents - 1),
  )
  await measure(
    'staticBytes',
    readBare(() => '/static/agent'),
  )
  await measure('warm', readAny)
  await measure(
    'sameBytes',
    readBare(() => `/read/${rowId(anyOf(agents))}`),
  )
  await writeForAll()
  await measure('written', readAny)
  const writes = [writeForAll()]
  const timer = setInterval(() => writes.push(writeForAll()), 1000)
  for (let part = 0; part < 4; part++) await measure('writtenEachSecond', readAny)
  clearInterval(timer)
  await Promise.all(writes)
}

/**
 * Stores the answer that the bare routes return, and creates a belief of the organization for the writes; returns its
 * id.
 */
async function prepare({ environment, folder }: Workspace, tenant: Seeded): Promise<string> {
  const service: Process = await startServiceNow(environment)
  try {
    const { ask } = clientOf(service.url, tenant)
    const belief = { category: 'axiom', statement: 'Everybody keeps promises' }
    const { id } = await ask('POST', `/organizations/${tenant.orgId}/beliefs`, belief)
    // The first agent has a group, and so a longer answer than the others.
    const answer = await fetch(`${service.url}/api/v1/agents/${tenant.agentIds.at(-1)}`, {
      headers: { authorization: `Bearer ${tenant.key}` },
    })
    writeFileSync(join(folder, 'agent'), Buffer.from(await answer.arrayBuffer()))
    return id
  } finally {
    await service.stop()
  }
}

function print({ agents, reads }: StatesOfSize) {
  console.log(`\n${agents} agents, by state:`)
  for (const [name, figures] of Object.entries(reads)) console.log(`  ${name}: ${describe(figures)}`)
  for (const state of states) {
    const ratios = bars.map((bar) => {
      const { byRate, byProcessor } = ratiosOf(reads[state], reads[bar])
      return `${byRate.toFixed(2)} of ${bar} by rate, ${byProcessor.toFixed(2)} by processor time`
    })
    console.log(`  ${state}: ${ratios.join('; ')}`)
  }
}
