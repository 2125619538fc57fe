import { columns, handColumns } from '#reader/weights/features.ts'
import { fitLogistic, type Row, type Sample } from '#reader/weights/fit.ts'
import { decodeWeights, encodeWeights, type Model, type Weights } from '#reader/weights/weights.ts'
import type { Ranked } from './ranking.ts'

/** A text as features, for one of the models. */
export interface Example {
  row: Row
  isPositive: boolean
  weight: number
}

/** The rows of a text and of its sentences, made once for all fits. */
export interface TrainingText {
  whole: Example[]
  sentences: Example[]
}

/** Other sentences of a text with a rule or belief say less against themselves than the sentences of a text without one. */
export const besideWeight = 0.3

/** Fits both models and rounds them as the packaged file does. */
export function fitWeights(texts: readonly TrainingText[], calibration: Weights['calibration'] = [1, 0]): Weights {
  const turn = fitModel(texts.flatMap(({ whole }) => whole))
  const sentence = fitModel(texts.flatMap(({ sentences }) => sentences))
  return decodeWeights(encodeWeights({ turn, sentence, calibration }))
}

const handLength = 3
const gramLength = 3

/**
 * Fits one model with balanced classes. Hand-made features are scaled to the same deviation; an n-gram that occurs once
 * gets no weight.
 */
function fitModel(examples: readonly Example[]): Model {
  const times = new Map<number, number>()
  const mean = new Float64Array(handColumns)
  const squares = new Float64Array(handColumns)
  for (const { row } of examples)
    for (let at = 0; at < row.columns.length; at++) {
      const column = row.columns[at]!
      if (column < handColumns) {
        mean[column]! += row.values[at]! / examples.length
        squares[column]! += row.values[at]! ** 2 / examples.length
      } else times.set(column, (times.get(column) ?? 0) + 1)
    }
  const scale = (column: number): number => {
    if (column === columns - 1) return 1
    if (column >= handColumns) return gramLength
    const deviation = Math.sqrt(squares[column]! - mean[column]! ** 2) || 1
    return handLength / deviation / Math.sqrt(handColumns)
  }
  const used = [...Array(handColumns).keys(), ...[...times].filter(([, count]) => count > 1).map(([column]) => column)]
  const position = new Map(used.map((column, at) => [column, at]))
  const scales = used.map(scale)
  const share = (isPositive: boolean) =>
    examples.reduce((sum, example) => sum + (example.isPositive === isPositive ? example.weight : 0), 0)
  const total = share(true) + share(false)
  const samples = examples.map(({ row, isPositive, weight }): Sample => {
    const at: number[] = []
    const values: number[] = []
    for (let each = 0; each < row.columns.length; each++) {
      const found = position.get(row.columns[each]!)
      if (found === undefined) continue
      at.push(found)
      values.push(row.values[each]! * scales[found]!)
    }
    return {
      columns: Int32Array.from(at),
      values: Float64Array.from(values),
      isPositive,
      weight: (weight * total) / 2 / share(isPositive),
    }
  })
  const constant = position.get(columns - 1)!
  const fitted = fitLogistic(samples, used.length, (column) => (column === constant ? 1e-6 : 1))
  const model = new Float32Array(columns)
  for (const [at, column] of used.entries()) model[column] = fitted[at]! * scales[at]!
  return model
}

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
