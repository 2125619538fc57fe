import { dot } from './similarity.ts'

export type Neighbour<Key> = { key: Key; cosine: number }

/** A sum waits for each of its additions; four side by side took 0.6 of the time of one (measured on 2,500 rows). */
const rowsAtOnce = 4
/** A multiple of `rowsAtOnce`, as is all that doubling makes of it. */
const rowsAtFirst = 16

/**
 * Vectors by key in one flat array, searched by a scan: at the thousands of signals that one agent has, a scan of
 * contiguous memory is quicker than any tree at these dimensions. A vector added under a key that is there already is
 * summed to it, so that each row is the direction of the middle of all that was added.
 */
export class VectorIndex<Key> {
  private readonly dimensions: number
  private readonly keys: Key[] = []
  private readonly rowOf = new Map<Key, number>()
  private readonly norms: number[] = []
  private rows: Float32Array

  constructor(dimensions: number) {
    this.dimensions = dimensions
    this.rows = new Float32Array(dimensions * rowsAtFirst)
  }

  get size(): number {
    return this.keys.length
  }

  /** Throws RangeError when the vector has other dimensions than the index. */
  add(key: Key, vector: Float32Array): void {
    if (vector.length !== this.dimensions) {
      throw new RangeError(`A vector of ${vector.length} dimensions does not fit an index of ${this.dimensions}`)
    }
    let row = this.rowOf.get(key)
    if (row === undefined) {
      row = this.keys.push(key) - 1
      this.rowOf.set(key, row)
      this.reserve(row + 1)
    }
    const sum = this.rows.subarray(row * this.dimensions, (row + 1) * this.dimensions)
    for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!
    this.norms[row] = Math.sqrt(dot(sum, sum))
  }

  /** Puts the sum in the place of all that was added under the key; zeros are near nothing. */
  set(key: Key, sum: Float32Array): void {
    const row = this.rowOf.get(key)
    if (row !== undefined) this.rows.fill(0, row * this.dimensions, (row + 1) * this.dimensions)
    this.add(key, sum)
  }

  /** The sum of all vectors that were added under the key: what has to be stored to go on later. */
  sum(key: Key): Float32Array | undefined {
    const row = this.rowOf.get(key)
    return row === undefined ? undefined : this.rows.slice(row * this.dimensions, (row + 1) * this.dimensions)
  }

  /** The key whose row has the largest cosine with the vector; the earlier one of equals; undefined when empty. */
  nearest(vector: Float32Array): Neighbour<Key> | undefined {
    // A lexical vector is mostly zeros, which need no multiplication.
    const filled: number[] = []
    for (let i = 0; i < vector.length; i++) if (vector[i] !== 0) filled.push(i)
    const places = Uint16Array.from(filled)
    const values = Float32Array.from(filled, (i) => vector[i]!)
    const norm = Math.sqrt(dot(values, values))
    let best: Neighbour<Key> | undefined
    const products = new Float64Array(rowsAtOnce)
    for (let row = 0; row < this.keys.length; row++) {
      if (row % rowsAtOnce === 0) this.multiply(row, places, values, products)
      const product = products[row % rowsAtOnce]!
      const cosine = product === 0 ? 0 : Math.min(1, product / (norm * this.norms[row]!))
      if (!best || cosine > best.cosine) best = { key: this.keys[row]!, cosine }
    }
    return best
  }

  /** The products of a vector, given by its values at some places, with the rows from `first` on. */
  private multiply(first: number, places: Uint16Array, values: Float32Array, products: Float64Array): void {
    const { rows, dimensions } = this
    let [a, b, c, d] = [0, 0, 0, 0]
    for (let i = 0; i < places.length; i++) {
      const value = values[i]!
      const at = first * dimensions + places[i]!
      a += value * rows[at]!
      b += value * rows[at + dimensions]!
      c += value * rows[at + 2 * dimensions]!
      d += value * rows[at + 3 * dimensions]!
    }
    products[0] = a
    products[1] = b
    products[2] = c
    products[3] = d
  }

  private reserve(rows: number): void {
    if (rows * this.dimensions <= this.rows.length) return
    const larger = new Float32Array(this.rows.length * 2)
    larger.set(this.rows)
    this.rows = larger
  }
}
