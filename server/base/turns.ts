import { setImmediate } from 'node:timers/promises'
import { monotonicMs } from './clock.ts'

/** How long work may keep the event loop before other requests get a turn, in milliseconds. */
const longestMs = 5

/** When this turn of the event loop began to work, and the next one. */
let current: { sinceMs: number; next: Promise<void> } | undefined

/**
 * Call this between two parts of long work. Returns the next turn of the event loop, to be awaited, when this one has
 * been busy for 5 ms, and undefined before.
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
