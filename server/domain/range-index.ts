import { dot } from './similarity.ts'

/** Unit vectors of `dimensions` numbers each, one after the other in one array. */
export interface VectorRows {
  rows: Float32Array
  dimensions: number
}

/** Lengths and sums of float32 numbers are exact to about 1e-7; what bounds decide must be farther from the threshold. */
const margin = 1e-6

/**
 * How long what is left of a row may be, as shares of the threshold, when the rows that can still be near are counted:
 * as soon as some can be told apart, and when nearly all are decided.
 */
const stages = [0.65, 0.4]

/**
 * Range search: which rows lie at a cosine of at least `threshold` to a given row, if they weigh enough together. The
 * answer is that of comparing with every row by `dot`; the way there is shorter. The largest components of the row are
 * multiplied first, column by column, past the zeros that lexical vectors mostly consist of; the length of what is left
 * bounds what it could still add or take away. Only rows in between are compared to the end, and only if that can
 * matter.
 */
export class RangeIndex {
  readonly size: number
  readonly #dimensions: number
  readonly #rows: Float32Array
  readonly #threshold: number
  /** By dimension: which rows are not zero there, and what they hold. Column d lies from starts[d] to starts[d + 1]. */
  readonly #starts: Int32Array
  readonly #rowsOfColumn: Int32Array
  readonly #valuesOfColumn: Float32Array
  readonly #sums: Float64Array

  constructor({ rows, dimensions }: VectorRows, threshold: number) {
    this.size = rows.length / dimensions
    this.#dimensions = dimensions
    this.#rows = rows
    this.#threshold = threshold
    const starts = new Int32Array(dimensions + 1)
    for (let at = 0; at < rows.length; at++) if (rows[at] !== 0) starts[(at % dimensions) + 1]!++
    for (let column = 0; column < dimensions; column++) starts[column + 1]! += starts[column]!
    const next = starts.slice()
    const filled = starts[dimensions]!
    this.#starts = starts
    this.#rowsOfColumn = new Int32Array(filled)
    this.#valuesOfColumn = new Float32Array(filled)
    this.#sums = new Float64Array(this.size)
    for (let row = 0; row < this.size; row++) {
      for (let column = 0; column < dimensions; column++) {
        const value = rows[row * dimensions + column]!
        if (value === 0) continue
        const place = next[column]!++
        this.#rowsOfColumn[place] = row
        this.#valuesOfColumn[place] = value
      }
    }
  }

  row(row: number): Float32Array {
    return this.#rows.subarray(row * this.#dimensions, (row + 1) * this.#dimensions)
  }

  /**
   * Every row at the threshold or above whose weight is not 0, the row itself included, in ascending order; undefined
   * when together they weigh less than `needed`.
   */
  near(row: number, weights: Int32Array, needed: number): number[] | undefined {
    const threshold = this.#threshold
    const sums = this.#sums.fill(0)
    // A row is near itself whatever its numbers say: one of zeros is not, by its product.
    sums[row] = Number.POSITIVE_INFINITY
    const vector = this.row(row)
    const filled = nonZeroPlaces(vector)
    const columns = filled.toSorted((a, b) => Math.abs(vector[b]!) - Math.abs(vector[a]!))
    let square = dot(vector, vector)
    let left = 0
    let next = 0
    for (const stage of stages) {
      for (; next < columns.length && square > (stage * threshold) ** 2; next++) {
        const value = vector[columns[next]!]!
        this.#multiply(columns[next]!, value)
        square -= value * value
      }
      left = Math.sqrt(Math.max(0, square)) + margin
      if (this.#weightFrom(threshold - left, weights) < needed) return undefined
    }
    const found: number[] = []
    let weight = 0
    for (let other = 0; other < this.size; other++) {
      const sum = sums[other]!
      if (weights[other] === 0 || sum + left < threshold) continue
      if (sum - left >= threshold || this.#dot(vector, filled, other) >= threshold) {
        found.push(other)
        weight += weights[other]!
      }
    }
    return weight >= needed ? found : undefined
  }

  /** Adds the products of one column to the sums. */
  #multiply(column: number, value: number): void {
    const sums = this.#sums
    const rowsOfColumn = this.#rowsOfColumn
    const valuesOfColumn = this.#valuesOfColumn
    const end = this.#starts[column + 1]!
    for (let place = this.#starts[column]!; place < end; place++) {
      sums[rowsOfColumn[place]!]! += value * valuesOfColumn[place]!
    }
  }

  /** What the rows weigh together whose sums have come to `least`. */
  #weightFrom(least: number, weights: Int32Array): number {
    const sums = this.#sums
    let weight = 0
    for (let row = 0; row < sums.length; row++) if (sums[row]! >= least) weight += weights[row]!
    return weight
  }

  /** The same products in the same order as `dot`, without the zeros: the same number. */
  #dot(vector: Float32Array, filled: readonly number[], other: number): number {
    const rows = this.#rows
    const start = other * this.#dimensions
    let sum = 0
    for (let at = 0; at < filled.length; at++) sum += vector[filled[at]!]! * rows[start + filled[at]!]!
    return sum
  }
}

const nonZeroPlaces = (vector: Float32Array): number[] => {
  const places: number[] = []
  for (let place = 0; place < vector.length; place++) if (vector[place] !== 0) places.push(place)
  return places
}
