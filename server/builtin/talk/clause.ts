import type { Category } from '../../domain/kinds.ts'
import { isActionVerb } from './norm-words.ts'
import { general } from './words/english.ts'

/** A statement in the making; `category` is only set if the wording itself decides it. */
export type Reading = { statement: string; confidence: number; category?: Category }
export type Rule = (clause: string, context: Context) => Reading | undefined
/** In a commit message "we" usually means the program, and an imperative reports a change: only clear norms count there. */
export type Context = { commit: boolean }

/** The groups of a pattern in a clause, ignoring case; undefined if it does not match. */
export const match = (clause: string, pattern: string) =>
  new RegExp(pattern, 'i').exec(clause)?.slice(1) as string[] | undefined
export const firstWord = (text: string) => /^[\w'-]+/.exec(text)?.[0].toLowerCase() ?? ''
/** Number of words long enough to carry content. */
export const contentWords = (text: string) => text.split(/\s+/).filter((word) => word.length > 3).length
const pronounObject = /^\S+ (?:it|this|that|these|those|them|him|her|you|me|us|so|there|here)\b(?! \w+s?\b)/i
export const generic = (text: string) => general.test(text)

/** Whether a phrase in the base form is something that a person does on purpose: "merge a change without a test". */
export const isDeed = (phrase: string, isVerb: (word: string) => boolean = isActionVerb): boolean => {
  const verb = firstWord(phrase)
  return (
    (isVerb(verb) || /^look (?:at|for|through|into|over|after)\b/i.test(phrase)) &&
    contentWords(phrase) >= 1 &&
    !(pronounObject.test(phrase) && !generic(phrase))
  )
}

/** Whether the object is a pronoun and nothing else gives the phrase content. */
export const pronounOnly = (phrase: string) =>
  pronounObject.test(phrase) && !/\b(?:without|until|before|unless|when|after)\b/i.test(phrase)

/** Base form of a verb in the third person. */
export const baseOf = (word: string) =>
  (/(?:ss|sh|ch|x|z)es$/.test(word)
    ? word.slice(0, -2)
    : /ies$/.test(word)
      ? `${word.slice(0, -3)}y`
      : word.replace(/s$/, '')
  ).toLowerCase()
