import { dot, type SparseVector, withZeros } from './similarity.ts'

/** Vectors of one length by key, without their zeros, since a lexical vector fills a fifth of its dimensions. */
export class VectorsByKey<Key> {
  readonly #dimensions: number
  readonly #vectors = new Map<Key, SparseVector & { length: number }>()

  constructor(dimensions: number) {
    this.#dimensions = dimensions
  }

  /** Throws RangeError when the vector has other dimensions than the others. */
  set(key: Key, vector: Float32Array): void {
    if (vector.length !== this.#dimensions)
      throw new RangeError(`A vector of ${vector.length} dimensions does not fit those of ${this.#dimensions}`)
    let filled = 0
    for (let at = 0; at < vector.length; at++) if (vector[at] !== 0) filled++
    const [places, values] = [new Uint16Array(filled), new Float32Array(filled)]
    for (let at = vector.length - 1; at >= 0; at--) {
      if (vector[at] === 0) continue
      filled--
      places[filled] = at
      values[filled] = vector[at]!
    }
    this.#vectors.set(key, { places, values, length: Math.sqrt(dot(values, values)) })
  }

  /** Adds the vector to the existing one. */
  add(key: Key, vector: Float32Array): void {
    const before = this.get(key)
    this.set(key, before ? vector.map((value, at) => value + before[at]!) : vector)
  }

  get(key: Key): Float32Array | undefined {
    const known = this.#vectors.get(key)
    return known && withZeros(known, this.#dimensions)
  }

  /** The vector without its zeros; must not be changed. */
  sparse(key: Key): SparseVector | undefined {
    return this.#vectors.get(key)
  }

  /** The length of the vector; 0 if there is none. */
  length(key: Key): number {
    return this.#vectors.get(key)?.length ?? 0
  }
}
