import { type Category, type Kind, kindOf } from '#core/domain/kinds.ts'
import type { Learned } from '#core/domain/language.ts'
import { sureScore } from '#core/domain/similar/sure-score.ts'
import { maxStatementLength } from '#core/domain/statement.ts'
import { isForNow } from '#core/domain/wording.ts'
import { classify } from '../rules-files/classify.ts'
import { featuresOf } from '../weights/features.ts'
import { type Row, sigmoid } from '../weights/fit.ts'
import { logOddsOf, ruleWeights, sumsOf, type Weights } from '../weights/weights.ts'
import { isHabitOfOthers, saysItLasts } from './lasting.ts'
import { orderIn } from './order-clause.ts'
import { quoteOf } from './quote.ts'
import { isChoice, isFormOrder } from './short-order.ts'
import { isStandingCommand } from './standing-command.ts'
import { standsAlone, statementOf } from './statement.ts'
import { turnSentences } from './turn-sentences.ts'

/** A standing rule that a person may have stated in a turn. */
export interface TurnRule {
  /** The person's words in the imperative; of words that cannot stand, the one clause that is an order. */
  statement: string
  /** Stands word for word in the turn; at most 300 characters. */
  quote: string
  /**
   * Explicit: it says itself that it is meant to last ("always", "from now on"), and can be read without its session.
   */
  how: 'explicit' | 'implied'
  /** 0 to 1: how likely it is a rule that holds in later sessions. */
  score: number
  kind: Kind
  category: Category
}

/** Longer turns are pasted documents. */
const maxTurnLength = 6000

const threshold = 0.303
/** Whether a score is high enough to count as a rule; below, it is only worth a look. */
export const isRule = (score: number): boolean => score >= threshold

/** The least log odds of commands that no weights are needed for, before what a person's decisions move. */
const plainCommands: readonly [matches: (sentence: string) => boolean, logOdds: number][] = [
  [isStandingCommand, 0.4],
  [isChoice, 0.4],
  [isFormOrder, 0],
]
const leastOf = (sentence: string): number =>
  plainCommands.find(([matches]) => matches(sentence))?.[1] ?? Number.NEGATIVE_INFINITY

/**
 * Reads the rules that a turn may state, likeliest first: its likeliest sentence, and others that count as rules.
 *
 * @param weights those of the package; an evaluation passes ones that were fitted without the person's turns
 */
export function readTurn(text: string, learned?: Learned, weights: Weights = ruleWeights()): TurnRule[] {
  if (text.length > maxTurnLength) return []
  const sentences = turnSentences(text)
  if (sentences.length === 0) return []
  const sums = sumsOf(
    weights,
    sentences.map((sentence) => sentence.text),
  )
  const found = new Map<string, TurnRule>()
  const order = [...sums.keys()].sort((a, b) => sums[b]! - sums[a]!)
  for (const [rank, at] of order.entries()) {
    const quote = quoteOf(text, sentences, at, sums)
    const moved = learned ? changeOf(featuresOf(quote), learned) : 0
    const fitted = logOddsOf(weights, sums[at]! - rank)
    const logOdds = Math.max(fitted, leastOf(sentences[at]!.text)) + moved
    const score = sigmoid(learned && sigmoid(logOdds) < sureScore ? logOdds + learned.doubtful : logOdds)
    if (isForNow(sentences[at]!.text) || isHabitOfOthers(sentences[at]!.text)) continue
    if (found.has(quote) || (found.size > 0 && !isRule(score))) continue
    const said = statementOf(sentences[at]!.text)
    const statement = orderIn(said) ?? said
    // Half a page without a full stop is no rule, and the service would refuse it.
    if (statement.length > maxStatementLength) continue
    const category = classify(statement, { headings: [], block: 'paragraph' })?.category ?? 'principle'
    found.set(quote, {
      statement,
      quote,
      how: saysItLasts(sentences[at]!.text) && standsAlone(statement) ? 'explicit' : 'implied',
      score,
      kind: kindOf(category),
      category,
    })
  }
  return [...found.values()].sort((a, b) => b.score - a.score)
}

function changeOf({ columns, values }: Row, { changes }: Learned): number {
  let change = 0
  for (let at = 0; at < columns.length; at++) change += values[at]! * (changes.get(columns[at]!) ?? 0)
  return change
}
