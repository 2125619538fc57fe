import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { memoizeOn } from '#core/base/memoize-on.ts'
import { columns, featuresOf, handColumns } from './features.ts'
import { dot } from './fit.ts'

/** A linear model over the columns of `featuresOf`. */
export type Model = Float32Array

/** Weights of the reader, as `npm run train` fits them. */
export interface Weights {
  turn: Model
  sentence: Model
  /** Turns the sum of both models into a probability: slope and constant. */
  calibration: readonly [slope: number, constant: number]
}

/** The sum of both models for each sentence of a text. */
export function sumsOf({ turn, sentence }: Weights, sentences: readonly string[]): number[] {
  const whole = dot(featuresOf(sentences.join('\n')), turn)
  return sentences.map((each) => whole + dot(featuresOf(each), sentence))
}

/** The log odds that a sum of both models stands for: `sigmoid` makes them a probability. */
export const logOddsOf = ({ calibration: [slope, constant] }: Weights, sum: number): number => slope * sum + constant

const gramColumns = columns - handColumns - 1
const exactColumns = handColumns + 1
const modelBytes = 4 * (exactColumns + 1) + gramColumns

/**
 * Writes weights of n-grams as bytes and all others exactly; nine in ten bytes are zero, and
 * compress to almost nothing.
 */
export function encodeWeights({ turn, sentence, calibration }: Weights): Buffer {
  const encoded = [turn, sentence].map((model) => {
    const grams = model.subarray(handColumns, columns - 1)
    const unit = grams.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127 || 1
    const exact = Float32Array.from([...model.subarray(0, handColumns), model[columns - 1]!, unit])
    return Buffer.concat([
      Buffer.from(exact.buffer),
      Buffer.from(Int8Array.from(grams, (weight) => Math.round(weight / unit)).buffer),
    ])
  })
  return Buffer.concat([...encoded, Buffer.from(Float32Array.from(calibration).buffer)])
}

export function decodeWeights(bytes: Buffer): Weights {
  const copy = Uint8Array.from(bytes).buffer
  const modelAt = (start: number): Model => {
    const exact = new Float32Array(copy.slice(start, start + 4 * (exactColumns + 1)))
    const grams = new Int8Array(copy, start + exact.byteLength, gramColumns)
    const model = new Float32Array(columns)
    model.set(exact.subarray(0, handColumns))
    for (let at = 0; at < gramColumns; at++) model[handColumns + at] = grams[at]! * exact[exactColumns]!
    model[columns - 1] = exact[handColumns]!
    return model
  }
  const [slope, constant] = new Float32Array(copy.slice(2 * modelBytes))
  return { turn: modelAt(0), sentence: modelAt(modelBytes), calibration: [slope!, constant!] }
}

const ruleFile = new URL('./rule-weights.bin', import.meta.url)
const beliefFile = new URL('./belief-weights.bin', import.meta.url)

/** Weights of the package are read when the first text is (3 MB of memory). */
const weightsIn = memoizeOn((file: URL): Weights => decodeWeights(brotliDecompressSync(readFileSync(file))))

/** Weights for rules in what somebody tells an agent. */
export const ruleWeights = (): Weights => weightsIn(ruleFile)

/** Weights for beliefs in what somebody says of themselves. */
export const beliefWeights = (): Weights => weightsIn(beliefFile)
