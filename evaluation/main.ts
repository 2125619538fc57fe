import { evaluateCommits } from './commits/main.ts'
import { evaluateConversations } from './conversations/main.ts'
import { printCost } from './cost.ts'
import { dataAnalyst } from './data/held-out/data-analyst.ts'
import { designer } from './data/held-out/designer.ts'
import { siteReliability } from './data/held-out/site-reliability.ts'
import { backend } from './data/tuning/backend.ts'
import { supportLead } from './data/tuning/support-lead.ts'
import { technicalWriter } from './data/tuning/technical-writer.ts'
import { configuredEngine, type Engine, engines } from './engine.ts'
import { evaluateFormats } from './formats/main.ts'
import type { LabeledAgent } from './labels.ts'
import { measure, type Result } from './metrics.ts'
import { evaluatePairs } from './pairs.ts'
import { discover } from './pipeline.ts'
import { printErrors } from './print-errors.ts'
import { evaluateRecommendations } from './recommendations.ts'
import { evaluateReviews } from './reviews/main.ts'
import { evaluateRules } from './rules/main.ts'
import { evaluateSessions } from './sessions/main.ts'
import { printTurns } from './sessions/print-turns.ts'
import { evaluateProposals } from './sessions/proposals.ts'
import { evaluateVerdicts } from './sessions/verdicts.ts'
import { markdownTable } from './table.ts'

/**
 * `npm run eval -- [engine] [--errors]` evaluates discovery on what was written by hand. The held-out half is for the
 * figure only; `--errors` lists the errors in the half that is for tuning. `configured --mirrors DIR` measures what `LLM_*`
 * and `EMBEDDING_*` name on every set, and prints tables for the README. `pairs [engine]` measures the comparison alone,
 * and the name of another set that set alone.
 */

/** The agents of the set that was written by hand. */
const halves: Record<string, LabeledAgent[]> = {
  tuning: [backend, technicalWriter, supportLead],
  'held-out': [siteReliability, designer, dataAnalyst],
}

/** Other sets, each with an evaluation of its own, most of text by other people that `--mirrors DIR` holds. */
const otherSets: Record<string, (args: readonly string[], engine?: Engine) => Promise<void>> = {
  commits: evaluateCommits,
  conversations: evaluateConversations,
  formats: evaluateFormats,
  reviews: evaluateReviews,
  rules: evaluateRules,
  recommendations: evaluateRecommendations,
  proposals: evaluateProposals,
  sessions: evaluateSessions,
  verdicts: evaluateVerdicts,
  turns: printTurns,
}

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const isPairs = names[0] === 'pairs'
const name = names[isPairs ? 1 : 0] ?? 'built-in'
const evaluateOther = otherSets[name]
if (evaluateOther) {
  await evaluateOther(process.argv.slice(3))
  process.exit()
}
const engine = name === 'configured' ? await configuredEngine() : engines[name]
if (!engine) throw new Error(`No engine ${name}; there is ${Object.keys(engines).join(', ')}, configured`)

if (isPairs) {
  await evaluatePairs(engine.embedder)
  process.exit()
}

if (name === 'configured') {
  const items = Object.values(halves)
    .flat()
    .flatMap((agent) => agent.items)
  printCost(
    engine,
    'items written by hand',
    items.map(({ content }) => content),
  )
}

const run = (agents: LabeledAgent[]): Promise<Result[]> =>
  Promise.all(agents.map(async (agent) => ({ agent, signals: await discover(engine, agent) })))

const table: Record<string, Record<string, string>> = {}
for (const [half, agents] of Object.entries(halves)) {
  const results = await run(agents)
  if (half === 'tuning' && process.argv.includes('--errors')) for (const result of results) printErrors(result)
  const items = agents.reduce((sum, agent) => sum + agent.items.length, 0)
  const shares = Object.entries(measure(results)).map(([name, share]) => [name, share.toFixed(3)] as const)
  for (const [figure, value] of [['items', `${items}`] as const, ...shares])
    table[figure] = { ...table[figure], [half]: value }
}
console.log(`Discovery by the ${name} engine`)
console.table(table)
if (name === 'configured') {
  const columns = Object.keys(halves).map((half) => [
    half,
    Object.fromEntries(Object.entries(table).map(([figure, values]) => [figure, values[half]!])),
  ])
  console.log(markdownTable('Written by hand', Object.fromEntries(columns)))
  await evaluatePairs(engine.embedder)
  await evaluateRecommendations()
  const args = process.argv.slice(3)
  await evaluateConversations(args, engine)
  if (args.includes('--mirrors')) {
    await evaluateRules(args, engine.language.reading ? engine : undefined)
    await evaluateCommits(args, engine)
  } else console.log('Sets of real text need --mirrors DIR')
  await engine.embedder.close?.()
}
