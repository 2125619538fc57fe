import { monotonicMs } from './clock.ts'
import { tellFollower } from './wait-follower.ts'

/**
 * Measures waits by name, for `/metrics` and for the log line of a slow request. A request is identified by its abort
 * signal, which features pass along anyway; waits that requests share, such as the commit to disk, are measured without
 * one. Following each request through its promises (`AsyncLocalStorage`) cost 10 % of the processor time of a small one
 * (measured).
 */

/** A wait that has ended. */
interface Wait {
  name: string
  startedAt: number
  endedAt: number
  signal: AbortSignal | undefined
}

export interface WaitStats {
  /** The number of waits that have ended, and their total duration. */
  count: number
  seconds: number
  waiting: number
  oldestSeconds: number
}

/** Shorter waits do not explain a slow request. */
const rememberedMs = 50
const maxRemembered = 200

const totals = new Map<string, { count: number; ms: number; open: Set<{ startedAt: number }> }>()
const remembered: Wait[] = []

function totalOf(name: string) {
  const known = totals.get(name)
  if (known) return known
  const total = { count: 0, ms: 0, open: new Set<{ startedAt: number }>() }
  totals.set(name, total)
  return total
}

/** Records a wait that began at `startedAt` and has just ended. */
export function noteWait(name: string, startedAt: number, signal?: AbortSignal): void {
  const endedAt = monotonicMs()
  const total = totalOf(name)
  total.count += 1
  total.ms += endedAt - startedAt
  if (endedAt - startedAt < rememberedMs) return
  if (remembered.length === maxRemembered) remembered.shift()
  remembered.push({ name, startedAt, endedAt, signal })
}

/** Measures how long `work` takes; `statement` is the text of a statement of the database. */
export async function measureWait<T>(
  name: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
  statement?: string,
): Promise<T> {
  const wait = { startedAt: monotonicMs() }
  const { open } = totalOf(name)
  open.add(wait)
  try {
    return await work()
  } finally {
    open.delete(wait)
    noteWait(name, wait.startedAt, signal)
    tellFollower(name, wait.startedAt, statement)
  }
}

export function waitStats(): Map<string, WaitStats> {
  const now = monotonicMs()
  return new Map(
    [...totals].map(([name, { count, ms, open }]) => {
      const [oldest] = open
      const oldestSeconds = oldest ? (now - oldest.startedAt) / 1000 : 0
      return [name, { count, seconds: ms / 1000, waiting: open.size, oldestSeconds }]
    }),
  )
}

/**
 * Returns the longer waits since a time, in milliseconds by name: those of the request itself, and those that all
 * requests share.
 */
export function waitsSince(startedAt: number, signal: AbortSignal) {
  const own: Record<string, number> = {}
  const shared: Record<string, number> = {}
  for (const wait of remembered) {
    if (wait.endedAt < startedAt) continue
    const ms = Math.round(wait.endedAt - Math.max(wait.startedAt, startedAt))
    if (wait.signal === signal) own[wait.name] = (own[wait.name] ?? 0) + ms
    else if (!wait.signal) shared[wait.name] = Math.max(shared[wait.name] ?? 0, ms)
  }
  return { own, shared }
}
