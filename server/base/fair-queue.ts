import { AppError } from './errors.ts'
import type { Requester } from './requester.ts'
import { measureWait } from './waits.ts'

export interface QueueLimits {
  /** The kind of its tasks, as shown in waits. */
  name: string
  /** How many tasks run at a time, for all organizations together. */
  slots: number
  /** How many tasks of one organization run at a time; limited only by `slots` if absent. */
  running?: number
  /** How many more tasks of one organization may wait. */
  waiting: number
}

/** Starts a waiting task. */
type Start = () => void

/** The `Retry-After` of a refusal, in seconds. */
const retryAfterSeconds = 5

/**
 * Runs a limited number of tasks at a time. Organizations take turns: one with a hundred waiting tasks delays another's
 * first task by one of them, not by a hundred.
 */
export class FairQueue {
  readonly #name: string
  readonly #limits: QueueLimits
  /** The waiting tasks by organization; the organization whose turn is next comes first. */
  readonly #lines = new Map<string, Start[]>()
  readonly #running = new Map<string, number>()
  #free: number

  constructor(limits: QueueLimits) {
    this.#name = limits.name
    this.#limits = limits
    this.#free = limits.slots
  }

  /**
   * Runs `task` when its turn comes, and returns its result. Once started, a task has to handle the signal itself.
   *
   * @throws 429 if too many tasks of the organization are waiting; the reason of `signal` if it aborts before the task
   * starts.
   */
  async run<T>({ org_id, signal }: Requester, task: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted()
    if (this.#mayRun(org_id)) this.#take(org_id)
    else await measureWait(`queue of ${this.#name}`, () => this.#wait(org_id, signal), signal)
    try {
      return await measureWait(this.#name, task, signal)
    } finally {
      this.#release(org_id)
      this.#startNext()
    }
  }

  #runningOf(orgId: string): number {
    return this.#running.get(orgId) ?? 0
  }

  #mayRun(orgId: string): boolean {
    return this.#free > 0 && this.#runningOf(orgId) < (this.#limits.running ?? this.#limits.slots)
  }

  #take(orgId: string): void {
    this.#free -= 1
    this.#running.set(orgId, this.#runningOf(orgId) + 1)
  }

  #release(orgId: string): void {
    this.#free += 1
    const running = this.#runningOf(orgId) - 1
    if (running > 0) this.#running.set(orgId, running)
    else this.#running.delete(orgId)
  }

  async #wait(orgId: string, signal: AbortSignal | undefined): Promise<void> {
    const line = this.#lines.get(orgId) ?? []
    if (line.length >= this.#limits.waiting) throw tooManyWait()
    this.#lines.set(orgId, line)
    const turn = Promise.withResolvers<void>()
    const start = () => {
      signal?.removeEventListener('abort', leave)
      turn.resolve()
    }
    const leave = () => {
      line.splice(line.indexOf(start), 1)
      if (line.length === 0) this.#lines.delete(orgId)
      turn.reject(signal?.reason)
    }
    line.push(start)
    signal?.addEventListener('abort', leave, { once: true })
    await turn.promise
  }

  #startNext(): void {
    for (const [orgId, line] of this.#lines) {
      if (!this.#mayRun(orgId)) continue
      const start = line.shift()!
      // The organization's next task waits until the others have had their turn.
      this.#lines.delete(orgId)
      if (line.length > 0) this.#lines.set(orgId, line)
      // Takes the slot here, so that no caller that arrives before the task wakes up gets it as well.
      this.#take(orgId)
      start()
      return
    }
  }
}

const tooManyWait = () =>
  new AppError(
    429,
    `Too many requests of this organization are already waiting; try again in ${retryAfterSeconds} seconds`,
    retryAfterSeconds,
  )
