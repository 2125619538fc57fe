import { reviewBound, reviewGeneral } from './words/english.ts'

/**
 * Whether a sentence of a review or comment tells what its author holds. Nearly all of them tell what is wrong with one
 * change, or what it should become: "we should split this", "each message must carry an index". What goes beyond says so:
 * it generalizes, or speaks of the author's own taste and habits, and points at nothing in the change.
 */
export const isStanding = (sentence: string): boolean => reviewGeneral.test(sentence) && !reviewBound.test(sentence)

/** A request without its politeness, as the rule that it is. */
export const asRule = (sentence: string): string => sentence.replace(/^(?:nit: ?)?please /i, '')
