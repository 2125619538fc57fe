import { disowned, momentary, questionOpening, refusal } from './words/english.ts'

/** English sentences that the built-in engine must not take for a habit or a norm. */

export const isDisowned = (sentence: string): boolean =>
  disowned.some((pattern) => pattern.test(sentence)) && !refusal.test(sentence)

export const isMomentary = (clause: string): boolean => momentary.test(clause)

/** A question, asked with or without its mark. */
export const isQuestion = (sentence: string): boolean => /\?["')\]]*$/.test(sentence) || questionOpening.test(sentence)
