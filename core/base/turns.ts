import { setImmediate } from 'node:timers/promises'
import { monotonicMs } from './clock.ts'

/** How long work may block the event loop before other requests get a turn, in milliseconds. */
const longestMs = 5

/** The time when this turn of the event loop started to work, and the next turn. */
let current: { sinceMs: number; next: Promise<void> } | undefined

/**
 * Yields to other requests: call this between two parts of long work and await the result. Returns the next turn of the
 * event loop if this one has been busy for 5 ms, and undefined before.
 */
export function turnIfBusy(): Promise<void> | undefined {
  const nowMs = monotonicMs()
  current ??= {
    sinceMs: nowMs,
    next: setImmediate().then(() => {
      current = undefined
    }),
  }
  return nowMs - current.sinceMs < longestMs ? undefined : current.next
}
