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

const sparseMark = 1
const sparseHeaderBytes = 3
const sparseEntryBytes = 6

/**
 * The stored form of a vector: float32, little endian on every machine. A vector of mostly zeros, as the built-in embedding
 * makes them, has only the others with their indexes: a sentence of 45 bytes then takes 300 bytes instead of 2,048. The
 * number of bytes tells the two forms apart: 4 for each dimension, or 3 and 6 for each entry, which is odd.
 */
export const vectorToBytes = (vector: Float32Array): Uint8Array => {
  const entries = [...vector.entries()].filter(([, value]) => !Object.is(value, 0))
  const sparseBytes = sparseHeaderBytes + sparseEntryBytes * entries.length
  if (vector.length <= 0xffff && sparseBytes < vector.length * 4) return sparseToBytes(vector.length, entries)
  const bytes = new Uint8Array(vector.length * 4)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < vector.length; i++) view.setFloat32(i * 4, vector[i]!, true)
  return bytes
}

function sparseToBytes(dimensions: number, entries: readonly [index: number, value: number][]): Uint8Array {
  const bytes = new Uint8Array(sparseHeaderBytes + sparseEntryBytes * entries.length)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, sparseMark)
  view.setUint16(1, dimensions, true)
  for (const [at, [index, value]] of entries.entries()) {
    view.setUint16(sparseHeaderBytes + at * sparseEntryBytes, index, true)
    view.setFloat32(sparseHeaderBytes + at * sparseEntryBytes + 2, value, true)
  }
  return bytes
}

/** Reads either form that `vectorToBytes` writes. Throws RangeError for other bytes. */
export const vectorFromBytes = (bytes: Uint8Array): Float32Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length % sparseEntryBytes === sparseHeaderBytes && bytes[0] === sparseMark) {
    const vector = new Float32Array(view.getUint16(1, true))
    for (let at = sparseHeaderBytes; at < bytes.length; at += sparseEntryBytes)
      vector[view.getUint16(at, true)] = view.getFloat32(at + 2, true)
    return vector
  }
  if (bytes.length % 4 !== 0) throw new RangeError(`${bytes.length} bytes are no float32 vector`)
  const vector = new Float32Array(bytes.length / 4)
  for (let i = 0; i < vector.length; i++) vector[i] = view.getFloat32(i * 4, true)
  return vector
}
