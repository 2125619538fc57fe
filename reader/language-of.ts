import { commonWords, otherWords } from './common-words.ts'

/** Languages in which beliefs are read. */
type KnownLanguage = 'en' | 'de' | 'es' | 'fr' | 'zh'

/** Characters that suffice to detect the language; counting is slow on longer texts. */
const tellingLength = 2000

const anyOf = (words: readonly string[]) => new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, 'gu')
// In English text a word also ends at a digit or an underscore: identifiers are not words.
const english = new RegExp(`\\b(?:${commonWords.en.join('|')})\\b`, 'g')
const patterns: readonly [KnownLanguage, RegExp][] = [
  ['en', english],
  ['de', anyOf(commonWords.de)],
  ['es', anyOf(commonWords.es)],
  ['fr', anyOf(commonWords.fr)],
]
const others = anyOf(otherWords)

/**
 * Half of the most common words of Portuguese are Spanish too, but these letters are not; any text may have them in a
 * name or two.
 */
const portuguese = /[\u00e3\u00f5]/gu
const minPortuguese = 2
const portugueseWeight = 5

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/**
 * The language of a text by its letters and its most common words: one in which beliefs are read, `other`, or undefined
 * if there is too little evidence.
 */
export function languageOf(text: string): KnownLanguage | 'other' | undefined {
  const start = text.slice(0, tellingLength).toLowerCase()
  const letters = count(start, /\p{L}/gu)
  if (letters === 0) return undefined
  const han = count(start, /\p{Script=Han}/gu)
  if (count(start, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu) * 5 > letters) return 'other'
  if (han * 3 > letters) return 'zh'
  if (count(start, /\p{Script=Latin}/gu) * 2 < letters) return 'other'
  const counts: [KnownLanguage | 'other', number][] = [
    ...patterns.map(([name, pattern]): [KnownLanguage, number] => [name, count(start, pattern)]),
    ['other', count(start, others) + portugueseWeight * Math.max(0, count(start, portuguese) - minPortuguese)],
  ]
  const [best, second] = counts.sort(([, a], [, b]) => b - a)
  return best![1] > second![1] ? best![0] : undefined
}
