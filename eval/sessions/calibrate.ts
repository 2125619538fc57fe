import { fitLogistic, type Sample } from '../../server/builtin/reader/fit.ts'
import type { Weights } from '../../server/builtin/reader/weights.ts'
import { carries, type Fold, type ReadTurn, readFolds } from './score.ts'

/** Makes the scores of all folds probabilities, by what was right in turns that the weights had not seen. */
export function calibrated(folds: readonly Fold[]): Fold[] {
  const calibration = calibrate(readFolds(folds))
  return folds.map((fold) => ({ ...fold, weights: { ...fold.weights, calibration } }))
}

/** Fits the share of findings that are right by their sum of weights: slope and constant. */
function calibrate(read: readonly ReadTurn[]): Weights['calibration'] {
  const samples = read
    .filter(({ turn }) => turn.label !== 'unsure')
    .flatMap(({ turn, findings }) =>
      findings.map(
        ({ quote, score }): Sample => ({
          columns: [0, 1],
          values: [Math.log(score / (1 - score)), 1],
          isPositive: turn.rules.some((rule) => carries(quote, rule)),
          weight: 1,
        }),
      ),
    )
  const [slope, constant] = fitLogistic(samples, 2, () => 1e-6)
  return [slope!, constant!]
}
