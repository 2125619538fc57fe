import type { NamedRule } from '../named-rules.ts'
import { isForeignProhibition, isNegativeHeading, positiveHeading, rightLabel } from './heading-words.ts'
import { isForbiddenElsewhere, isForeign, startsWithAlways } from './languages.ts'
import type { Passage } from './markdown.ts'
import { type Mood, readMood } from './mood.ts'
import { afterVerb, nounLike, prohibitionClause, verbCategories } from './rule-words.ts'
import { commandedProhibition, missing, statementVerdict } from './sentence-rules.ts'
import { titleVerdict } from './title-rules.ts'
import { lowerFirst, sentenceCase } from './wording.ts'

/** Whether a sentence is a prohibition by its own words. */
export const forbids = (text: string) => {
  const { form, main } = readMood(text)
  return form === 'prohibition' || /^(?:avoid|instead)\b/i.test(main) || prohibitionClause.test(main)
}

/** Words that describe what follows them more often than they command: "inline styles", "default exports". */
const describing =
  /^(?:inline|default|static|global|local|raw|magic|force|debug|print|duplicate|dead|silent|blind|blanket|mixed|hard-?coded|test-only|direct|double|nested) (?:\p{L}+ )?\p{L}+[^s\W]s\b/iu

/** "Use `it` (not `test`)" says itself what is right. */
const ownContrast = /\((?:not|never)\s/i

/**
 * The prohibition of what a title marks as wrong; undefined if the sentence allows, or names something that is missing,
 * of which nobody can tell what the opposite is.
 */
export function prohibitionOf(text: string, title: string | undefined): string | undefined {
  const { form } = readMood(text)
  const who = form === 'statement' || form === 'fragment' || form === 'modal' ? statementVerdict(text) : undefined
  if (who !== undefined) return who === 'restricts' ? text : undefined
  if (ownContrast.test(text)) return undefined
  const isSign = title !== undefined && titleVerdict(title) === 'warning'
  if (isSign && !commandedProhibition.test(text)) {
    const isFact = form === 'statement' || form === 'modal' || form === 'profile'
    if (missing.test(text) || isFact || forbids(text)) return undefined
  }
  return negate(text, title).says
}

/** The part of a line that a cross or its heading marks as wrong. */
interface Wrong {
  text: string
  title: string | undefined
  mood: Mood
  first: string
  second: string
  /** "print statements" and "emoji in commits" name things, although the first word may be a verb. */
  isThing: boolean
  isPlural: boolean
}

function wrongOf(text: string, title: string | undefined): Wrong {
  const mood = readMood(text)
  const [first = '', second = '', ...more] = text.split(/\s+/, 4)
  const isThing = /^\p{Ll}/u.test(first) && /^\p{Ll}+s$/u.test(second) && more.length === 0
  const isPlural = isThing || (mood.form === 'trait' && nounLike.has(mood.verb ?? ''))
  return { text, title, mood, first, second, isThing, isPlural }
}

const isForeignTitle = ({ title }: Wrong) => title !== undefined && isForeignProhibition(title)

/** An exception at the end of a sentence in another language has negative words of its own. */
const exceptionElsewhere =
  /[\s,;\uFF0C\u3001]*(?:(?<!\p{L})(?:au\u00DFer|es sei denn|sauf|\u00E0 moins|salvo|a menos|tranne|a meno)(?!\p{L})|\u9664\u975E|\u9664\u4E86|\u4F8B\u5916|\u305F\u3060\u3057).*$/isu

/** How "Use `any`" is negated, which must not be imported as advice; the first rule that holds decides. */
export const negationRules: readonly NamedRule<
  (wrong: Wrong) => string,
  (wrong: Wrong) => boolean,
  { title?: string; text: string; says: string }
>[] = [
  {
    name: 'already negative',
    when: ({ text }) => forbids(text),
    verdict: ({ text }) => text,
    example: { text: 'Never push to main', says: 'Never push to main' },
  },
  {
    name: 'already negative in another language',
    when: (wrong) =>
      (isForeignTitle(wrong) || isForeign(wrong.text)) &&
      isForbiddenElsewhere(wrong.text.replace(exceptionElsewhere, '')),
    verdict: ({ text }) => text,
    example: { text: 'Nunca publiques los viernes', says: 'Nunca publiques los viernes' },
  },
  {
    name: 'a title in another language',
    when: isForeignTitle,
    verdict: ({ title, text }) => `${sentenceCase(title!)}: ${text}`,
    example: { title: 'Evitar', text: 'los viernes', says: 'Evitar: los viernes' },
  },
  {
    name: 'another language',
    when: ({ text }) => isForeign(text),
    verdict: ({ text }) => `Avoid: ${text}`,
    example: { text: 'Publicar los viernes', says: 'Avoid: Publicar los viernes' },
  },
  {
    name: 'a thing in two words',
    when: ({ isThing }) => isThing,
    verdict: ({ text }) => `Avoid ${text}`,
    example: { text: 'print statements', says: 'Avoid print statements' },
  },
  {
    name: 'avoiding',
    when: ({ text }) => /^avoiding\b/i.test(text),
    verdict: ({ text }) => `Do not avoid${text.slice('avoiding'.length)}`,
    example: { text: 'Avoiding the review', says: 'Do not avoid the review' },
  },
  {
    name: 'words in quotation marks, or a noun with its clause',
    when: ({ text, mood, second }) => /^["\u201C]/.test(text) || (nounLike.has(mood.verb ?? '') && second === 'that'),
    verdict: ({ text }) => `Avoid ${lowerFirst(text)}`,
    example: { text: 'Code that nobody calls', says: 'Avoid code that nobody calls' },
  },
  {
    name: 'a sign that begins like a command',
    when: ({ title, first, text }) =>
      title !== undefined &&
      titleVerdict(title) === 'warning' &&
      nounLike.has(first.toLowerCase()) &&
      /^\S+ (?!(?:the|a|an|all|any)\b)[^\s,;:]+ (?:that|which|whose)\b/i.test(text),
    verdict: ({ text }) => `Avoid ${lowerFirst(text)}`,
    example: { title: 'Red flags', text: 'Test names that say nothing', says: 'Avoid test names that say nothing' },
  },
  {
    name: 'an adjective with its noun',
    when: ({ text }) => describing.test(text),
    verdict: ({ text }) => `Avoid ${lowerFirst(text)}`,
    example: { text: 'Inline styles in mails', says: 'Avoid inline styles in mails' },
  },
  {
    name: 'a verb in the third person',
    when: ({ mood, isPlural }) => mood.form === 'trait' && !isPlural,
    verdict: ({ text, mood, first }) => `Do not ${mood.verb}${text.slice(first.length)}`,
    example: { text: 'Creates files in the root', says: 'Do not create files in the root' },
  },
  {
    name: 'a command',
    when: ({ text, mood }) => mood.form === 'imperative' && !mood.insistent && text.startsWith(mood.main),
    verdict: ({ text }) => `Do not ${lowerFirst(text)}`,
    example: { text: 'Use `any`', says: 'Do not use `any`' },
  },
  {
    name: 'a phrase that begins like a command',
    when: ({ mood, first, second }) =>
      mood.form === 'fragment' &&
      verbCategories.has(first.toLowerCase()) &&
      (afterVerb.has(second.toLowerCase()) || second.startsWith('`')),
    verdict: ({ text }) => `Do not ${lowerFirst(text)}`,
    example: { text: 'Weigh by hand', says: 'Do not weigh by hand' },
  },
  {
    name: 'a noun',
    when: ({ mood, isPlural }) => mood.form === 'fragment' || isPlural,
    verdict: ({ text }) => `Avoid ${lowerFirst(text)}`,
    example: { text: 'Long functions', says: 'Avoid long functions' },
  },
  {
    name: 'a sentence',
    when: () => true,
    verdict: ({ text }) => `Never do this: ${lowerFirst(text)}`,
    example: { text: 'The test calls the network', says: 'Never do this: the test calls the network' },
  },
]

/** The rule by which a text is negated, and the negated text. */
export function negate(text: string, title: string | undefined) {
  const wrong = wrongOf(text, title)
  const rule = negationRules.find(({ when }) => when(wrong))!
  return { rule, says: rule.verdict(wrong) }
}

/** "Always keep the original" under "Forbidden" is no prohibition. */
export const isInsistent = (text: string): boolean => {
  const { form, insistent } = readMood(text)
  return (form === 'imperative' && insistent) || startsWithAlways(text)
}

/** Items below "Never import the kit directly" explain it: the title above is not about them. */
const isProhibition = (lead: string) =>
  commandedProhibition.test(lead) && !isNegativeHeading(lead) && lead.split(/\s+/, 4).length > 3

/**
 * The heading or opening that marks a passage as wrong; the nearest one that marks right, wrong or an exception wins.
 */
export function wrongBy({ headings, leads, ticked }: Passage): string | undefined {
  if (ticked || leads.some(isProhibition)) return undefined
  const title = [...headings, ...leads].findLast(
    (each) => isNegativeHeading(each) || positiveHeading.test(each) || titleVerdict(each) === 'exception',
  )
  return title !== undefined && isNegativeHeading(title) ? title : undefined
}

/** Removes the label of "Good: use `const`". */
export const withoutSide = ({ label, text }: { label?: string | undefined; text: string }) =>
  label !== undefined && text !== '' && rightLabel.test(label) ? { text } : { label, text }
