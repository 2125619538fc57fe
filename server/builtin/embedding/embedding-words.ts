import { stemmer } from 'stemmer'
import { hanRewritings } from '../../domain/similar/opposite-words.ts'
import { irregularForms, synonyms } from '../../domain/similar/synonyms.ts'
import type { Features } from './embedding-features.ts'
import { emptyWords, escapes, negations, phrases } from './meaning-words.ts'

/** Reads the words of a text for the built-in embedding: the stem of each, and its effect on the others of its clause. */

/** A parsed word, without a stem if it has no topic. */
export interface Word {
  text: string
  stem: Stem | undefined
  marks: number
}
export interface Stem {
  text: string
  /** Its index, affirmed and denied, among the tokens of the text that contained it last. */
  index: number
  deniedIndex: number
  plain?: Features
  negated?: Features
  limited?: Features
}

/** Marks the end of a clause instead of a word. */
export const clauseEnd: Word = { text: '', stem: undefined, marks: 0 }

const wordsRead = new Map<string, Word>()
const stems = new Map<string, Stem>()
// Text brings ever new words, so the cache must stay bounded.
const maxRemembered = 20_000

/** Clears the cache if it is too large, and returns whether it did: all stems read until then are invalid. */
export function forgetManyWords(): boolean {
  const areMany = wordsRead.size >= maxRemembered || stems.size >= maxRemembered
  if (areMany) {
    wordsRead.clear()
    stems.clear()
    recentWords.fill(undefined)
  }
  return areMany
}

const readWord = (piece: string): Word => {
  const known = wordsRead.get(piece)
  if (known) return known
  const read = /^[\p{L}\p{N}]/u.test(piece) ? wordOf(piece) : clauseEnd
  wordsRead.set(piece, read)
  return read
}

const wordOf = (word: string): Word => {
  const isEmpty = emptyWords.has(word) || word === 'insteadof'
  return { text: word, stem: isEmpty ? undefined : stemOf(meaningOf(word)), marks: marksOf.get(word) ?? 0 }
}

/** Stem of a word, via its base form and its synonym. */
const synonymStems = new Map([...synonyms].map(([word, meaning]) => [stemmer(word), stemmer(meaning)]))

const meaningOf = (word: string): string => {
  const base = irregularForms.get(word) ?? word
  const stem = stemmer(synonyms.get(base) ?? base)
  return synonymStems.get(stem) ?? stem
}

const stemOf = (stem: string): Stem => {
  const known = stems.get(stem)
  if (known) return known
  const found = { text: stem, index: 0, deniedIndex: 0 }
  stems.set(stem, found)
  return found
}

/** Whether any phrase occurs, which is rare; a single \b in front makes it three times as fast. */
const anyPhrase = new RegExp(
  [
    ...phrases.flatMap(([{ source }]) => (source.startsWith('\\b') ? [] : source)),
    `\\b(?:${phrases.flatMap(([{ source }]) => (source.startsWith('\\b') ? source.slice(2) : [])).join('|')})`,
  ].join('|'),
)

const rephrase = (text: string): string =>
  anyPhrase.test(text)
    ? phrases.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text)
    : text

const separateHan = (text: string): string =>
  hanRewritings.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text)

const asciiOnly = /^[\0-\x7f]*$/
/** A word, or the end of a clause. */
const piece = /[\p{L}\p{N}]+|[,;:.!?()\u2013\u2014]+(?:\s|$)|\sbut\s/gu

/** Reads a lower-case text into `words`, with a `clauseEnd` between its clauses. Returns their number. */
export function readWords(text: string, words: Word[]): number {
  if (asciiOnly.test(text)) return readAsciiWords(rephrase(text), words)
  const pieces = rephrase(separateHan(text)).match(piece) ?? []
  for (let at = 0; at < pieces.length; at++) words[at] = readWord(pieces[at]!)
  return pieces.length
}

const other = 0
const letter = 1
const punctuation = 2
const space = 3
const kindOf = new Uint8Array(128)
for (const [kind, members] of [
  [letter, 'abcdefghijklmnopqrstuvwxyz0123456789'],
  [punctuation, ',;:.!?()'],
  [space, ' \t\n\v\f\r'],
] as const)
  for (const member of members) kindOf[member.charCodeAt(0)] = kind

/** Matches like `piece`; a known word is looked up by its letters, without creating a string. */
function readAsciiWords(text: string, words: Word[]): number {
  const kindAt = (at: number) => (at < text.length ? kindOf[text.charCodeAt(at)]! : other)
  let count = 0
  for (let at = 0; at < text.length; ) {
    const start = at
    const kind = kindAt(at++)
    if (kind === letter) {
      let hash = text.charCodeAt(start)
      for (; kindAt(at) === letter; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
      words[count++] = wordIn(text, start, at, hash)
    } else if (kind === punctuation) {
      while (kindAt(at) === punctuation) at++
      if (at < text.length && kindAt(at) !== space) continue
      words[count++] = clauseEnd
      at++
    } else if (kind === space && text.startsWith('but', at) && kindAt(at + 3) === space) {
      words[count++] = clauseEnd
      at += 4
    }
  }
  return count
}

/** Words by the hash of their letters; the latest one if two have the same. */
const recentWords: (Word | undefined)[] = Array.from({ length: 8192 })

function wordIn(text: string, start: number, end: number, hash: number): Word {
  const slot = (hash ^ (hash >>> 13)) & (recentWords.length - 1)
  const known = recentWords[slot]
  if (known?.text.length === end - start && text.startsWith(known.text, start)) return known
  const word = readWord(text.slice(start, end))
  recentWords[slot] = word
  return word
}

/** The effects of a word on the others of its clause, as bits. */
export const mark = {
  negation: 1,
  escape: 2,
  keep: 4,
  out: 8,
  of: 16,
  without: 32,
  /** Turns a `comparison` into a choice between the parts before and after it. */
  choice: 64,
  comparison: 128,
  insteadOf: 256,
  above: 512,
  below: 1024,
}
export const limits = mark.above | mark.below
export const deniers = mark.negation | mark.keep | mark.without | mark.choice | mark.insteadOf

const markedWords: readonly (readonly [bit: number, words: Iterable<string>])[] = [
  [mark.negation, negations],
  [mark.escape, escapes],
  [mark.keep, ['keep']],
  [mark.out, ['out']],
  [mark.of, ['of']],
  [mark.without, ['without']],
  [mark.choice, ['prefer', 'favour', 'favor', 'rather']],
  [mark.comparison, ['over', 'to', 'than']],
  [mark.insteadOf, ['insteadof']],
  [mark.above, ['above']],
  [mark.below, ['below']],
]
const marksOf = new Map<string, number>()
for (const [bit, words] of markedWords) for (const word of words) marksOf.set(word, (marksOf.get(word) ?? 0) | bit)
