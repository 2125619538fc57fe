import { columns, featuresOf, handColumns } from '../../server/builtin/reader/features.ts'
import { fitLogistic, type Row, type Sample } from '../../server/builtin/reader/fit.ts'
import { turnSentences } from '../../server/builtin/reader/turn-sentences.ts'
import { decodeWeights, encodeWeights, type Model, type Weights } from '../../server/builtin/reader/weights.ts'
import type { LabeledTurn } from './labels.ts'

/** A text as features, for one of the models. */
export interface Example {
  row: Row
  isRule: boolean
  weight: number
}

/** Rows of a turn, made once for all fits. */
export interface Prepared {
  turn: LabeledTurn
  whole: Example
  sentences: Example[]
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Other sentences of a turn with a rule say less against themselves than the sentences of a turn without one. */
const besideWeight = 0.3

export function prepare(turn: LabeledTurn): Prepared {
  const sentences = turnSentences(turn.text)
  const quotes = turn.rules.map(({ quote }) => folded(quote))
  const holds = (sentence: string) =>
    quotes.some((quote) => sentence.includes(quote) || (quote.includes(sentence) && sentence.length * 3 > quote.length))
  const isRule = turn.label === 'rule'
  return {
    turn,
    whole: { row: featuresOf(sentences.map(({ text }) => text).join('\n')), isRule, weight: 1 },
    sentences: sentences.map(({ text }) => {
      const carries = isRule && holds(folded(text))
      const weight = carries ? 1 : isRule ? besideWeight : 1 / Math.sqrt(sentences.length)
      return { row: featuresOf(text), isRule: carries, weight }
    }),
  }
}

const handLength = 3
const gramLength = 3

/**
 * Fits one model with balanced classes. Hand-made features are scaled to the same deviation; an n-gram that occurs once
 * gets no weight.
 */
export function fitModel(examples: readonly Example[]): Model {
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
  const share = (isRule: boolean) =>
    examples.reduce((sum, example) => sum + (example.isRule === isRule ? example.weight : 0), 0)
  const total = share(true) + share(false)
  const samples = examples.map(({ row, isRule, weight }): Sample => {
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
      isPositive: isRule,
      weight: (weight * total) / 2 / share(isRule),
    }
  })
  const constant = position.get(columns - 1)!
  const fitted = fitLogistic(samples, used.length, (column) => (column === constant ? 1e-6 : 1))
  const model = new Float32Array(columns)
  for (const [at, column] of used.entries()) model[column] = fitted[at]! * scales[at]!
  return model
}

/** Fits both models and rounds them as the packaged file does. */
export function train(turns: readonly Prepared[], calibration: Weights['calibration'] = [1, 0]): Weights {
  const known = turns.filter(({ turn }) => turn.label !== 'unsure')
  const weights = {
    turn: fitModel(known.map(({ whole }) => whole)),
    sentence: fitModel(known.flatMap(({ sentences }) => sentences)),
  }
  return decodeWeights(encodeWeights({ ...weights, calibration }))
}
