import { RangeIndex } from './range-index.ts'
import type { Rescale, SparseVector } from './similarity.ts'
import type { Columns, RangeSearch, RowsWithoutZeros } from './vector-rows.ts'

/** An embedding that is computed in this thread. */
export interface LocalEmbedding {
  dimensions: number
  embed: (text: string) => SparseVector
  rescale: Rescale
}

/** Returns the vectors of statements by the local embedding, in their order. */
export function localRows(local: LocalEmbedding, statements: readonly string[]): SparseRows {
  const rows = new SparseRows(local.dimensions, statements.length)
  for (const statement of statements) rows.add(local.embed(statement))
  return rows
}

/** Without zeros, 6 bytes for each number: a lexical vector fills a fifth of its dimensions. */
export class SparseRows implements RowsWithoutZeros {
  readonly dimensions: number
  #size = 0
  /** Row r lies from starts[r] to starts[r + 1]. */
  #starts = new Uint32Array(8)
  #places = new Uint16Array(1024)
  #values = new Float32Array(1024)
  readonly #expected: number

  /** @param expected the approximate number of rows. */
  constructor(dimensions: number, expected = 0) {
    this.dimensions = dimensions
    this.#expected = expected
  }

  get size(): number {
    return this.#size
  }

  /** The size of the rows in bytes. */
  get bytes(): number {
    return this.#starts.byteLength + this.#places.byteLength + this.#values.byteLength
  }

  add({ places, values }: SparseVector): void {
    const start = this.#starts[this.#size]!
    const end = start + places.length
    if (this.#size + 2 > this.#starts.length) {
      this.#starts = grown(this.#starts, Math.max(this.#expected + 1, this.#size * 1.5))
    }
    if (end > this.#places.length) {
      // The first hundreds of rows predict the length of the others.
      const isKnown = this.#size > 256 && this.#expected > this.#size
      const least = Math.ceil(Math.max(end * 1.5, isKnown ? (end / this.#size) * this.#expected * 1.1 : 0))
      this.#places = grown(this.#places, least)
      this.#values = grown(this.#values, least)
    }
    this.#places.set(places, start)
    this.#values.set(values, start)
    this.#size += 1
    this.#starts[this.#size] = end
  }

  at(row: number): SparseVector {
    const [start, end] = [this.#starts[row]!, this.#starts[row + 1]!]
    return { places: this.#places.subarray(start, end), values: this.#values.subarray(start, end) }
  }

  columns(): Columns {
    const filled = this.#starts[this.#size]!
    const places = this.#places.subarray(0, filled)
    const starts = new Uint32Array(this.dimensions + 1)
    for (let at = 0; at < filled; at++) starts[places[at]! + 1]!++
    for (let column = 0; column < this.dimensions; column++) starts[column + 1]! += starts[column]!
    const columns = { starts, rows: new Uint32Array(filled), values: new Float32Array(filled) }
    const next = starts.slice()
    for (let row = 0; row < this.#size; row++) {
      const end = this.#starts[row + 1]!
      for (let at = this.#starts[row]!; at < end; at++) {
        const target = next[places[at]!]!++
        columns.rows[target] = row
        columns.values[target] = this.#values[at]!
      }
    }
    return columns
  }

  read(row: number, vector: Float32Array): Float32Array {
    vector.fill(0)
    const end = this.#starts[row + 1]!
    for (let at = this.#starts[row]!; at < end; at++) vector[this.#places[at]!] = this.#values[at]!
    return vector
  }

  product(row: number, vector: Float32Array | Float64Array): number {
    const end = this.#starts[row + 1]!
    let sum = 0
    for (let at = this.#starts[row]!; at < end; at++) sum += vector[this.#places[at]!]! * this.#values[at]!
    return sum
  }

  addTo(sum: Float64Array, row: number, times: number): void {
    const end = this.#starts[row + 1]!
    for (let at = this.#starts[row]!; at < end; at++) sum[this.#places[at]!]! += times * this.#values[at]!
  }

  pick(rows: readonly number[]) {
    const picked = new SparseRows(this.dimensions, rows.length)
    for (const row of rows) picked.add(this.at(row))
    return picked
  }

  search(threshold: number): RangeSearch {
    return new RangeIndex(this, threshold)
  }

  free(): void {
    for (const array of [this.#starts, this.#places, this.#values]) (array.buffer as ArrayBuffer).transfer(0)
  }
}

/**
 * The same entries with more capacity. The old array is freed at once, instead of being left to the garbage collector.
 */
function grown<T extends Uint32Array | Uint16Array | Float32Array>(array: T, length: number): T {
  const buffer = (array.buffer as ArrayBuffer).transfer(Math.ceil(length) * array.BYTES_PER_ELEMENT)
  return new (array.constructor as new (buffer: ArrayBuffer) => T)(buffer)
}
