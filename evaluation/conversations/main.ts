import { printCost } from '../cost.ts'
import { configuredEngine, type Engine, engines } from '../engine.ts'
import { measure, overlap, patternOfSignal, type Result, recurring } from '../metrics.ts'
import { openMirrors } from '../mirrors.ts'
import { discover, type Signal } from '../pipeline.ts'
import { printErrors } from '../print-errors.ts'
import { markdownTable } from '../table.ts'
import { readChats } from './chats.ts'
import { readPlanted, readReal, type Speaker } from './spoken.ts'

/**
 * `npm run eval -- conversations [configured] [--mirrors DIR] [--tuning] [--errors]`: discovery on what people say, by
 * half and language. Without mirrors, only the planted beliefs. `--tuning` skips the held-out halves; so does
 * `--errors`, which lists the errors in the others.
 */
export async function evaluateConversations(args: readonly string[], chosen?: Engine): Promise<void> {
  const engine = chosen ?? (args.includes('configured') ? await configuredEngine() : engines['built-in']!)
  const table: Record<string, Record<string, string>> = {}
  const mirrors = args.includes('--mirrors') ? openMirrors(args) : undefined
  const errors = args.includes('--errors')
  const addFigures = (title: string, runs: Run[]) => {
    for (const [figure, value] of Object.entries(figuresOf(runs))) table[figure] = { ...table[figure], [title]: value }
  }
  const measured = async (title: string, speakers: Speaker[]) => {
    const runs = await run(engine, speakers)
    if (errors) for (const { speaker, result } of runs) printErrors(result, speaker.traps)
    for (const [language, some] of Map.groupBy(runs, ({ speaker }) => speaker.language))
      addFigures(`${title}, ${language}`, some)
    addFigures(`${title}, all`, runs)
  }
  for (const half of errors || args.includes('--tuning') ? (['tuning'] as const) : (['tuning', 'held-out'] as const)) {
    await measured(`planted, ${half}`, await readPlanted(half))
    await measured(`strangers, ${half}`, await readPlanted(`strangers-${half}`))
    await measured(`plain, ${half}`, await readPlanted(`plain-${half}`))
    if (half === 'tuning') await measured('second strangers, tuning', await readPlanted('second-strangers-tuning'))
    if (mirrors) await measured(`real, ${half}`, await readReal(half, mirrors))
    if (mirrors) await measured(`chats, ${half}`, await readChats(half, mirrors))
  }
  console.log(markdownTable('Talk', table))
}

interface Run {
  speaker: Speaker
  result: Result
}

/** One after the other, because an organization has a limit of concurrent requests. */
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

const isTrap = ({ agent, traps }: Speaker, signal: Signal) => {
  const trapped = signal.observations.filter(({ quote }) => traps.some((trap) => overlap(trap, quote)))
  return trapped.length * 2 > signal.observations.length || patternOfSignal(agent, signal)?.ended === true
}

function figuresOf(runs: Run[]): Record<string, string> {
  const promoted = runs.flatMap(({ speaker, result }) =>
    result.signals.filter((signal) => signal.promoted).map((signal) => isTrap(speaker, signal)),
  )
  const { 'junk rate': _, ...figures } = measure(runs.map(({ result }) => result))
  const counts = {
    people: runs.length,
    'recurring beliefs': runs.reduce((sum, { speaker }) => sum + recurring(speaker.agent).length, 0),
    promoted: promoted.length,
    'traps promoted': promoted.filter(Boolean).length,
  }
  return {
    ...Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, String(value)])),
    ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value.toFixed(2)])),
  }
}
