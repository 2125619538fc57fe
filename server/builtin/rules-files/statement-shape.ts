import type { Form } from './mood.ts'

/** Maximum length of sentences that are joined, in characters. */
export const maxJoinedLength = 600
/** The end of a sentence that the next words complete. */
export const openEnd = /\b(?:must|should|shall|never|always|do not|don't|please|to|will|and)$/i
/** Forms of sentences that are complete by themselves, without their heading or their neighbors. */
export const whole: ReadonlySet<Form> = new Set(['imperative', 'prohibition', 'modal', 'profile'])
