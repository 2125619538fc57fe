import type { Caller } from './caller.ts'

/**
 * Who brought content in, from the most to the least trusted: a person in a session, a key that may write, a key that may
 * only propose. Automatic approval asks for it (behavior: Promotion).
 */
const reporters = ['session', 'key', 'propose_key'] as const
export type Reporter = (typeof reporters)[number]

/** The reporter that a caller is. A job adds nothing of its own, so it counts as the most trusted one. */
export const reporterOf = ({ kind, access }: Pick<Caller, 'kind' | 'access'>): Reporter =>
  kind !== 'key' ? 'session' : access === 'propose' ? 'propose_key' : 'key'

/** Content that several had a part in counts as reported by the least trusted of them. */
export const leastTrusted = (a: Reporter, b: Reporter): Reporter =>
  reporters.indexOf(a) > reporters.indexOf(b) ? a : b

export const moreTrustedThan = (reporter: Reporter): readonly Reporter[] =>
  reporters.slice(0, reporters.indexOf(reporter))

/** The reporters whose content is approved automatically, where an organization turned that on. */
export const approvedReporters = ({ requiresReview }: { requiresReview: boolean }): readonly Reporter[] =>
  requiresReview ? ['session'] : ['session', 'key']
