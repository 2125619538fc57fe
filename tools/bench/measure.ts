import { type Load, load, median, type Process, type Target } from './load.ts'
import { leastDisturbed, watchOthers } from './processors.ts'

/**
 * Measures several targets in turn, round by round, because machines are noisy: only the ratios within a run are
 * meaningful. Rounds are short and many, since a host may change its speed within minutes; together they stay below the
 * largest limit per minute.
 */

export const connections = 32
export const rounds = 7
export const secondsPerRound = Number(process.env.BENCH_SECONDS ?? 0.5)

/** A target and the process that serves it. */
export interface Measured {
  target: Target
  process: Process
}

/** Median, minimum and maximum of the rounds. */
export interface Range {
  median: number
  min: number
  max: number
}

const measures = [
  'perSecond',
  'p50Ms',
  'p99Ms',
  'maxMs',
  'processorMicroseconds',
  'generatorMicroseconds',
  'othersShare',
] as const
/**
 * The results of a target. `processorMicroseconds` is the processor time of its process, with all threads, per request;
 * that of a PostgreSQL server is not included.
 */
export type Figures = Record<(typeof measures)[number], Range>
export type Round = Load & { processorMicroseconds: number; othersShare: number }

export async function measureInTurn<Name extends string>(
  targets: Record<Name, Measured>,
): Promise<Record<Name, Figures>> {
  const names = Object.keys(targets) as Name[]
  const results = new Map<Name, Round[]>(names.map((name) => [name, []]))
  // Warms up the code, as in a service that has been running.
  for (const name of names) await load(targets[name].target, secondsPerRound, connections)
  for (let round = 0; round < rounds; round++) {
    for (const [name, each] of results) each.push(await leastDisturbed(() => measureOnce(targets[name]), attempts))
  }
  return Object.fromEntries(names.map((name) => [name, summarize(results.get(name)!)])) as Record<Name, Figures>
}

/** Does not repeat a very short round: its speed is meaningless, disturbed or not. */
const attempts = secondsPerRound < 0.5 ? 1 : 4

/** @param until seconds or a number of requests; those of a round if absent. */
export async function measureOnce(
  { target, process }: Measured,
  until: number | { requests: number } = secondsPerRound,
): Promise<Round> {
  const others = watchOthers()
  const before = process.processorMs()
  const result = await load(target, until, connections)
  const processorMicroseconds = ((process.processorMs() - before) * 1000) / result.requests
  return { ...result, processorMicroseconds, othersShare: others() }
}

export const summarize = (all: Round[]) =>
  Object.fromEntries(measures.map((measure) => [measure, rangeOf(all.map((round) => round[measure]))])) as Figures

const rangeOf = (numbers: number[]): Range => ({
  median: median(numbers),
  min: Math.min(...numbers),
  max: Math.max(...numbers),
})

/** Compares the speed of the first with the second: by requests per second, and by processor time per request. */
export const ratiosOf = (own: Figures, bare: Figures) => ({
  byRate: own.perSecond.median / bare.perSecond.median,
  byProcessor: bare.processorMicroseconds.median / own.processorMicroseconds.median,
})

/** Formats the results for the terminal. */
export function describe(figures: Figures) {
  const { perSecond, p50Ms, p99Ms, maxMs, processorMicroseconds, generatorMicroseconds, othersShare } = figures
  const ms = ({ median }: Range) => median.toFixed(median < 10 ? 1 : 0)
  const whole = ({ median, min, max }: Range) => `${median.toFixed(0)} (${min.toFixed(0)} to ${max.toFixed(0)})`
  return (
    `${whole(perSecond)}/s; p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}, worst ${ms(maxMs)} ms; ` +
    `${whole(processorMicroseconds)} µs of processor a request, generator ${generatorMicroseconds.median.toFixed(0)} µs; ` +
    `others took ${(othersShare.max * 100).toFixed(0)} % of the machine at most`
  )
}
