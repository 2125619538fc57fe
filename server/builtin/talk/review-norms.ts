import { reviewBound, reviewGeneral } from './words/english.ts'

/**
 * Whether a sentence of a review or comment states a belief of its author. Nearly all of them describe the problem of
 * one change, or its solution: "we should split this", "each message must carry an index". The exceptions are
 * recognizable: they generalize, or express the author's own taste and habits, and refer to nothing in the change.
 */
export const isStanding = (sentence: string): boolean => reviewGeneral.test(sentence) && !reviewBound.test(sentence)

/** Removes the politeness of a request, so that it reads as a rule. */
export const asRule = (sentence: string): string => sentence.replace(/^(?:nit: ?)?please /i, '')
