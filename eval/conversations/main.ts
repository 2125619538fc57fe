import { printCost } from '../cost.ts'
import { configuredEngine, type Engine, engines } from '../engine.ts'
import { measure, overlap, patternOf, patternOfSignal, type Result, recurring } from '../metrics.ts'
import { discover, type Signal } from '../pipeline.ts'
import { openSources, sourcesFolder } from '../sources.ts'
import { markdownTable } from '../table.ts'
import { readPlanted, readReal, type Speaker } from './spoken.ts'

/**
 * `npm run eval -- conversations [configured] [--sources DIR] [--errors]`: discovery on what people say, by half and language. Without
 * sources, only the planted beliefs. `--errors` lists what went wrong in the tuning halves, and leaves the others alone.
 */
export async function evaluateConversations(args: readonly string[], given?: Engine): Promise<void> {
  const engine = given ?? (args.includes('configured') ? await configuredEngine() : engines['built-in']!)
  const table: Record<string, Record<string, string>> = {}
  const sources = args.includes('--sources') ? openSources(sourcesFolder(args)) : undefined
  const errors = args.includes('--errors')
  for (const half of errors ? (['tuning'] as const) : (['tuning', 'held-out'] as const)) {
    const planted = await run(engine, await readPlanted(half))
    if (errors) planted.forEach(printErrors)
    table[`planted, ${half}`] = printFigures(`Planted, ${half}`, planted)
    if (!sources) continue
    const real = await run(engine, await readReal(half, sources))
    if (errors) real.forEach(printErrors)
    table[`real, ${half}`] = printFigures(`Real, ${half}`, real)
  }
  console.log(markdownTable('Talk', table))
}

function printFigures(title: string, runs: Run[]): Record<string, string> {
  for (const [language, some] of Map.groupBy(runs, ({ speaker }) => speaker.language)) {
    console.log(`${title}, ${language}`)
    console.table(figuresOf(some))
  }
  console.log(`${title}, all`)
  const figures = figuresOf(runs)
  console.table(figures)
  return Object.fromEntries(Object.entries(figures).map(([figure, value]) => [figure, String(value)]))
}

interface Run {
  speaker: Speaker
  result: Result
}

/** One after the other: what one organization may ask at a time is bounded. */
async function run(engine: Engine, speakers: Speaker[]): Promise<Run[]> {
  const runs: Run[] = []
  printCost(
    engine,
    'conversations',
    speakers.flatMap(({ agent }) => agent.items.map(({ content }) => content)),
  )
  for (const speaker of speakers)
    runs.push({ speaker, result: { agent: speaker.agent, signals: await discover(engine, speaker.agent) } })
  return runs
}

const isTrap = ({ agent, traps, ended }: Speaker, signal: Signal) => {
  const trapped = signal.observations.filter(({ quote }) => traps.some((trap) => overlap(trap, quote)))
  return trapped.length * 2 > signal.observations.length || ended.has(patternOfSignal(agent, signal)?.id ?? '')
}

function figuresOf(runs: Run[]): Record<string, number> {
  const promoted = runs.flatMap(({ speaker, result }) =>
    result.signals.filter((signal) => signal.promoted).map((signal) => isTrap(speaker, signal)),
  )
  const { 'junk rate': _, ...figures } = measure(runs.map(({ result }) => result))
  return {
    people: runs.length,
    ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value * 1000) / 1000])),
    'recurring beliefs': runs.reduce((sum, { speaker }) => sum + recurring(speaker.agent).length, 0),
    promoted: promoted.length,
    'traps promoted': promoted.filter(Boolean).length,
  }
}

function printErrors({ speaker: { agent, traps }, result: { signals } }: Run) {
  console.log(`--- ${agent.name}`)
  const seen = signals.flatMap(({ observations }) => observations)
  for (const one of seen) {
    if (traps.some((trap) => overlap(trap, one.quote))) console.log(`trap    ${one.statement} <- ${one.quote}`)
    else if (!patternOf(agent, one)) console.log(`wrong   ${one.statement} <- ${one.quote}`)
  }
  for (const item of agent.items) {
    for (const { pattern, quote } of item.labels) {
      const hit = seen.some((one) => one.item === item && patternOf(agent, one)?.id === pattern)
      if (!hit) console.log(`missed  ${pattern}: ${quote}`)
    }
  }
  for (const signal of signals.filter(({ promoted }) => promoted))
    console.log(`promoted ${signal.n_count} ${signal.statement} (${patternOfSignal(agent, signal)?.id ?? 'none'})`)
  for (const pattern of recurring(agent)) {
    if (signals.some((signal) => signal.promoted && patternOfSignal(agent, signal) === pattern)) continue
    console.log(`not promoted: ${pattern.id}`)
    for (const one of seen)
      if (patternOf(agent, one) === pattern) console.log(`    ${one.signal_id} [${one.category}] ${one.statement}`)
  }
}
