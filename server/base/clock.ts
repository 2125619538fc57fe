/**
 * The two clocks of the machine, read nowhere else (test/architecture.test.ts). Verbs take the time from `ctx.now()`, so
 * that a test can set it.
 */

/** The time of day, for what is stored or sent. It may be wrong, and may be stepped back. */
export const wallClock = (): Date => new Date()

/** Milliseconds since the process started, which only grow: for measuring, waiting, and windows. */
export const monotonicMs = (): number => performance.now()
