import { disowned, momentary, questionOpening, refusal } from './words/english.ts'

/** Detects English sentences that the built-in engine must not read as a habit or a norm. */

export const isDisowned = (sentence: string): boolean =>
  disowned.some((pattern) => pattern.test(sentence)) && !refusal.test(sentence)

export const isMomentary = (clause: string): boolean => momentary.test(clause)

/** A question, with or without a question mark. */
export const isQuestion = (sentence: string): boolean => /\?["')\]]*$/.test(sentence) || questionOpening.test(sentence)
