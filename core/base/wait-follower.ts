import { monotonicMs } from './clock.ts'

/** Tells of single waits while traces are sent; `waits.ts` counts them in any case. */

/** Is told of each wait and statement when it has ended; `statement` has no values. */
type Follower = (name: string, startedAt: number, statement?: string) => void

/** Set only while traces are sent. */
let follow: Follower | undefined

export function followWaits(follower: Follower | undefined): void {
  follow = follower
}

/** Says that a wait, or a statement with this text, has just ended. */
export const tellFollower: Follower = (name, startedAt, statement) => follow?.(name, startedAt, statement)

/** Runs a statement that is answered in this thread, and tells the follower of it. */
export function followStatement<T>(statement: string, run: () => T): T {
  if (!follow) return run()
  const startedAt = monotonicMs()
  try {
    return run()
  } finally {
    follow('database', startedAt, statement)
  }
}
