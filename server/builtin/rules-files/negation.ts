import { isForeignProhibition, isNegativeHeading, positiveHeading, rightLabel } from './heading-words.ts'
import { isForbiddenElsewhere, isForeign, startsWithAlways } from './languages.ts'
import type { Passage } from './markdown.ts'
import { readMood } from './mood.ts'
import { afterVerb, nounLike, prohibitionClause, verbCategories } from './rule-words.ts'
import { lowerFirst, sentenceCase } from './wording.ts'

/** Whether a sentence is a prohibition by its own words. */
export const forbids = (text: string) => {
  const { form, main } = readMood(text)
  return form === 'prohibition' || /^(?:avoid|instead)\b/i.test(main) || prohibitionClause.test(main)
}

/**
 * Negates "Use `any`" if a cross or its heading marks it as wrong, since it must not be imported as advice. A sentence
 * that is already negative is left as it is.
 */
export function negate(text: string, heading: string | undefined): string {
  const { form, verb, insistent, main } = readMood(text)
  if (forbids(text)) return text
  if (heading !== undefined && isForeignProhibition(heading))
    return isForbiddenElsewhere(text) ? text : `${sentenceCase(heading)}: ${text}`
  if (isForeign(text)) return isForbiddenElsewhere(text) ? text : `Avoid: ${text}`
  const [first = '', second = '', ...more] = text.split(/\s+/, 4)
  // "print statements" and "emoji in commits" name things, although the first word may be a verb.
  const isThing = /^\p{Ll}/u.test(first) && /^\p{Ll}+s$/u.test(second) && more.length === 0
  const isPlural = isThing || (form === 'trait' && nounLike.has(verb ?? ''))
  if (isThing) return `Avoid ${text}`
  if (form === 'trait' && !isPlural) return `Do not ${verb}${text.slice(first.length)}`
  if (form === 'imperative' && !insistent && text.startsWith(main)) return `Do not ${lowerFirst(text)}`
  const mayBeVerb = verbCategories.has(first.toLowerCase())
  if (form === 'fragment' && mayBeVerb && (afterVerb.has(second.toLowerCase()) || second.startsWith('`')))
    return `Do not ${lowerFirst(text)}`
  return form === 'fragment' || isPlural ? `Avoid ${lowerFirst(text)}` : `Never do this: ${lowerFirst(text)}`
}

/** "Always keep the original" under "Forbidden" is no prohibition. */
export const isInsistent = (text: string): boolean => {
  const { form, insistent } = readMood(text)
  return (form === 'imperative' && insistent) || startsWithAlways(text)
}

/** The heading or opening that marks a passage as wrong; the nearest one that marks right or wrong wins. */
export function wrongBy({ headings, leads }: Passage): string | undefined {
  const title = [...headings, ...leads].findLast((each) => isNegativeHeading(each) || positiveHeading.test(each))
  return title !== undefined && isNegativeHeading(title) ? title : undefined
}

/** Removes the label of "Good: use `const`". */
export const withoutSide = ({ label, text }: { label?: string | undefined; text: string }) =>
  label !== undefined && text !== '' && rightLabel.test(label) ? { text } : { label, text }
