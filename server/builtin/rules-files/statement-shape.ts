import type { Form } from './mood.ts'

/** Sentences that belong together stay together up to this length, in characters. */
export const maxJoinedLength = 600
/** Where a sentence is left open for the next words. */
export const openEnd = /\b(?:must|should|shall|never|always|do not|don't|please|to|will|and)$/i
/** What a sentence says by itself, without its heading or its neighbors. */
export const whole: ReadonlySet<Form> = new Set(['imperative', 'prohibition', 'modal', 'profile'])
