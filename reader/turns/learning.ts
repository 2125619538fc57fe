import { truncate } from '#core/base/strings.ts'
import { type Learned, maxDecisions, type RuleDecision } from '#core/domain/language.ts'
import { columns, featuresOf, handColumns } from '../weights/features.ts'
import { dot, fitLogistic, type Sample } from '../weights/fit.ts'
import { logOddsOf, ruleWeights, type Weights } from '../weights/weights.ts'
import { maxQuoteLength } from './quote.ts'

/** A decision counts as much as this many labels. */
const decisionWeight = 3
/** Penalties on a change. The constant, which moves the threshold, and n-grams change easily. */
const penalties = { constant: 1, hand: 30, gram: 1 }
/**
 * Rejections raise the threshold by at most this, in log odds: without a bound, ten decisions
 * left nothing to read of some people.
 */
const mostRaised = 0.5
/**
 * After this many decisions doubtful findings need so much more, in log odds: decisions rank findings better, so that
 * this loses 7 of 57 right ones and 17 of 33 wrong ones.
 */
const enoughDecisions = 20
const raisedByThen = 0.25

/**
 * Fits what decisions, newest first, of which at most 1,000 count, add to the score: pass the result to
 * `readTurn`. A rule that was edited was a rule. Readers quote 300 characters at most; of a longer
 * quote, which an API client reported, these count.
 */
export function learnFrom(decisions: readonly RuleDecision[], weights: Weights = ruleWeights()): Learned {
  const positions = new Map<number, number>()
  const positionOf = (column: number): number => {
    const position = positions.get(column) ?? positions.size
    positions.set(column, position)
    return position
  }
  const samples = decisions.slice(0, maxDecisions).map(({ quote, decision }): Sample => {
    const row = featuresOf(truncate(quote, maxQuoteLength))
    return {
      columns: Array.from(row.columns, positionOf),
      values: row.values,
      isPositive: decision !== 'rejected',
      weight: decisionWeight,
      offset: logOddsOf(weights, dot(row, weights.turn) + dot(row, weights.sentence)),
    }
  })
  const changed = [...positions.keys()]
  const fitted = fitLogistic(samples, changed.length, (position) => {
    const column = changed[position]!
    return column === columns - 1 ? penalties.constant : penalties[column < handColumns ? 'hand' : 'gram']
  })
  // People decide about the best findings, which are right more often than the others:
  // approvals do not lower the threshold.
  const constant = Math.max(-mostRaised, Math.min(0, fitted[positions.get(columns - 1) ?? -1] ?? 0))
  const changes = new Map(changed.map((column, position) => [column, fitted[position]!])).set(columns - 1, constant)
  const raised = raisedByThen * Math.min(1, samples.length / enoughDecisions)
  return { changes, doubtful: -Math.min(raised, mostRaised + constant) }
}
