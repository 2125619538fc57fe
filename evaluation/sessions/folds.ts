import { withoutReviews } from '#reader/transcripts/pasted-review.ts'
import { readTurn } from '#reader/turns/turn-rules.ts'
import type { Weights } from '#reader/weights/weights.ts'
import { calibrate } from '../fit-weights.ts'
import type { Ranked } from '../ranking.ts'
import type { LabeledTurn } from './labels.ts'
import { carries, type ReadTurn } from './score.ts'
import { type PreparedTurn, trainRules } from './train-rules.ts'

/** The turns of some owners, with weights that were fitted on the turns of all others. */
export interface Fold {
  name: string
  turns: readonly LabeledTurn[]
  weights: Weights
}

/** `others` are turns of other people, on whom the weights of every fold are fitted too. */
export const leaveOwnersOut = (turns: readonly PreparedTurn[], others: readonly PreparedTurn[]): Fold[] =>
  leaveOut(turns, others, ({ owner }) => owner)

/** Leaves out several owners at a time, where each has few turns. */
export function leaveGroupsOut(turns: readonly PreparedTurn[], others: readonly PreparedTurn[]): Fold[] {
  const owners = [...new Set(turns.map(({ turn }) => turn.owner))]
  return leaveOut(turns, others, ({ owner }) => `group ${owners.indexOf(owner) % groups}`)
}

const groups = 5

function leaveOut(
  turns: readonly PreparedTurn[],
  others: readonly PreparedTurn[],
  nameOf: (turn: LabeledTurn) => string,
): Fold[] {
  const names = [...new Set(turns.map(({ turn }) => nameOf(turn)))]
  return names.map((name) => ({
    name,
    turns: turns.filter(({ turn }) => nameOf(turn) === name).map(({ turn }) => turn),
    weights: trainRules([...turns.filter(({ turn }) => nameOf(turn) !== name), ...others]),
  }))
}

/** Reads turns as people's words are read: without review comments that they pasted. */
export const readFolds = (folds: readonly Fold[]): ReadTurn[] =>
  folds.flatMap(({ turns, weights }) =>
    turns.map((turn) => ({ turn, findings: readTurn(withoutReviews(turn.text).text, undefined, weights) })),
  )

/** Makes the scores of all folds probabilities, by what was right in turns that the weights had not seen. */
export function calibrateFolds(folds: readonly Fold[]): Fold[] {
  const calibration = calibrate(judged(readFolds(folds)))
  return folds.map((fold) => ({ ...fold, weights: { ...fold.weights, calibration } }))
}

const judged = (read: readonly ReadTurn[]): Ranked[] =>
  read
    .filter(({ turn }) => turn.label !== 'unsure')
    .flatMap(({ turn, findings }) =>
      findings.map(({ quote, score }) => ({ score, isRight: turn.rules.some((rule) => carries(quote, rule)) })),
    )
