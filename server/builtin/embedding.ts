import { stemmer } from 'stemmer'
import { quickHash } from '../domain/hash.ts'
import type { Embedder } from '../domain/language.ts'
import type { Rescale } from '../domain/similarity.ts'
import { emptyWords, escapes, faintWords, irregularForms, negations, phrases, synonyms } from './meaning-words.ts'

/**
 * The built-in lexical embedding, for a service without an embeddings endpoint: it finds the same words in other forms
 * and other order, and the common synonyms of its table; it knows nothing of meaning. Stems and their 3- to 5-grams are
 * hashed into 512 dimensions; what a sentence denies is hashed apart from what it affirms. A part
 * of what is above or below a limit has its sign from that. What comes before and what after is
 * left to `domain/opposites.ts`: hashed apart here, it parted wordings of one habit too (eval).
 */
export const modelName = 'builtin-lexical-2'
export const dimensions = 512

// Weights and calibration points are chosen on eval/pairs.ts; `node eval/calibrate.ts` prints what they achieve.
const faintWeight = 0.5
const gramWeight = 0.35
const deniedShare = 0.3
/** How much of the square of a stem tells on which side of a limit it is. */
const limitShare = 0.6
const calibration: readonly (readonly [cosine: number, similarity: number])[] = [
  [-1, -1],
  [0, 0],
  [0.54, 0.65],
  [0.62, 0.85],
  [1, 1],
]

/** Similarity on the common scale (behavior: Similarity) from a cosine of two built-in embeddings; piecewise linear, monotone. */
export const rescale: Rescale = (cosine) => {
  const value = Math.max(-1, Math.min(1, cosine))
  const upper = Math.max(
    1,
    calibration.findIndex(([from]) => from >= value),
  )
  const [x0, y0] = calibration[upper - 1]!
  const [x1, y1] = calibration[upper]!
  return y0 + ((value - x0) / (x1 - x0)) * (y1 - y0)
}

/** One unit vector of 512 dimensions per text, in order; a text without a word that counts gives zeros. */
export const embed = (texts: readonly string[]): Float32Array[] => texts.map(embedOne)

/** The embedding of a service without an embeddings endpoint. */
export const builtinEmbedder: Embedder = {
  model: modelName,
  isLocal: true,
  embed: async (texts) => embed(texts),
  rescale,
}

const embedOne = (text: string): Float32Array => {
  const vector = new Float32Array(dimensions)
  for (const { stem, denied, limit } of readStems(text)) {
    const { plain, negated, limited } = featuresOf(stem)
    const rest = limit === 0 ? 1 : Math.sqrt(1 - limitShare)
    if (!denied) addFeatures(vector, plain, rest)
    else {
      addFeatures(vector, negated, rest * Math.sqrt(1 - deniedShare ** 2))
      addFeatures(vector, plain, rest * deniedShare)
    }
    if (limit !== 0) addFeatures(vector, limited, limit * Math.sqrt(limitShare))
  }
  let norm = 0
  for (const value of vector) norm += value * value
  norm = Math.sqrt(norm)
  return norm === 0 ? vector : vector.map((value) => value / norm)
}

/** `limit` is 1 for what is above, -1 for what is below, else 0. */
type Token = { stem: string; denied: boolean; limit: number }

/** The distinct stems of a text with their polarity. */
const readStems = (text: string): Token[] => {
  const rewritten = phrases.reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
    text.toLowerCase(),
  )
  const tokens = new Map<string, Token>()
  for (const clause of rewritten.split(/[,;:.!?()\u2013\u2014]+(?:\s|$)|\sbut\s/)) {
    const clauseWords: string[] = clause.match(/[\p{L}\p{N}]+/gu) ?? []
    const denies = deniedFrom(clauseWords)
    const side = clauseWords.findIndex((word) => word === 'above' || word === 'below')
    for (const [at, word] of clauseWords.entries()) {
      const stem = stemOf(word)
      if (stem === '') continue
      const limit = side < 0 || at < side ? 0 : clauseWords[side] === 'above' ? 1 : -1
      const token = { stem, denied: denies(at), limit }
      tokens.set(`${token.denied} ${stem}`, token)
    }
  }
  return [...tokens.values()]
}

/** Which words of a clause are denied, by their place. */
const deniedFrom = (clause: readonly string[]): ((at: number) => boolean) => {
  const negation = clause.findIndex((word) => negations.has(word))
  const exit = clause.findIndex((word, at) => escapes.has(word) && at > negation)
  const keptOut = clause.includes('keep') && clause.some((word, at) => word === 'out' && clause[at + 1] === 'of')
  if (negation >= 0 || keptOut) return () => exit < 0
  if (clause[exit] === 'without') return (at) => at > exit
  const chooses = clause.some((word) => word === 'prefer' || word === 'favour' || word === 'favor' || word === 'rather')
  const loser = clause.findIndex(
    (word, at) => word === 'insteadof' || (chooses && at > 1 && /^(?:over|to|than)$/.test(word)),
  )
  return (at) => loser >= 0 && at > loser
}

const stems = new Map<string, string>()
const features = new Map<string, Record<'plain' | 'negated' | 'limited', Feature[]>>()
// Text brings ever new words; what is kept of them must stay bounded.
const maxRemembered = 50_000

/** Stem of a word by way of its base form and its synonym; '' for a word that carries no topic. */
const stemOf = (word: string): string => {
  const known = stems.get(word)
  if (known !== undefined) return known
  const stem = emptyWords.has(word) || word === 'insteadof' ? '' : meaningOf(word)
  if (stems.size >= maxRemembered) stems.clear()
  stems.set(word, stem)
  return stem
}

const synonymStems = new Map([...synonyms].map(([word, meaning]) => [stemmer(word), stemmer(meaning)]))

const meaningOf = (word: string): string => {
  const base = irregularForms.get(word) ?? word
  const stem = stemmer(synonyms.get(base) ?? base)
  return synonymStems.get(stem) ?? stem
}

type Feature = readonly [place: number, value: number]
const faintStems = new Set([...faintWords].map((word) => stemmer(word)))

const featuresOf = (stem: string) => {
  const known = features.get(stem)
  if (known) return known
  const [plain, negated, limited] = ['', '!', '^'].map((prefix) => hashFeatures(stem, prefix))
  const found = { plain: plain!, negated: negated!, limited: limited! }
  if (features.size >= maxRemembered) features.clear()
  features.set(stem, found)
  return found
}

/** The stem itself and its 3- to 5-grams, which together weigh `gramWeight` of it; 20 and 200 share nothing. */
const hashFeatures = (stem: string, prefix: string): Feature[] => {
  const weight = faintStems.has(stem) ? faintWeight : 1
  const padded = `<${stem}>`
  const grams: string[] = []
  if (!/^\d/.test(stem))
    for (let length = 3; length <= 5; length++) {
      for (let at = 0; at + length <= padded.length; at++) grams.push(padded.slice(at, at + length))
    }
  const gramShare = (weight * gramWeight) / Math.sqrt(grams.length)
  // Two places a stem, so that two stems that meet in one of 512 places still differ in the other.
  const half = weight / Math.SQRT2
  return [
    hashed(`${prefix}${stem}`, half),
    hashed(`${prefix}=${stem}`, half),
    ...grams.map((gram) => hashed(`${prefix}#${gram}`, gramShare)),
  ]
}

/** Place and sign by the hash of a text; the sign keeps collisions from adding up. */
const hashed = (text: string, weight: number): Feature => {
  let hash = quickHash(text)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash ^= hash >>> 13
  return [(hash >>> 1) % dimensions, (hash & 1) === 0 ? weight : -weight]
}

const addFeatures = (vector: Float32Array, list: readonly Feature[], share: number): void => {
  for (const [place, value] of list) vector[place]! += value * share
}
