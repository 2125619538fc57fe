import { PostingList } from './posting-list.ts'
import { dot } from './similarity.ts'

export type Neighbor<Key> = { key: Key; cosine: number }

/**
 * Vectors by key, searched by a scan. Each dimension has a list of its values, because a lexical vector is mostly zeros:
 * only what two vectors share is ever multiplied. A vector added under a key that is there already is summed to it, so
 * that each row is the direction of the middle of all that was added.
 */
export class VectorIndex<Key> {
  private readonly lists: (PostingList | undefined)[]
  private readonly keys: Key[] = []
  private readonly rowOf = new Map<Key, number>()
  private readonly norms: number[] = []

  constructor(dimensions: number) {
    this.lists = Array.from({ length: dimensions })
  }

  get size(): number {
    return this.keys.length
  }

  /** Throws RangeError when the vector has other dimensions than the index. */
  add(key: Key, vector: Float32Array): void {
    const before = this.sum(key)
    this.set(
      key,
      vector.map((value, at) => value + (before?.[at] ?? 0)),
    )
  }

  /**
   * Puts the sum in the place of all that was added under the key; zeros are near nothing. Throws RangeError when it has
   * other dimensions than the index.
   */
  set(key: Key, sum: Float32Array): void {
    if (sum.length !== this.lists.length) {
      throw new RangeError(`A vector of ${sum.length} dimensions does not fit an index of ${this.lists.length}`)
    }
    const row = this.rowOf.get(key) ?? this.keys.push(key) - 1
    this.rowOf.set(key, row)
    for (let i = 0; i < sum.length; i++) {
      const value = sum[i]!
      if (value === 0 && !this.lists[i]?.get(row)) continue
      const list = this.lists[i] ?? new PostingList()
      this.lists[i] = list
      list.set(row, value)
    }
    this.norms[row] = Math.sqrt(dot(sum, sum))
  }

  /** The length of the sum: about as many as were added, where they are alike. */
  length(key: Key): number {
    return this.norms[this.rowOf.get(key) ?? -1] ?? 0
  }

  /** The sum of all vectors that were added under the key: what has to be stored to go on later. */
  sum(key: Key): Float32Array | undefined {
    const row = this.rowOf.get(key)
    if (row === undefined) return undefined
    const sum = new Float32Array(this.lists.length)
    for (let i = 0; i < sum.length; i++) sum[i] = this.lists[i]?.get(row) ?? 0
    return sum
  }

  /** The cosine of the vector with each row; rows are in the order in which their keys came. */
  cosines(vector: Float32Array): Float64Array {
    const cosines = new Float64Array(this.keys.length)
    for (let i = 0; i < vector.length; i++) if (vector[i] !== 0) this.lists[i]?.addTo(cosines, vector[i]!)
    const norm = Math.sqrt(dot(vector, vector))
    for (let row = 0; row < cosines.length; row++)
      if (cosines[row] !== 0) cosines[row] = Math.min(1, cosines[row]! / (norm * this.norms[row]!))
    return cosines
  }

  /**
   * The key whose row has the largest cosine with the vector, among those from `least` on that `admits` takes; the earlier
   * one of equals; undefined when there is none. Only what would be the nearest so far is asked about: where most are
   * refused, `least` is what keeps the questions few, however many rows there are.
   */
  nearest(vector: Float32Array, least: number, admits?: (key: Key) => boolean): Neighbor<Key> | undefined {
    return this.nearestBy(this.cosines(vector), least, admits)
  }

  /** The same by cosines that were made from `cosines`. */
  nearestBy(
    cosines: Float64Array,
    least: number,
    admits: (key: Key) => boolean = () => true,
  ): Neighbor<Key> | undefined {
    let [best, most] = [-1, -2]
    for (let row = 0; row < cosines.length; row++) {
      if (cosines[row]! >= least && cosines[row]! > most && admits(this.keys[row]!)) {
        best = row
        most = cosines[row]!
      }
    }
    return best < 0 ? undefined : { key: this.keys[best]!, cosine: most }
  }
}
