import { AppError } from './errors.ts'
import type { Requester } from './requester.ts'
import { measureWait } from './waits.ts'

/** Limits of the tasks of one organization and kind. */
export interface KindLimits {
  /** As shown in waits. */
  name: string
  /** How many run at a time; limited only by the slots of the queue if absent. */
  running?: number
  /** How many more may wait. */
  waiting: number
}

export interface QueueLimits extends KindLimits {
  /** How many tasks run at a time, for all organizations together. */
  slots: number
}

/** Starts a waiting task. */
type Start = () => void

/** The tasks of one organization and kind. */
interface Line {
  limits: KindLimits
  running: number
  waiting: Start[]
}

/** The `Retry-After` of a refusal, in seconds. */
const retryAfterSeconds = 5

/**
 * Runs a limited number of tasks at a time. Organizations take turns: one with a hundred waiting tasks delays another's
 * first task by one of them, not by a hundred. So do the kinds of tasks of one organization.
 */
export class FairQueue {
  readonly #limits: QueueLimits
  /** The lines of each organization by kind; the organization and the kind whose turn is next come first. */
  readonly #organizations = new Map<string, Map<string, Line>>()
  #free: number

  constructor(limits: QueueLimits) {
    this.#limits = limits
    this.#free = limits.slots
  }

  /**
   * Runs `task` when its turn comes, and returns its result. Once started, a task has to handle the signal itself.
   *
   * @param kind limits that differ from those of the queue.
   * @throws 429 if too many tasks of the organization and kind are waiting; the reason of `signal` if it aborts before
   * the task starts.
   */
  async run<T>({ org_id, signal }: Requester, task: () => Promise<T>, kind: KindLimits = this.#limits): Promise<T> {
    signal?.throwIfAborted()
    const line = this.#lineOf(org_id, kind)
    if (this.#mayRun(line)) this.#take(line)
    else await measureWait(`queue of ${kind.name}`, () => this.#wait(org_id, line, signal), signal)
    try {
      return await measureWait(kind.name, task, signal)
    } finally {
      line.running -= 1
      this.#free += 1
      this.#forget(org_id, line)
      this.#startNext()
    }
  }

  #lineOf(orgId: string, limits: KindLimits): Line {
    const lines = this.#organizations.get(orgId) ?? new Map<string, Line>()
    this.#organizations.set(orgId, lines)
    const line = lines.get(limits.name) ?? { limits, running: 0, waiting: [] }
    lines.set(limits.name, line)
    return line
  }

  /** Forgets a line without tasks, because there are as many organizations as anybody likes. */
  #forget(orgId: string, { limits: { name }, running, waiting }: Line): void {
    if (running > 0 || waiting.length > 0) return
    const lines = this.#organizations.get(orgId)
    lines?.delete(name)
    if (lines?.size === 0) this.#organizations.delete(orgId)
  }

  #mayRun({ limits: { running = this.#limits.slots }, ...line }: Line): boolean {
    return this.#free > 0 && line.running < running
  }

  #take(line: Line): void {
    this.#free -= 1
    line.running += 1
  }

  async #wait(orgId: string, line: Line, signal: AbortSignal | undefined): Promise<void> {
    if (line.waiting.length >= line.limits.waiting) {
      this.#forget(orgId, line)
      throw tooManyWait()
    }
    const turn = Promise.withResolvers<void>()
    const start = () => {
      signal?.removeEventListener('abort', leave)
      turn.resolve()
    }
    const leave = () => {
      line.waiting.splice(line.waiting.indexOf(start), 1)
      this.#forget(orgId, line)
      turn.reject(signal?.reason)
    }
    this.#moveBehind(orgId, line)
    line.waiting.push(start)
    signal?.addEventListener('abort', leave, { once: true })
    await turn.promise
  }

  /** Gives an organization or a kind of which nothing waited yet the last turn. */
  #moveBehind(orgId: string, line: Line): void {
    const lines = this.#organizations.get(orgId)!
    if (line.waiting.length > 0) return
    const isIdle = [...lines.values()].every(({ waiting }) => waiting.length === 0)
    lines.delete(line.limits.name)
    lines.set(line.limits.name, line)
    if (!isIdle) return
    this.#organizations.delete(orgId)
    this.#organizations.set(orgId, lines)
  }

  #startNext(): void {
    for (const [orgId, lines] of this.#organizations) {
      for (const [name, line] of lines) {
        if (line.waiting.length === 0 || !this.#mayRun(line)) continue
        const start = line.waiting.shift()!
        // Moves behind the others, which have their turns before its next one.
        lines.delete(name)
        lines.set(name, line)
        this.#organizations.delete(orgId)
        this.#organizations.set(orgId, lines)
        // Takes the slot here, so that no caller that arrives before the task wakes up gets it as well.
        this.#take(line)
        start()
        return
      }
    }
  }
}

const tooManyWait = () =>
  new AppError(
    'too_many_waiting',
    `Too many requests of this organization are already waiting; try again in ${retryAfterSeconds} seconds`,
    retryAfterSeconds,
  )
