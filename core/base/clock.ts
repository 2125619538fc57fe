/**
 * The two clocks of the machine, which are read only here (test/unit/repository/architecture.test.ts). Verbs take the
 * time from `ctx.now()`, so that a test can set it.
 */

/** The time of day, for stored and sent times. It may be wrong, and may be set back. */
export const wallClock = (): Date => new Date()

/** Milliseconds since the process started, which never decrease: for measuring, waiting, and windows. */
export const monotonicMs = (): number => performance.now()

/** The time of day of a time of `monotonicMs`, in milliseconds since 1970. */
export const timeOfDayMs = (monotonic: number): number => performance.timeOrigin + monotonic
