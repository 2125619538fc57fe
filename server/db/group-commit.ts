import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'
import { isBusy } from './failures.ts'

/** Those of one commit, which waits for the disk once for all of them. */
interface Group {
  members: number
  /** Why the database rolled back the whole transaction by itself, if it did. */
  failure?: unknown
  onDisk: PromiseWithResolvers<void>
}

/** A member waits for those after it in its group, so a group must end even when writers never stop coming. */
const defaultMaxMembers = 64

/** How long a write waits while another connection holds the database, and how often it tries, in milliseconds. */
const defaultBusyTimeoutMs = 5000
const busyPollMs = 1

export interface GroupCommitOptions {
  /** How many transactions may share a commit. */
  maxMembers?: number
  busyTimeoutMs?: number
  /** Awaited before the first transaction of a commit begins. */
  giveWay?: () => Promise<void>
  /** Called when a transaction starts to wait for another connection, and when the wait ends. */
  onWait?: (waits: boolean) => void
  /** Called after each commit. */
  onCommit?: () => void
  /** Runs the commit itself. */
  aroundCommit?: (commit: () => void) => void
}

/**
 * Transactions on the one connection that writes, one after the other. Those of one turn of the event loop, and those
 * that wait meanwhile, share a commit, since waiting for the disk costs more than writing. Each is a savepoint of its
 * own, so that one can fail alone, and none is acknowledged before all of them are on disk.
 */
export class GroupCommit {
  readonly #run: (sql: string) => void
  readonly #isOpen: () => boolean
  readonly #options: GroupCommitOptions
  #lastInLine: Promise<void> = Promise.resolve()
  /** How many wait for the connection or have it. */
  #present = 0
  #letNextIn = () => {}
  #group: Group | undefined
  /** Raised with every commit, before anything else can run. */
  writes = 0

  /** `run` runs a statement on the connection, and `isOpen` tells whether it is in a transaction. */
  constructor(run: (sql: string) => void, isOpen: () => boolean, options: GroupCommitOptions = {}) {
    this.#run = run
    this.#isOpen = isOpen
    this.#options = options
  }

  /** Waits for whoever came before; then the connection belongs to the caller, until `commit` or `rollback`. */
  async begin(): Promise<void> {
    const before = this.#lastInLine
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lastInLine = promise
    this.#present++
    await before
    this.#letNextIn = resolve
    try {
      if (!this.#group) await this.#beginImmediate()
      this.#group ??= newGroup()
      this.#run('savepoint member')
    } catch (error) {
      this.#leave()
      throw error
    }
  }

  /** SQLite itself would wait on the thread that serves requests. @throws when the database stays busy. */
  async #beginImmediate(): Promise<void> {
    await this.#options.giveWay?.()
    const { busyTimeoutMs = defaultBusyTimeoutMs } = this.#options
    const deadline = monotonicMs() + busyTimeoutMs
    let waits = false
    try {
      while (true) {
        try {
          this.#run('begin immediate')
          return
        } catch (error) {
          if (!isBusy(error) || monotonicMs() > deadline) throw error
        }
        if (!waits) this.#options.onWait?.(true)
        waits = true
        await sleep(busyPollMs)
      }
    } finally {
      if (waits) this.#options.onWait?.(false)
    }
  }

  /** Resolves when what was written is on disk. @throws when it cannot be; then nothing of it was written. */
  async commit(): Promise<void> {
    const group = this.#group!
    try {
      this.#run('release member')
    } catch (error) {
      this.rollback()
      throw error
    }
    group.members++
    this.#leave()
    await group.onDisk.promise
  }

  /** Called after a failed statement: a full disk, for one, ends the whole transaction. */
  noteFailure(error: unknown): void {
    if (this.#group && !this.#isOpen()) this.#group.failure ??= error
  }

  /** Rolls back what the caller wrote, and nothing that others in its group wrote. */
  rollback(): void {
    try {
      this.#run('rollback to member')
      this.#run('release member')
    } catch {
      // A full disk ends the whole transaction by itself; `#end` tells its members.
    }
    this.#leave()
  }

  /** Ends the group that is open, once all who have come are through. */
  async settled(): Promise<void> {
    await this.#lastInLine
    this.#end()
  }

  #leave(): void {
    this.#present--
    this.#letNextIn()
    const group = this.#group
    if (!group) return
    const { maxMembers = defaultMaxMembers } = this.#options
    if (group.members >= maxMembers || !this.#isOpen()) this.#end()
    // Requests that have arrived already are read before this, and write into the same group.
    else setImmediate(() => this.#group === group && this.#present === 0 && this.#end())
  }

  #end(): void {
    const group = this.#group
    if (!group) return
    this.#group = undefined
    try {
      if (!this.#isOpen()) throw group.failure ?? new Error('The database rolled back the whole transaction')
      const commit = () => this.#run('commit')
      if (this.#options.aroundCommit) this.#options.aroundCommit(commit)
      else commit()
      this.writes++
      this.#options.onCommit?.()
      group.onDisk.resolve()
    } catch (error) {
      if (this.#isOpen()) this.#run('rollback')
      group.onDisk.reject(error)
    }
  }
}

function newGroup(): Group {
  const onDisk = Promise.withResolvers<void>()
  // A group whose members all failed alone has no one left to tell.
  onDisk.promise.catch(() => {})
  return { members: 0, onDisk }
}
