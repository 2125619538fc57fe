import type { Embedder } from '../../domain/language.ts'
import { rescaleBy } from '../../domain/similar/calibration.ts'
import { cosine, type Rescale, type SparseVector, withZeros } from '../../domain/vectors/similarity.ts'
import { addFeatures, dimensions, type Features, forgetFeatures, hashFeatures } from './embedding-features.ts'
import {
  clauseEnd,
  deniers,
  forgetManyWords,
  limits,
  mark,
  readWords,
  type Stem,
  type Word,
} from './embedding-words.ts'

/**
 * The built-in lexical embedding, for a service without an embeddings endpoint: it recognizes the same words in other
 * forms and other order, and the common synonyms of its table, but no meaning. Stems and their 3- to 5-grams are hashed
 * into 512 dimensions; negated words are hashed separately from affirmed ones. Part of the value of words above or
 * below a limit takes its sign from that. Order in time is left to `domain/similar/opposites.ts`: hashing it separately
 * here also split wordings of one habit (eval).
 */
export const modelName = 'builtin-lexical-4'

// Weights and calibration points are chosen on the labeled pairs; `npm run eval -- pairs` prints what they achieve.
const deniedShare = 0.3
/** The share of a stem's square that shows on which side of a limit it is. */
const limitShare = 0.6
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

/** The embedding of a service without an embeddings endpoint. */
export const builtinEmbedder: Embedder = {
  model: modelName,
  isLocal: true,
  embed: async (texts) => embed(texts),
  rescale,
  calibration,
}

// Reused for all texts: a million embeddings must not leave a million arrays behind.
const sums = new Float32Array(dimensions)
const filledPlaces = new Uint16Array(dimensions)
const filledValues = new Float32Array(dimensions)

/** The vector of one text without its zeros, in arrays that are reused by the next call. */
export function embedSparse(text: string): SparseVector {
  sums.fill(0)
  const count = readTokens(text)
  for (let at = 0; at < count; at++) {
    const { stem, denied, limit } = tokens[at]!
    const rest = limit === 0 ? 1 : Math.sqrt(1 - limitShare)
    if (!denied) addFeatures(sums, featuresOf(stem, 'plain'), rest)
    else {
      addFeatures(sums, featuresOf(stem, 'negated'), rest * Math.sqrt(1 - deniedShare ** 2))
      addFeatures(sums, featuresOf(stem, 'plain'), rest * deniedShare)
    }
    if (limit !== 0) addFeatures(sums, featuresOf(stem, 'limited'), limit * Math.sqrt(limitShare))
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

/** `limit` is 1 above a limit, -1 below one, else 0. */
type Token = { stem: Stem; denied: boolean; limit: number }

// Reused for each text, like the sums.
const words: Word[] = []
const tokens: Token[] = []
/** The maximum length of the reused arrays: a text of megabytes must not keep its memory. */
const maxReused = 1000

/** Reads the distinct stems of a text with their polarity into `tokens`. Returns how many there are. */
function readTokens(text: string): number {
  // Only here, so that within a text one stem is one object.
  if (forgetManyWords()) forgetFeatures()
  if (words.length > maxReused) words.length = 0
  if (tokens.length > maxReused) tokens.length = 0
  const wordCount = readWords(text.toLowerCase(), words)
  let tokenCount = 0
  let start = 0
  while (start < wordCount) {
    let end = start
    let marks = 0
    for (; end < wordCount && words[end] !== clauseEnd; end++) marks |= words[end]!.marks
    const denies = (marks & deniers) === 0 ? undefined : deniedFrom(words.slice(start, end))
    let side: Word | undefined
    for (let at = start; at < end; at++) {
      const word = words[at]!
      if (side === undefined && (word.marks & limits) !== 0) side = word
      const { stem } = word
      if (!stem) continue
      const limit = side === undefined ? 0 : side.marks & mark.above ? 1 : -1
      const denied = denies?.(at - start) ?? false
      const index = denied ? stem.deniedIndex : stem.index
      const known = index < tokenCount ? tokens[index] : undefined
      // An index in another text means nothing in this one.
      if (known?.stem === stem && known.denied === denied) known.limit = limit
      else {
        if (denied) stem.deniedIndex = tokenCount
        else stem.index = tokenCount
        setToken(tokenCount++, stem, denied, limit)
      }
    }
    start = end + 1
  }
  return tokenCount
}

function setToken(at: number, stem: Stem, denied: boolean, limit: number): void {
  const token = tokens[at]
  if (!token) tokens[at] = { stem, denied, limit }
  else {
    token.stem = stem
    token.denied = denied
    token.limit = limit
  }
}

/** The indexes of the denied words of a clause. */
const deniedFrom = (clause: readonly Word[]): ((at: number) => boolean) => {
  const is = (bit: number) => (word: Word | undefined) => ((word?.marks ?? 0) & bit) !== 0
  const negation = clause.findIndex(is(mark.negation))
  const exit = clause.findIndex((word, at) => is(mark.escape)(word) && at > negation)
  const keptOut =
    clause.some(is(mark.keep)) && clause.some((word, at) => is(mark.out)(word) && is(mark.of)(clause[at + 1]))
  if (negation >= 0 || keptOut) return () => exit < 0
  if (is(mark.without)(clause[exit])) return (at) => at > exit
  const chooses = clause.some(is(mark.choice))
  const loser = clause.findIndex(
    (word, at) => is(mark.insteadOf)(word) || (chooses && at > 1 && is(mark.comparison)(word)),
  )
  return (at) => loser >= 0 && at > loser
}

const prefixes = { plain: '', negated: '!', limited: '^' }

const featuresOf = (stem: Stem, side: keyof typeof prefixes): Features => {
  stem[side] ??= hashFeatures(stem.text, prefixes[side])
  return stem[side]
}
