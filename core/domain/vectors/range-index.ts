import type { SparseVector } from './similarity.ts'
import type { Columns, RangeSearch, RowsWithoutZeros } from './vector-rows.ts'

/**
 * Lengths and sums of float32 numbers are exact to about 1e-7; bounds decide only at a greater
 * distance from the threshold.
 */
const margin = 1e-6

/**
 * Shares of the threshold that the remainder of a row may reach when the rows that can still be near are counted: first
 * once some can be ruled out, then once nearly all are decided.
 */
const stages = [0.65, 0.4]

/** With fewer rows left, bounding stops at the contribution of the small components: more bounds would take longer. */
const fewRows = 256
/** In a lexical vector, smaller components come from parts of words. */
const smallComponent = 0.06

/**
 * Range search among vectors that are mostly zeros: returns the rows at a cosine of at least `threshold` to a given
 * one, if their total weight suffices. The result equals that of comparing with every row, but it takes less time. The
 * largest components are multiplied first, column by column, skipping zeros; the length of the remainder bounds what it
 * could still add or subtract. Only undecided rows are compared in full, and only if that can matter.
 */
export class RangeIndex implements RangeSearch {
  readonly #rows: RowsWithoutZeros
  readonly #threshold: number
  readonly #sums: Float64Array
  readonly #vector: Float32Array
  #columns: Columns | undefined

  constructor(rows: RowsWithoutZeros, threshold: number) {
    this.#rows = rows
    this.#threshold = threshold
    this.#sums = new Float64Array(rows.size)
    this.#vector = new Float32Array(rows.dimensions)
  }

  near(source: RowsWithoutZeros, row: number, weights: Int32Array, needed: number, self = -1): number[] | undefined {
    const threshold = this.#threshold
    const sums = this.#sums.fill(0)
    if (self >= 0) sums[self] = Number.POSITIVE_INFINITY
    const query = source.at(row)
    const left = sums.length < fewRows ? this.#multiplyLarge(query) : this.#multiplyFirst(query, weights, needed)
    if (left === undefined) return undefined
    const found: number[] = []
    let weight = 0
    let vector: Float32Array | undefined
    for (let other = 0; other < sums.length; other++) {
      const sum = sums[other]!
      if (sum + left < threshold || weights[other] === 0) continue
      if (sum - left < threshold) {
        vector ??= source.read(row, this.#vector)
        if (this.#rows.product(other, vector) < threshold) continue
      }
      found.push(other)
      weight += weights[other]!
    }
    return weight >= needed ? found : undefined
  }

  /** Multiplies the large components; returns the length of the remainder of the vector. */
  #multiplyLarge({ places, values }: SparseVector): number {
    let square = 0
    for (let at = 0; at < places.length; at++) {
      const value = values[at]!
      if (value >= smallComponent || value <= -smallComponent) this.#multiply(places[at]!, value)
      else square += value * value
    }
    return Math.sqrt(square) + margin
  }

  /** Multiplies components from the largest down; undefined when too few rows can still be near. */
  #multiplyFirst(query: SparseVector, weights: Int32Array, needed: number): number | undefined {
    const { places, values } = query
    const order = largestFirst(values)
    let square = 0
    for (let at = 0; at < values.length; at++) square += values[at]! * values[at]!
    let left = 0
    let next = 0
    for (const stage of stages) {
      for (; next < order.length && square > (stage * this.#threshold) ** 2; next++) {
        const value = values[order[next]!]!
        this.#multiply(places[order[next]!]!, value)
        square -= value * value
      }
      left = Math.sqrt(Math.max(0, square)) + margin
      if (this.#weightFrom(this.#threshold - left, weights) < needed) return undefined
    }
    return left
  }

  /** Adds the products of one column to the sums. */
  #multiply(column: number, value: number): void {
    const sums = this.#sums
    this.#columns ??= this.#rows.columns()
    const { starts, rows, values } = this.#columns
    const end = starts[column + 1]!
    for (let at = starts[column]!; at < end; at++) sums[rows[at]!]! += value * values[at]!
  }

  /** The total weight of the rows whose sums have reached `least`. */
  #weightFrom(least: number, weights: Int32Array): number {
    const sums = this.#sums
    let weight = 0
    for (let row = 0; row < sums.length; row++) if (sums[row]! >= least) weight += weights[row]!
    return weight
  }
}

/**
 * The positions of the values, from large to small, without ordering values that differ by
 * less than half: sorting takes longer.
 */
function largestFirst(values: Float32Array): number[] {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length)
  const buckets: number[][] = []
  for (let at = 0; at < bits.length; at++) {
    // The exponent and the first digit after it; no exponent in a unit vector is above that of 1.
    const bucket = Math.max(0, largestSize - ((bits[at]! & 0x7fffffff) >>> 22))
    const places = buckets[bucket]
    if (places) places.push(at)
    else buckets[bucket] = [at]
  }
  return buckets.flat()
}

const largestSize = 0x3f800000 >>> 22
