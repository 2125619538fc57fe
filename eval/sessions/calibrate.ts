import { fitLogistic, type Sample } from '../../server/builtin/reader/fit.ts'
import type { Weights } from '../../server/builtin/reader/weights.ts'
import { carries, type Fold, type Ranked, type ReadTurn, readFolds } from './score.ts'

/** Makes the scores of all folds probabilities, by what was right in turns that the weights had not seen. */
export function calibrated(folds: readonly Fold[]): Fold[] {
  const calibration = calibrate(judged(readFolds(folds)))
  return folds.map((fold) => ({ ...fold, weights: { ...fold.weights, calibration } }))
}

const judged = (read: readonly ReadTurn[]): Ranked[] =>
  read
    .filter(({ turn }) => turn.label !== 'unsure')
    .flatMap(({ turn, findings }) =>
      findings.map(({ quote, score }) => ({ score, isRight: turn.rules.some((rule) => carries(quote, rule)) })),
    )

/** Fits the share of findings that are right by their sum of weights, as scores of uncalibrated weights hold it: slope and constant. */
export function calibrate(findings: readonly (Ranked & { weight?: number })[]): Weights['calibration'] {
  const samples = findings.map(
    ({ score, isRight, weight = 1 }): Sample => ({
      columns: [0, 1],
      values: [Math.log(score / (1 - score)), 1],
      isPositive: isRight,
      weight,
    }),
  )
  const [slope, constant] = fitLogistic(samples, 2, () => 1e-6)
  return [slope!, constant!]
}
