import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '#core/base/clock.ts'
import { measureWait, noteWait } from '#core/base/waits.ts'
import { DatabaseAway, isBusy, isDiskFailure } from '../failures.ts'
import { SharedLog } from './shared-log.ts'

/** Transactions that share a commit, so that they wait for the disk only once. */
interface Group {
  members: number
  /** The reason for which the database rolled back the whole transaction by itself, if it did. */
  failure?: unknown
  onDisk: PromiseWithResolvers<void>
}

/**
 * Limits a group, because each member waits for the later ones: a group must end even if writers never stop arriving.
 */
const maxMembers = 64

/** How long a write waits while another connection holds the database, and how often it tries, in milliseconds. */
const defaultBusyTimeoutMs = 5000
const busyPollMs = 1

/**
 * In the background: how long transactions may follow each other, and how long a pause between them takes, in
 * milliseconds. Pauses are longer than the time between two attempts of a request, so that it can write in each.
 */
const stretchMs = 10
const pauseMs = 2

export interface GroupCommitOptions {
  /** Flushes committed transactions to disk. Absent if a commit only returns after flushing. */
  sync?: () => Promise<void>
  /** After a failure, copies all committed transactions into the database and proves that they are on disk. */
  prove?: () => void
  /** Failures and commits of all connections that write to the same log. */
  sharedLog?: SharedLog
  /** Whether it often yields the database to other connections: it shares no commits, and pauses. */
  isBackground?: boolean
  busyTimeoutMs?: number
}

/**
 * Runs the transactions of one connection one after the other. Transactions of the same turn of the event loop, and
 * those that wait meanwhile, share a commit, since waiting for the disk costs more than writing. Each is a separate
 * savepoint, so that one can fail alone, and none is acknowledged before all of them are on disk. While one commit is
 * being flushed, the next one collects its members.
 */
export class GroupCommit {
  readonly #run: (sql: string) => void
  readonly #isOpen: () => boolean
  readonly #options: GroupCommitOptions
  #lastInLine: Promise<void> = Promise.resolve()
  /** How many callers wait for the connection or hold it. */
  #present = 0
  #letNextIn = () => {}
  #group: Group | undefined
  /** The commit that is being flushed; never rejects. */
  #syncing: Promise<void> | undefined
  readonly #sharedLog: SharedLog
  #pausedAt = 0

  /**
   * @param run runs a statement on the connection.
   * @param isOpen whether the connection is in a transaction.
   */
  constructor(run: (sql: string) => void, isOpen: () => boolean, options: GroupCommitOptions = {}) {
    this.#run = run
    this.#isOpen = isOpen
    this.#options = options
    this.#sharedLog = options.sharedLog ?? new SharedLog()
  }

  /** Waits for all earlier callers; then the connection belongs to the caller, until `commit` or `rollback`. */
  async begin(): Promise<void> {
    const before = this.#lastInLine
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lastInLine = promise
    this.#present++
    await measureWait('turn to write', () => before)
    this.#letNextIn = resolve
    try {
      // A full group has to wait for the previous commit.
      while (this.#group && this.#isFull(this.#group)) await this.#syncing
      if (!this.#group) await this.#beginImmediate()
      this.#group ??= newGroup()
      this.#run('savepoint member')
    } catch (error) {
      this.#leave()
      throw error
    }
  }

  /**
   * Waits without blocking the event loop, unlike SQLite's own `busy_timeout`.
   * @throws if the database stays busy.
   */
  async #beginImmediate(): Promise<void> {
    const { prove = () => {}, isBackground, busyTimeoutMs = defaultBusyTimeoutMs } = this.#options
    if (isBackground) await this.#pause()
    const deadline = monotonicMs() + busyTimeoutMs
    while (true) {
      try {
        if (!this.#sharedLog.areProven) this.#sharedLog.prove(prove)
        this.#run('begin immediate')
        return
      } catch (error) {
        if (!isBusy(error) || monotonicMs() > deadline) throw error
      }
      await sleep(busyPollMs)
    }
  }

  async #pause(): Promise<void> {
    // The next transaction would hold the database while the last one is being flushed.
    await this.#syncing
    if (monotonicMs() - this.#pausedAt < stretchMs) return
    await sleep(pauseMs)
    this.#pausedAt = monotonicMs()
  }

  /**
   * Commits, and resolves when the writes are on disk.
   * @throws if that fails; then none of them was written.
   */
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
    await measureWait('commit', () => group.onDisk.promise)
  }

  /** Call this after a failed statement: a full disk, for example, ends the whole transaction. */
  noteFailure(error: unknown): void {
    if (this.#group && !this.#isOpen()) this.#group.failure ??= error
  }

  /** Rolls back the caller's writes, but not those of others in its group. */
  rollback(): void {
    try {
      this.#run('rollback to member')
      this.#run('release member')
    } catch {
      // A full disk ends the whole transaction by itself; `#end` reports that to the members.
    }
    this.#leave()
  }

  /** Ends the open group after all callers that are already waiting. */
  async settled(): Promise<void> {
    await this.#lastInLine
    this.#end()
    while (this.#syncing) await this.#syncing
  }

  #isFull({ members }: Group): boolean {
    return members >= (this.#options.isBackground ? 1 : maxMembers)
  }

  #leave(): void {
    this.#present--
    this.#letNextIn()
    const group = this.#group
    if (!group) return
    if (this.#isFull(group) || !this.#isOpen()) this.#end()
    // Requests that have already arrived are read first, and write into the same group.
    else setImmediate(() => this.#group === group && this.#present === 0 && this.#end())
  }

  #end(): void {
    const group = this.#group
    // Only one commit is flushed at a time; after it, `#putOnDisk` ends the next group.
    if (!group || (this.#syncing && this.#isOpen())) return
    this.#group = undefined
    try {
      if (group.failure || !this.#isOpen()) {
        throw group.failure ?? new Error('The database rolled back the whole transaction')
      }
      const startedAt = monotonicMs()
      this.#commit()
      noteWait('group commit', startedAt)
    } catch (error) {
      if (this.#isOpen()) this.#run('rollback')
      group.onDisk.reject(error)
      return
    }
    const { sync } = this.#options
    if (sync) this.#syncing = this.#putOnDisk(group, sync)
    else this.#acknowledge(group)
  }

  #commit(): void {
    try {
      this.#sharedLog.commit(() => this.#run('commit'))
    } catch (error) {
      if (isDiskFailure(error)) this.#sharedLog.noteFailure()
      throw error
    }
  }

  async #putOnDisk(group: Group, sync: () => Promise<void>): Promise<void> {
    let failure: unknown
    try {
      await sync()
    } catch (error) {
      failure = (error as NodeJS.ErrnoException).code === 'ENOSPC' ? error : new DatabaseAway(error)
      this.#sharedLog.noteFailure()
      // The next group's writes follow writes that may be missing.
      if (this.#group) this.#group.failure ??= failure
    }
    this.#syncing = undefined
    if (failure) group.onDisk.reject(failure)
    else this.#acknowledge(group)
    if (this.#group && (this.#present === 0 || this.#isFull(this.#group))) this.#end()
  }

  #acknowledge(group: Group): void {
    // This commit may follow one of the other thread that is not on disk.
    if (this.#sharedLog.areProven) group.onDisk.resolve()
    else group.onDisk.reject(new DatabaseAway('an earlier write could not be put on disk'))
  }
}

function newGroup(): Group {
  const onDisk = Promise.withResolvers<void>()
  // Nobody awaits a group whose members have all failed on their own.
  onDisk.promise.catch(() => {})
  return { members: 0, onDisk }
}
