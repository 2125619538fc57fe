import type { Category } from '#core/domain/kinds.ts'
import { ruleLanguages } from './words/all.ts'

const categories = ['axiom', 'boundary', 'principle', 'voice', 'preference'] as const

/**
 * The category of a sentence in a language other than English, by its words; undefined without such words. Only the
 * clearest markers count, because the sentence may be English after all.
 */
export const markedCategory = (sentence: string): Category | undefined =>
  categories.find((category) =>
    ruleLanguages.some(({ addresses, marks }) => (category === 'axiom' ? addresses : marks[category])?.test(sentence)),
  )

const headingOfRules = /\b(?:rules?|guidelines?|conventions?|code style|coding style)\b/i
const isRuleHeading = (heading: string) =>
  headingOfRules.test(heading) || ruleLanguages.some(({ headings }) => headings?.test(heading))
/** An identifier with its description: "`docs/` → documentación". */
export const entry = /^`[^`]+`(?:\s*(?:[-\u2013\u2014:\u2192=|(,]|$))/

/**
 * The category that a sentence in another language suggests by itself, and whether it demands anything; undefined if it
 * only describes.
 */
export function readForeign(
  sentence: string,
  { headings, block }: { headings: readonly string[]; block: string },
): { category?: Category } | undefined {
  const plain = sentence.replace(/\([^()]*\)|\uFF08[^\uFF08\uFF09]*\uFF09/g, '').trim()
  if (entry.test(plain)) return undefined
  if (isForbiddenElsewhere(plain)) return { category: 'boundary' }
  const category = markedCategory(plain)
  if (category !== undefined) return { category }
  const isAmongRules = headings.some(isRuleHeading)
  return isAmongRules || (block === 'item' && isDemand(plain.slice(0, tellingLength))) ? {} : undefined
}

/** Whether a sentence in another language is a prohibition. */
export const isForbiddenElsewhere = (text: string) =>
  ruleLanguages.some(({ marks, forbids }) => marks.boundary?.test(text) || forbids?.test(text))

/** Whether a sentence in another language begins with its word for "always". */
export const startsWithAlways = (text: string) =>
  ruleLanguages.some(({ marks }) => marks.principle?.exec(text)?.index === 0)

const isDemand = (text: string) => ruleLanguages.some(({ demands }) => demands?.test(text))

const foreignWords = new RegExp(
  `(?<!\\p{L})(?:${ruleLanguages.flatMap(({ common = [] }) => common).join('|')})(?!\\p{L})`,
  'giu',
)
const englishWords =
  /\b(?:the|and|to|of|a|an|is|are|in|for|with|before|after|not|never|always|use|when|all|or|on|your|you|do|be|no|only)\b/gi
/** Characters that are enough to detect the language; the large patterns are slow on more text. */
const tellingLength = 300

/** Whether a text is in a language other than English, by its letters and its most common words. */
export function isForeign(text: string): boolean {
  // Addresses and code do not contain words of a language.
  const start = text
    .slice(0, tellingLength)
    .split(/\s+/)
    .filter((word) => !/[`/\\@]/.test(word))
    .join(' ')
  const letters = start.match(/\p{L}/gu)?.length ?? 0
  const latin = start.match(/\p{Script=Latin}/gu)?.length ?? 0
  // A character of these scripts is a word.
  const words = start.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  if (letters > 0 && (latin * 2 < letters || words * 3 > latin)) return true
  const foreign = start.match(foreignWords)?.length ?? 0
  const english = start.match(englishWords)?.length ?? 0
  return foreign > english || (english === 0 && /[\u00E0-\u017F]/u.test(start))
}
