import type { Caller } from './caller.ts'

/**
 * The reporter of content, from the most to the least trusted: a person in a session, a key that may write, a key that
 * may only propose. Automatic approval depends on it (behavior: Promotion).
 */
export const reporters = ['session', 'key', 'propose_key'] as const
export type Reporter = (typeof reporters)[number]

/** The reporter that a caller counts as. A job adds nothing of its own, so it counts as the most trusted one. */
export const reporterOf = ({ kind, access }: Pick<Caller, 'kind' | 'access'>): Reporter =>
  kind !== 'key' ? 'session' : access === 'propose' ? 'propose_key' : 'key'

/** Content with several contributors counts as reported by the least trusted of them. */
export const leastTrusted = (a: Reporter, b: Reporter): Reporter =>
  reporters.indexOf(a) > reporters.indexOf(b) ? a : b

export const moreTrustedThan = (reporter: Reporter): readonly Reporter[] =>
  reporters.slice(0, reporters.indexOf(reporter))

/** The reporters whose content is approved automatically, if an organization enabled that. */
export const approvedReporters = ({ requiresReview }: { requiresReview: boolean }): readonly Reporter[] =>
  requiresReview ? ['session'] : ['session', 'key']
