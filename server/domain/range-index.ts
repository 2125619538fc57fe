import { dot } from './similarity.ts'

/** Unit vectors of `dimensions` numbers each, one after the other in one array. */
export interface VectorRows {
  rows: Float32Array
  dimensions: number
}

/** Lengths and sums of float32 numbers are exact to about 1e-7; what bounds decide must be farther from the threshold. */
const margin = 1e-6

/**
 * Range search: which rows lie at a cosine of at least `threshold` to a given row. The answer is that of comparing with
 * every row by `dot`; the way there is shorter. The largest components of the row are multiplied first, column by
 * column, past the zeros that lexical vectors mostly consist of; the length of what is left then bounds what it could
 * still add or take away, and only rows in between are compared to the end.
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

  /** Every row at the threshold or above, the row itself included, in ascending order. */
  near(row: number): number[] {
    const threshold = this.#threshold
    const sums = this.#sums.fill(0)
    const left = this.#multiplyLargest(row)
    const vector = this.row(row)
    const filled = nonZeroPlaces(vector)
    const found: number[] = []
    for (let other = 0; other < this.size; other++) {
      const sum = sums[other]!
      if (sum + left < threshold) continue
      if (other === row || sum - left >= threshold || this.#dot(vector, filled, other) >= threshold) {
        found.push(other)
      }
    }
    return found
  }

  /** Adds up the products of the row's largest components. Returns how much the others can change a sum. */
  #multiplyLargest(row: number): number {
    const vector = this.row(row)
    const sums = this.#sums
    const rowsOfColumn = this.#rowsOfColumn
    const valuesOfColumn = this.#valuesOfColumn
    const columns = nonZeroPlaces(vector).sort((a, b) => Math.abs(vector[b]!) - Math.abs(vector[a]!))
    let square = dot(vector, vector)
    for (const column of columns) {
      // Half of the threshold: most rows are decided, and the many small components are passed over.
      if (square < (this.#threshold * 0.4) ** 2) break
      const value = vector[column]!
      square -= value * value
      const end = this.#starts[column + 1]!
      for (let place = this.#starts[column]!; place < end; place++) {
        sums[rowsOfColumn[place]!]! += value * valuesOfColumn[place]!
      }
    }
    return Math.sqrt(Math.max(0, square)) + margin
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
