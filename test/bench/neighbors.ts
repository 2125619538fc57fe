import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { archiveOf, clientOf, type Heavy, heavyThings, organizationWritesPerSecond } from './heavy.ts'
import { median, percentiles, startService } from './load.ts'
import type { ReaderReport, ReaderSettings } from './paced-reader.ts'
import { openPlace } from './place.ts'
import { itemsEach } from './reads.ts'
import type { Seeded } from './seed.ts'
import { seedContent } from './seed-content.ts'
import { readAgents } from './warm.ts'

/**
 * `npm run bench -- neighbors`: what reading a prompt takes while something heavy runs for the same organization, on the
 * embedded engine, against the same reads in a quiet service.
 */

export const reader = { perSecond: 200, connections: 4 }
export const goal = { worstMoreMs: 20, p99Times: 2, p99TimesWithWrites: 3 }

interface NeighborSettings {
  contentItems: number
  archiveMegabytes: number
  /** How long the reader reads beside each thing, and how long a thing may take at most. */
  seconds: number
  atMostSeconds: number
}

const numberOfAgents = 50_000
const settings: NeighborSettings = {
  contentItems: 10_000,
  archiveMegabytes: 62,
  seconds: Number(process.env.BENCH_SECONDS ?? 6),
  atMostSeconds: 40,
}

interface Percentiles {
  p50Ms: number
  p99Ms: number
  maxMs: number
}

export interface Beside extends Percentiles {
  name: string
  agents: number
  reads: number
  /** How late the reader itself was. */
  readerLag: Percentiles
  /** How often the thing was done while the reader read, and what it took, in milliseconds; null for quiet. */
  thing: { times: number; medianMs: number; ended: boolean } | null
  /** Null for quiet, against which the others are compared. */
  meetsGoal: boolean | null
}

export async function benchNeighbors(agents = numberOfAgents, amounts = settings): Promise<Beside[]> {
  const { contentItems, archiveMegabytes, ...pace } = amounts
  const place = await openPlace('sqlite', [{ agentCount: agents, itemsEach }], { writes: true })
  try {
    const [tenant] = place.tenants as [Seeded]
    const withContent = await seedContent(place.environment, tenant.orgId, contentItems)
    const archive = await archiveOf(archiveMegabytes)
    const service = await startService(place.environment)
    try {
      await readAgents(service.url, tenant)
      const things = heavyThings(clientOf(service.url, tenant), tenant, { archive, withContent })
      return await benchBeside(service.url, tenant, things, pace)
    } finally {
      await service.stop()
    }
  } finally {
    await place.close()
  }
}

type Pace = Pick<NeighborSettings, 'seconds' | 'atMostSeconds'>

async function benchBeside(url: string, tenant: Seeded, things: Heavy[], pace: Pace): Promise<Beside[]> {
  const read = (thing: Heavy | undefined) => readBeside(url, tenant, thing, pace)
  await read(undefined)
  const quiet = [await read(undefined), await read(undefined), await read(undefined)]
  const quietMs = {
    p99Ms: median(quiet.map(({ p99Ms }) => p99Ms)),
    maxMs: median(quiet.map(({ maxMs }) => maxMs)),
  }
  for (const each of quiet) print(each)
  const results = [...quiet]
  for (const thing of things) {
    const result = await read(thing)
    const times = thing.name.startsWith(String(organizationWritesPerSecond)) ? goal.p99TimesWithWrites : goal.p99Times
    result.meetsGoal = result.p99Ms <= times * quietMs.p99Ms && result.maxMs <= quietMs.maxMs + goal.worstMoreMs
    print(result)
    results.push(result)
  }
  return results
}

/** Reads at the reader's pace for some seconds, and for as long as the thing runs. */
async function readBeside(
  url: string,
  { key, agentIds }: Seeded,
  thing: Heavy | undefined,
  { seconds, atMostSeconds }: Pace,
): Promise<Beside> {
  const process = fork(join(import.meta.dirname, 'paced-reader.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  process.send({ url, key, agentIds, ...reader } satisfies ReaderSettings)
  await once(process, 'message')
  const end = performance.now() + seconds * 1000
  const taken: number[] = []
  let ended = true
  if (thing) {
    const signal = AbortSignal.timeout(atMostSeconds * 1000)
    do {
      const started = performance.now()
      ended = await thing.run(signal).then(
        () => !signal.aborted,
        (error) => {
          if (!signal.aborted) throw error
          return false
        },
      )
      taken.push(performance.now() - started)
    } while (ended && !thing.once && performance.now() < end)
  }
  await sleep(Math.max(0, end - performance.now()))
  process.send('stop')
  const [{ times, lags }] = (await once(process, 'message')) as [ReaderReport]
  return {
    name: thing?.name ?? 'quiet',
    agents: agentIds.length,
    reads: times.length,
    ...percentiles(times),
    readerLag: percentiles(lags),
    thing: thing ? { times: taken.length, medianMs: median(taken), ended } : null,
    meetsGoal: null,
  }
}

function print({ name, p50Ms, p99Ms, maxMs, readerLag, thing, meetsGoal }: Beside) {
  const verdict = meetsGoal === null ? '' : meetsGoal ? '  ok' : '  MISSED'
  const itself = thing
    ? `; itself ${thing.times} times, ${thing.medianMs.toFixed(0)} ms${thing.ended ? '' : ' (not at its end)'}`
    : ''
  console.log(
    `  ${name}: p50 ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(1)}, worst ${maxMs.toFixed(1)} ms${verdict}` +
      ` (the reader was late by p99 ${readerLag.p99Ms.toFixed(1)}, worst ${readerLag.maxMs.toFixed(1)} ms)${itself}`,
  )
}
