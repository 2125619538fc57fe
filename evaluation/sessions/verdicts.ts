import { writeFileSync } from 'node:fs'
import type { RuleDecision } from '#core/domain/language.ts'
import { learnFrom } from '#reader/turns/learning.ts'
import { isRule, readTurn } from '#reader/turns/turn-rules.ts'
import { precisions, type Ranked, rankingOf } from '../ranking.ts'
import { precisionChart } from './chart.ts'
import { calibrateFolds, type Fold, leaveOwnersOut } from './folds.ts'
import { rankTurns } from './score.ts'
import { readPrepared } from './train-rules.ts'

const counts = [0, 10, 20, 40, 100]
const fewestRules = 10

/**
 * Evaluates what the reader learns from decisions: `npm run eval -- verdicts --mirrors DIR`. Somebody decides about the
 * best findings of the older half of an owner's sessions, and the later half is read. Draws the chart of the README.
 */
export async function evaluateVerdicts(args: readonly string[]): Promise<void> {
  const { turns, others } = await readPrepared(args)
  const halves = calibrateFolds(leaveOwnersOut(turns, others))
    .map(halvesOf)
    .filter(({ later }) => later.filter(({ label }) => label === 'rule').length >= fewestRules)
  const after = new Map(counts.map((count) => [count, halves.flatMap((each) => readLater(each, count))]))
  console.log(`Later sessions of ${halves.map(({ fold }) => fold.name).join(', ')}`)
  console.table(
    [...after].map(([decisions, ranked]) => {
      const { ap, at } = rankingOf(ranked)
      const rules = ranked.filter(({ score }) => isRule(score))
      const right = rules.filter(({ isRight }) => isRight).length
      const figures = { AP: ap.toFixed(3), 'P at 0.2': at[1]!.toFixed(2), 'P at 0.3': at[2]!.toFixed(2) }
      return { decisions, ...figures, 'read as rules': rules.length, 'of them right': right }
    }),
  )
  const lines = [0, 20, 100].map((count) => ({
    name: `${count || 'no'} decisions`,
    precisions: precisions(after.get(count)!),
  }))
  writeFileSync(new URL('../../docs/explanation/reader.svg', import.meta.url), precisionChart(lines))
}

function halvesOf(fold: Fold) {
  const turns = fold.turns
    .filter(({ label }) => label !== 'unsure')
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  const middle = turns[Math.floor(turns.length / 2)]!.at
  const begins = new Map<string, string>()
  for (const { session, at } of turns) if (!begins.has(session)) begins.set(session, at)
  const isLater = ({ session }: { session: string }) => begins.get(session)! >= middle
  return { fold, older: turns.filter((turn) => !isLater(turn)), later: turns.filter(isLater) }
}

function readLater({ fold: { weights }, older, later }: ReturnType<typeof halvesOf>, count: number): Ranked[] {
  const decisions = older
    .flatMap((turn) =>
      readTurn(turn.text, undefined, weights)
        .slice(0, 1)
        .map((finding) => ({ turn, ...finding })),
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(
      ({ turn, quote, statement }): RuleDecision => ({
        quote,
        statement,
        decision: turn.label === 'rule' ? 'approved' : 'rejected',
      }),
    )
  const learned = learnFrom(decisions, weights)
  return rankTurns(later.map((turn) => ({ turn, findings: readTurn(turn.text, learned, weights) })))
}
