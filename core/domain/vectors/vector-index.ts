import { PostingList } from './posting-list.ts'
import { dot } from './similarity.ts'
import { VectorsByKey } from './vectors-by-key.ts'

export type Neighbor<Key> = { key: Key; cosine: number }

/**
 * Vectors by key, searched by a scan. Each dimension has a list of its values, because a lexical vector is mostly
 * zeros: only entries that two vectors share are multiplied.
 */
export class VectorIndex<Key> {
  private readonly lists: (PostingList | undefined)[]
  private readonly keys: Key[] = []
  private readonly rowOf = new Map<Key, number>()
  private readonly norms: number[] = []
  private readonly vectors: VectorsByKey<Key>

  constructor(dimensions: number) {
    this.lists = Array.from({ length: dimensions })
    this.vectors = new VectorsByKey(dimensions)
  }

  get size(): number {
    return this.keys.length
  }

  /** Replaces the vector of the key; zeros are near nothing. Throws RangeError when it has other dimensions. */
  set(key: Key, vector: Float32Array): void {
    const before = this.vectors.sparse(key)
    this.vectors.set(key, vector)
    const row = this.rowOf.get(key) ?? this.keys.push(key) - 1
    this.rowOf.set(key, row)
    for (const index of before?.places ?? []) if (vector[index] === 0) this.lists[index]!.set(row, 0)
    const { places, values } = this.vectors.sparse(key)!
    for (let at = 0; at < places.length; at++) {
      const index = places[at]!
      const list = this.lists[index] ?? new PostingList()
      this.lists[index] = list
      list.set(row, values[at]!)
    }
    this.norms[row] = this.vectors.length(key)
  }

  get(key: Key): Float32Array | undefined {
    return this.vectors.get(key)
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
   * The key whose row has the largest cosine with the vector, among those from `least` on that `admits` accepts; the
   * earlier one of equals; undefined when there is none. `admits` is called only for a row that would be the nearest so
   * far: if most are refused, `least` keeps the calls few, however many rows there are.
   */
  nearest(vector: Float32Array, least: number, admits: (key: Key) => boolean = () => true): Neighbor<Key> | undefined {
    const cosines = this.cosines(vector)
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
