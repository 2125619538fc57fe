import type { Row } from './fit.ts'
import { listNames, listsOf } from './word-lists.ts'
import { wordsOf } from './words.ts'

/** Buckets of the word n-grams. */
const buckets = 1 << 18

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
const flag = (is: boolean) => (is ? 1 : 0)
const cues =
  /\b(?:always|never|don'?t|do not|stop|from now on|going forward|next time|make sure|ensure|prefer|instead of|remember|must|should(?:n'?t)? (?:always|never|not)|please use|use \w+,? not|avoid|no longer|every time|by default)\b/gi
const questionOpener =
  /^\s*(?:can|could|would|will|do|does|did|is|are|was|what|why|how|which|where|who|should|have|has)\b/i

const shapes: readonly ((text: string, words: readonly string[]) => number)[] = [
  (text) => count(text, cues),
  (text) => count(text, /\d+/g),
  (text) => count(text, /https?:\/\//g),
  (text) => count(text, /`[^`]+`/g),
  (text) => count(text, /\w\/\w|\b\w+\.(?:ts|js|py|go|cs|md|json|ya?ml|tsx|jsx|sh)\b/g),
  (text) => count(text, /^[^\S\r\n\u2028\u2029]*(?:[-*•]|\d+[.)])\s/gm),
  (text) => count(text, /!/g),
  (text) => count(text, /\?/g),
  (text) => count(text, /\b[A-Z]{3,}\b/g),
  (text) => count(text, /["“”«»]/g),
  (text) => count(text, /[{};=<>]/g),
  (text) => count(text, /:\s/g),
  (text) => count(text, /@\w/g),
  (text) => count(text, /\b\w+(?:n't|nt)\b/gi),
  (_, words) => words.length / 4,
  (_, words) => flag(words.length < 6),
  (_, words) => flag(words.length > 60),
  (text) => flag(/\?\s*$/.test(text)),
  (text) => flag(questionOpener.test(text)),
  (text) => flag(/^\s*(?:no|nope|don'?t|do not|stop|never|not)\b/i.test(text)),
  (text) => flag(/^\s*(?:also|and|but|so|then|ok|okay|yes|hmm|wait)\b/i.test(text)),
]

/** Columns of the features with a meaning: a flag and a count for each word list, then the shapes. */
export const handColumns = listNames.length * 2 + shapes.length
/** Columns of a row: hand-made features, buckets of n-grams, and the constant. */
export const columns = handColumns + buckets + 1

/** FNV-1a, folded to the number of buckets. */
function bucketOf(gram: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < gram.length; at++) hash = Math.imul(hash ^ gram.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) & (buckets - 1)
}

/**
 * Describes a text as a row for the linear models: counts by their logarithm, and n-grams of one to three words so that
 * all of them together have length 1. The model scales the features with a meaning.
 */
export function featuresOf(text: string): Row {
  const words = wordsOf(text)
  const counts = new Float64Array(listNames.length)
  const grams = new Set<number>()
  for (let at = 0; at < words.length; at++) {
    let gram = ''
    for (const word of words.slice(at, at + 3)) {
      gram += gram === '' ? word : ` ${word}`
      grams.add(bucketOf(gram))
      for (const list of listsOf.get(gram) ?? []) counts[list]!++
    }
  }
  const found: number[] = []
  const values: number[] = []
  const add = (column: number, value: number) => {
    if (value === 0) return
    found.push(column)
    values.push(value)
  }
  for (const [list, times] of counts.entries()) {
    add(list * 2, flag(times > 0))
    add(list * 2 + 1, Math.log1p(times))
  }
  for (const [at, shape] of shapes.entries()) add(listNames.length * 2 + at, Math.log1p(shape(text, words)))
  for (const bucket of grams) add(handColumns + bucket, 1 / Math.sqrt(grams.size))
  add(columns - 1, 1)
  return { columns: found, values }
}
