import { stemmer } from 'stemmer'
import { quickHash } from '#core/base/hash.ts'
import type { Embedder } from '#core/domain/language.ts'
import { rescaleBy } from '#core/domain/similar/calibration.ts'
import { rewrite } from '#core/domain/similar/rewritings.ts'
import { irregularForms, synonyms } from '#core/domain/similar/synonyms.ts'
import { remembering } from '#core/domain/similar/topics.ts'
import { emptyWords } from '#core/domain/similar/words.ts'
import { cosine, type Rescale, type SparseVector, withZeros } from '#core/domain/vectors/similarity.ts'
import type { LocalEmbedding } from '#core/domain/vectors/sparse-rows.ts'

/**
 * The built-in lexical embedding, for a service without an embeddings endpoint: it recognizes the same words in other
 * forms and other order, and the common synonyms of its table, but no meaning. Stems and their 3- to 5-grams are hashed
 * into 512 dimensions. Negation, limits and order are left to `domain/similar/opposites.ts`.
 */
export const modelName = 'builtin-lexical-5'
export const dimensions = 512

// The weight and the calibration points are chosen on the labeled pairs; `npm run eval --
// pairs` prints what they achieve.
const gramWeight = 0.35
/** Found by hand: half of the pairs that share only the idea share no word, so no threshold finds them. */
const calibration = { idea: 0.54, same: 0.62 }

/** Similarity on the common scale (behavior: Similarity) from a cosine of two built-in embeddings. */
export const rescale: Rescale = rescaleBy(calibration)

/** One unit vector of 512 dimensions per text, in order; zeros for a text without a word that counts. */
export const embed = (texts: readonly string[]): Float32Array[] =>
  texts.map((text) => withZeros(embedSparse(text), dimensions))

/**
 * Unrelated statements reach 0.36 (test/support/unrelated-sentences.ts). Every labeled equivalent pair that
 * all-MiniLM-L6-v2 puts at 0.85 or more has 0.5.
 */
const sharedWords = 0.4

/** Whether two statements have words in common, in any form and order. */
export function shareWords(a: string, b: string): boolean {
  const [one, other] = embed([a, b])
  return rescale(cosine(one!, other!)) >= sharedWords
}

/** The same embedding, for threads that compute it themselves. */
export const localEmbedding: LocalEmbedding = { dimensions, embed: embedSparse, rescale }

/** The embedding of a service without an embeddings endpoint. */
export const builtinEmbedder: Embedder = {
  model: modelName,
  isLocal: true,
  embed: async (texts) => embed(texts),
  rescale,
  calibration,
}

/** Stem of a synonym to the stem of its meaning. */
const synonymStems = new Map([...synonyms].map(([word, meaning]) => [stemmer(word), stemmer(meaning)]))

const maxKnown = 20_000

/** The stem of a word, via its base form and its synonym; null if the word has no topic. */
const stemOf = remembering((word): string | null => {
  if (emptyWords.has(word)) return null
  const base = irregularForms.get(word) ?? word
  const stem = stemmer(synonyms.get(base) ?? base)
  return synonymStems.get(stem) ?? stem
}, maxKnown)

/**
 * The number of a stem's dimensions that represent all of it: two stems that collide in one of
 * 512 dimensions still differ in the other.
 */
const wholeEntries = 2

/** The dimensions of the stem itself and of its 3- to 5-grams; 20 and 200 share nothing. */
const entriesOf = remembering((stem): readonly number[] => {
  const padded = `<${stem}>`
  const grams = /^\d/.test(stem)
    ? []
    : [3, 4, 5].flatMap((length) =>
        Array.from({ length: Math.max(0, padded.length - length + 1) }, (_, at) => `#${padded.slice(at, at + length)}`),
      )
  return [stem, `=${stem}`, ...grams].map(entryOf)
}, maxKnown)

/** Dimension and, in the lowest bit, sign by the hash of a text; the sign keeps collisions from adding up. */
function entryOf(text: string): number {
  let hash = quickHash(text)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash ^= hash >>> 13
  return (((hash >>> 1) % dimensions) << 1) | (hash & 1)
}

// Reused for all texts: a million embeddings must not leave a million arrays behind.
const sums = new Float32Array(dimensions)
const filledPlaces = new Uint16Array(dimensions)
const filledValues = new Float32Array(dimensions)

/** The vector of one text without its zeros, in arrays that are reused by the next call. */
export function embedSparse(text: string): SparseVector {
  sums.fill(0)
  const stems = new Set<string>()
  for (const word of rewrite(text.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? []) {
    const stem = stemOf(word)
    if (stem === null || stems.has(stem)) continue
    stems.add(stem)
    addStem(entriesOf(stem))
  }
  let square = 0
  let filled = 0
  for (let dimension = 0; dimension < dimensions; dimension++) {
    const value = sums[dimension]!
    // A zero is overwritten by the next value: a branch would be mispredicted half of the time.
    filledPlaces[filled] = dimension
    filledValues[filled] = value
    filled += Number(value !== 0)
    square += value * value
  }
  const norm = Math.sqrt(square)
  for (let at = 0; at < filled; at++) filledValues[at]! /= norm
  return { places: filledPlaces.subarray(0, filled), values: filledValues.subarray(0, filled) }
}

/** The grams of a stem together weigh `gramWeight` of it. */
function addStem(entries: readonly number[]): void {
  const gram = gramWeight / Math.sqrt(entries.length - wholeEntries)
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at]!
    // Not a branch on the sign, which the processor would mispredict half of the time.
    sums[entry >>> 1]! += (at < wholeEntries ? Math.SQRT1_2 : gram) * (1 - ((entry & 1) << 1))
  }
}
