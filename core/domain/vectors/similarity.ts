/**
 * Maps a cosine to the similarity that the thresholds refer to: identity for an embedding model, calibrated for the
 * built-in lexical embedding. Monotone, 1 stays 1.
 */
export type Rescale = (cosine: number) => number

/** A vector without its zeros: the ascending indexes of the other entries, and their values. */
export interface SparseVector {
  places: Uint16Array
  values: Float32Array
}

/** The same vector with its zeros. */
export function withZeros({ places, values }: SparseVector, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  for (let at = 0; at < places.length; at++) vector[places[at]!] = values[at]!
  return vector
}

/** Sum of the products of two vectors of equal length. */
export const dot = (a: Float32Array, b: Float32Array): number => {
  if (a.length !== b.length) throw new RangeError(`Vectors of ${a.length} and ${b.length} dimensions do not compare`)
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/** Cosine similarity, -1 to 1; 0 when either vector is all zeros. Throws RangeError when the lengths differ. */
export const cosine = (a: Float32Array, b: Float32Array): number => {
  const norms = Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b))
  // Rounding may carry the quotient past 1 by an ulp.
  return norms === 0 ? 0 : Math.max(-1, Math.min(1, dot(a, b) / norms))
}

/** The vector of length 1 with the same direction; zeros stay zeros. */
export const normalized = (vector: Float32Array): Float32Array => {
  const norm = Math.sqrt(dot(vector, vector))
  return norm === 0 ? vector.slice() : vector.map((value) => value / norm)
}

/**
 * The smallest cosine at which `similarity` is reached, minus the rounding error of equal directions. Opposites are no
 * less similar than unrelated vectors, so any two reach 0.
 */
export function cosineAt(rescale: Rescale, similarity: number): number {
  if (similarity <= 0) return -1
  let [below, reached] = [-1, 1]
  for (let step = 0; step < 50; step++) {
    const middle = (below + reached) / 2
    if (rescale(middle) >= similarity) reached = middle
    else below = middle
  }
  return reached - 1e-6
}

/** The unit vector in the middle of the directions of some vectors; undefined without vectors. */
export const centroid = (vectors: readonly Float32Array[]): Float32Array | undefined => {
  const first = vectors[0]
  if (!first) return undefined
  const sum = new Float32Array(first.length)
  const unitOf = remembered(normalized)
  for (const vector of vectors) addTo(sum, unitOf(vector))
  return normalized(sum)
}

/** Memoizes the function by vector: equal statements share theirs. */
export const remembered = <T>(compute: (vector: Float32Array) => T): ((vector: Float32Array) => T) => {
  const known = new Map<Float32Array, T>()
  return (vector) => {
    const value = known.has(vector) ? known.get(vector)! : compute(vector)
    known.set(vector, value)
    return value
  }
}

/** Adds `vector` to `sum` in place. */
export const addTo = (sum: Float32Array, vector: Float32Array): void => {
  if (sum.length !== vector.length) throw new RangeError(`Vectors of ${sum.length} and ${vector.length} dimensions`)
  for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!
}

/** The stored form of a vector: float32, little endian on every machine. */
export const vectorToBytes = (vector: Float32Array): Uint8Array => {
  const bytes = new Uint8Array(vector.length * 4)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < vector.length; i++) view.setFloat32(i * 4, vector[i]!, true)
  return bytes
}

/** Reads what `vectorToBytes` wrote. Throws RangeError when the number of bytes is not a multiple of 4. */
export const vectorFromBytes = (bytes: Uint8Array): Float32Array => {
  if (bytes.length % 4 !== 0) throw new RangeError(`${bytes.length} bytes are no float32 vector`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const vector = new Float32Array(bytes.length / 4)
  for (let i = 0; i < vector.length; i++) vector[i] = view.getFloat32(i * 4, true)
  return vector
}
