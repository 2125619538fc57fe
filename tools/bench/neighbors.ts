import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { archiveOf, clientOf, type Heavy, heavyThings, rulesOf } from './heavy.ts'
import { median, percentiles, startService } from './load.ts'
import type { ReaderReport, ReaderSettings } from './paced-reader.ts'
import { leastDisturbed, watchOthers } from './processors.ts'
import { itemsEach } from './reads.ts'
import type { Seeded } from './seed.ts'
import { seedContent } from './seed-content.ts'
import { readAgents } from './warm.ts'
import { openWorkspace } from './workspace.ts'

/**
 * `npm run bench -- neighbors`: measures how long reading a prompt takes while a heavy operation runs for another
 * organization on the embedded engine, against the same reads in a quiet service.
 */

export const reader = { perSecond: 200, connections: 4 }
/** The rate of quick operations: without a pause, the quicker an operation becomes, the more load it would be. */
export const timesPerSecond = 20
export const goal = { worstMoreMs: 40, p99Times: 3 }

interface NeighborSettings {
  /** How many agents the reading organization has. */
  readAgents: number
  rulesMegabytes: number
  contentItems: number
  archiveMegabytes: number
  /** How long the reader reads during each operation, and how long an operation may take at most. */
  seconds: number
  atMostSeconds: number
}

const numberOfAgents = 50_000
/** How often a reading that other programs disturbed is repeated. */
const attempts = 3
const settings: NeighborSettings = {
  readAgents: 1000,
  rulesMegabytes: 1,
  contentItems: 10_000,
  archiveMegabytes: 62,
  seconds: Number(process.env.BENCH_SECONDS ?? 4),
  atMostSeconds: 40,
}

interface Percentiles {
  p50Ms: number
  p99Ms: number
  maxMs: number
}

/** The result of reads, and how late the reader itself was. */
interface Reads extends Percentiles {
  reads: number
  readerLag: Percentiles
  /** The share of all processors that other programs took in the same time. */
  othersShare: number
}

export interface Beside {
  name: string
  /** How many agents the organization of the heavy operation has. */
  agents: number
  /** The medians of three quiet readings in the same run. */
  quiet: Percentiles
  /** Also of three readings, unless the operation runs only once. */
  beside: Reads
  /** How often the operation ran while the reader read, and how long it took, in milliseconds. */
  thing: { times: number; medianMs: number; ended: boolean }
  meetsGoal: boolean
}

/** @param wanted reads only during operations whose names contain one of these. */
export async function benchNeighbors(
  agents = numberOfAgents,
  wanted: string[] = [''],
  amounts = settings,
): Promise<Beside[]> {
  const { readAgents: agentsRead, contentItems, archiveMegabytes, rulesMegabytes, ...pace } = amounts
  const sizes = [agentsRead, agents].map((agentCount) => ({ agentCount, itemsEach }))
  const workspace = await openWorkspace('sqlite', sizes, { writes: true })
  try {
    const [reading, busy] = workspace.tenants as [Seeded, Seeded]
    const withContent = await seedContent(workspace.environment, busy.orgId, contentItems)
    const archive = await archiveOf(archiveMegabytes)
    const service = await startService(workspace.environment)
    try {
      for (const tenant of [reading, busy]) await readAgents(service.url, tenant)
      // Lowers its priority, because this process simulates clients on other machines.
      lowerPriority()
      const inputs = { archive, withContent, rules: rulesOf(rulesMegabytes) }
      const things = heavyThings(clientOf(service.url, busy), busy, inputs).filter(({ name }) =>
        wanted.some((part) => name.includes(part)),
      )
      return (await benchBeside(service.url, reading, things, pace)).map((row) => ({ ...row, agents }))
    } finally {
      await service.stop()
    }
  } finally {
    await workspace.close()
  }
}

/** Gives this process, including V8's threads, a lower priority than the service. */
function lowerPriority() {
  for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), 10)
}

type Pace = Pick<NeighborSettings, 'seconds' | 'atMostSeconds'>

async function benchBeside(
  url: string,
  tenant: Seeded,
  things: Heavy[],
  pace: Pace,
): Promise<Omit<Beside, 'agents'>[]> {
  const read = (thing?: Heavy) => leastDisturbed(() => readBeside(url, tenant, thing, pace), thing?.once ? 1 : attempts)
  await read()
  const quietReads = [await read(), await read(), await read()]
  const quiet = middleOf(quietReads)
  for (const { beside } of quietReads) console.log(`  quiet: ${describe(beside)}`)
  const results: Omit<Beside, 'agents'>[] = []
  for (const thing of things) {
    // The first run in a process loads and compiles code, for tens of milliseconds.
    if (!thing.once) await thing.run(AbortSignal.timeout(pace.atMostSeconds * 1000))
    const readings = thing.once ? [await read(thing)] : [await read(thing), await read(thing), await read(thing)]
    const beside = middleOf(readings)
    const taken = readings.flatMap((reading) => reading.taken)
    const ended = readings.every((reading) => reading.ended)
    const meetsGoal = beside.p99Ms <= goal.p99Times * quiet.p99Ms && beside.maxMs <= quiet.maxMs + goal.worstMoreMs
    const medianMs = median(taken)
    for (const reading of readings) console.log(`  ${thing.name}: ${describe(reading.beside)}`)
    console.log(
      `  ${meetsGoal ? 'ok' : 'MISSED'}; itself ${taken.length} times, ${medianMs.toFixed(0)} ms${ended ? '' : ' (not at its end)'}`,
    )
    const done = { times: taken.length, medianMs, ended }
    results.push({ name: thing.name, quiet, beside, thing: done, meetsGoal })
  }
  return results
}

interface Reading {
  beside: Reads
  /** How long each run of the operation took, in milliseconds. */
  taken: number[]
  ended: boolean
  othersShare: number
}

/** Returns the medians, the number of all reads, and the largest share of other programs. */
function middleOf(readings: Reading[]): Reads {
  const all = readings.map(({ beside }) => beside)
  const middle = (each: Percentiles[]): Percentiles => ({
    p50Ms: median(each.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(each.map(({ p99Ms }) => p99Ms)),
    maxMs: median(each.map(({ maxMs }) => maxMs)),
  })
  return {
    reads: all.reduce((sum, { reads }) => sum + reads, 0),
    ...middle(all),
    readerLag: middle(all.map(({ readerLag }) => readerLag)),
    othersShare: Math.max(...all.map(({ othersShare }) => othersShare)),
  }
}

/** Reads at the reader's rate for some seconds, and for as long as the operation runs. */
async function readBeside(
  url: string,
  { key, agentIds }: Seeded,
  thing: Heavy | undefined,
  { seconds, atMostSeconds }: Pace,
): Promise<Reading> {
  const process = fork(join(import.meta.dirname, 'paced-reader.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  process.send({ url, key, agentIds, ...reader } satisfies ReaderSettings)
  await once(process, 'message')
  const end = performance.now() + seconds * 1000
  const others = watchOthers()
  const taken: number[] = []
  let ended = true
  if (thing) {
    const signal = AbortSignal.timeout(atMostSeconds * 1000)
    do {
      const begun = performance.now()
      ended = await endsBefore(signal, thing)
      taken.push(performance.now() - begun)
      if (!thing.once) await sleep(Math.max(0, begun + 1000 / timesPerSecond - performance.now()))
    } while (ended && !thing.once && performance.now() < end)
  }
  await sleep(Math.max(0, end - performance.now()))
  const othersShare = others()
  process.send('stop')
  const [{ times, lags }] = (await once(process, 'message')) as [ReaderReport]
  const beside = {
    reads: times.length,
    ...percentiles(times),
    readerLag: percentiles(lags),
    othersShare,
  }
  return { beside, taken, ended, othersShare }
}

async function endsBefore(signal: AbortSignal, { run }: Heavy): Promise<boolean> {
  try {
    await run(signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return !signal.aborted
}

const describe = ({ p50Ms, p99Ms, maxMs, readerLag, othersShare }: Reads) =>
  `p50 ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(1)}, worst ${maxMs.toFixed(1)} ms ` +
  `(the reader was late by p99 ${readerLag.p99Ms.toFixed(1)}, worst ${readerLag.maxMs.toFixed(1)} ms, others took ${(othersShare * 100).toFixed(0)} % of the machine)`
