import { normalizeStatement } from '../../domain/statement.ts'
import { upperFirst } from '../rules-files/wording.ts'
import { listNames, listsOf } from './word-lists.ts'
import { wordsOf } from './words.ts'

export type Rewriting = readonly [pattern: RegExp, replacement: string]

/** Words that join a sentence to the one before it. */
export const connectives = 'and|also|but|so|ok|okay|well|actually|btw|then'
const please = "(?:please|pls|bitte|por favor|s'il (?:te|vous) plaît)"
export const courtesies = `${please}|thanks|thank you|danke|gracias|merci`
const adverb = '((?:always|never|only|also) )?'
const agents = '(?:claude(?: code)?|codex|cursor|copilot|gemini|agent|chatgpt)'

/** Words that end with a comma before the rule: "no, use tabs" is an answer, and forbids nothing. */
export const interjection: Rewriting = [
  new RegExp(
    `^(?:${connectives}|no|nope|nah|yes|yeah|again|now|still|wait|oh|hmm|hey|hi|simple|one (?:more )?thing|(?:for|from) me)\\s*[,:;!.\u2013\u2014-]+\\s+`,
    'i',
  ),
  '',
]

/** Words that people put around a rule; each is tried at the beginning until none matches. */
const openings: readonly Rewriting[] = [
  [new RegExp(`^(?:${connectives}|just)\\s+(?=\\p{L})`, 'iu'), ''],
  [new RegExp(`^@?${agents}\\s*[,:]\\s+`, 'i'), ''],
  [new RegExp(`^${please}[,\\s]+`, 'i'), ''],
  [
    /^(?:from now on|going forward|in (?:the )?future|next time|ab jetzt|künftig|de ahora en adelante|désormais|dorénavant)[,:]?\s+/i,
    '',
  ],
  [/^(?:remember|note|keep in mind|important|reminder)\s*(?::|that)\s+/i, ''],
  [/^(?:can|could|would|will) (?:you|we) (?:please )?not /i, 'do not '],
  [new RegExp(`^(?:can|could|would|will) (?:you|we) (?:${please} )?${adverb}(?:also |just )?(?=\\p{L})`, 'iu'), '$1'],
  [/^(?:let's|lets|let us) (?:please )?not /i, 'do not '],
  [/^(?:let's|lets|let us) (?=\p{L})/iu, ''],
  [/^(?:i want|i need|i'd like|i would like|i'd prefer) you to (?=\p{L})/iu, ''],
  [/^i (?:don't|dont|do not) want you to /i, 'do not '],
  [/^(?:you|we) (?:should|must|need to|have to|ought to) (?:always )?(?:not|never) /i, 'never '],
  [/^(?:you|we) (?:shouldn't|mustn't|must not|can't|cannot|may not|are not allowed to|aren't allowed to) /i, 'do not '],
  [/^(?:you|we) (always|never) (?:need to|have to|should|must) /i, '$1 '],
  [/^(?:you|we) (?:should|must|need to|have to|ought to) (?!be(?:en)?\b|have\b)/i, ''],
  [/^(?:make sure|be sure|remember|don't forget|do not forget) (?:to|you|that you) (?:always )?(?=\p{L})/iu, ''],
  [/^you forgot to /i, ''],
]

export const lastPunctuation: Rewriting = [/[\s.!,;:\u3002\uFF01]+$/, '']

const endings: readonly Rewriting[] = [
  [new RegExp(`[,\\s]+(?:${courtesies}|from now on|going forward|again)\\s*[.!?]*$`, 'i'), ''],
  [new RegExp(`,\\s*${agents}\\s*[.!?]*$`, 'i'), ''],
  lastPunctuation,
]

const negations = [listNames.indexOf('negation'), listNames.indexOf('never'), listNames.indexOf('forbid')]
export const isNegative = (text: string): boolean =>
  wordsOf(text).some((word) => word.endsWith("n't") || listsOf.get(word)?.some((list) => negations.includes(list)))

export const rewritten = (text: string, rules: readonly Rewriting[]): string => {
  const next = rules.reduce((words, [pattern, replacement]) => words.replace(pattern, replacement), text)
  return next === text ? text : rewritten(next, rules)
}

/**
 * Puts a person's sentence into the imperative by removing what surrounds the rule; all other words stay as they were
 * said. A rewriting that would lose a negation is not made.
 */
export function statementOf(sentence: string): string {
  const said = rewritten(normalizeStatement(sentence.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')), [interjection])
  const imperative = rewritten(rewritten(said, endings), openings)
  const isQuestion = imperative.endsWith('?') && imperative.length < said.length
  const statement = isQuestion ? imperative.slice(0, -1).trim() : imperative
  return upperFirst(statement !== '' && isNegative(statement) === isNegative(said) ? statement : said)
}
