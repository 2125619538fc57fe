import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../../base/clock.ts'
import { measureWait, noteWait } from '../../base/waits.ts'
import { DatabaseAway, isBusy, isDiskFailure } from '../failures.ts'
import { LogFailures } from './log-failures.ts'

/** Transactions that share a commit, which waits for the disk once for all of them. */
interface Group {
  members: number
  /** Why the database rolled back the whole transaction by itself, if it did. */
  failure?: unknown
  onDisk: PromiseWithResolvers<void>
}

/** A member waits for those after it in its group, so a group must end even when writers never stop coming. */
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
  /** Puts what was committed on disk. Absent where a commit returns only when it is there. */
  sync?: () => Promise<void>
  /** Copies everything that was committed into the database and proves that it is on disk, after a failure. */
  prove?: () => void
  /** Failures of all connections that write to the same log. */
  logFailures?: LogFailures
  /** Whether it leaves the database to other connections often: no commits are shared, and there are pauses. */
  isBackground?: boolean
  busyTimeoutMs?: number
}

/**
 * Runs the transactions of one connection one after the other. Those of one turn of the event loop, and those that wait
 * meanwhile, share a commit, since waiting for the disk costs more than writing. Each is a savepoint of its own, so that
 * one can fail alone, and none is acknowledged before all of them are on disk. While one commit is being put there, the
 * next one gathers its members.
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
  /** The commit that is being put on disk; never rejects. */
  #syncing: Promise<void> | undefined
  readonly #logFailures: LogFailures
  #pausedAt = 0

  /** `run` runs a statement on the connection, and `isOpen` tells whether it is in a transaction. */
  constructor(run: (sql: string) => void, isOpen: () => boolean, options: GroupCommitOptions = {}) {
    this.#run = run
    this.#isOpen = isOpen
    this.#options = options
    this.#logFailures = options.logFailures ?? new LogFailures()
  }

  /** Waits for whoever came before; then the connection belongs to the caller, until `commit` or `rollback`. */
  async begin(): Promise<void> {
    const before = this.#lastInLine
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lastInLine = promise
    this.#present++
    await measureWait('turn to write', () => before)
    this.#letNextIn = resolve
    try {
      // A full group waits for the commit before its own.
      while (this.#group && this.#isFull(this.#group)) await this.#syncing
      if (!this.#group) await this.#beginImmediate()
      this.#group ??= newGroup()
      this.#run('savepoint member')
    } catch (error) {
      this.#leave()
      throw error
    }
  }

  /** Waits beside the event loop, as SQLite's own `busy_timeout` would not. @throws when the database stays busy. */
  async #beginImmediate(): Promise<void> {
    const { prove = () => {}, isBackground, busyTimeoutMs = defaultBusyTimeoutMs } = this.#options
    if (isBackground) await this.#pause()
    const deadline = monotonicMs() + busyTimeoutMs
    while (true) {
      try {
        if (!this.#logFailures.areProven) this.#logFailures.prove(prove)
        this.#run('begin immediate')
        return
      } catch (error) {
        if (!isBusy(error) || monotonicMs() > deadline) throw error
      }
      await sleep(busyPollMs)
    }
  }

  async #pause(): Promise<void> {
    // The next transaction would hold the database while the last one is being put on disk.
    await this.#syncing
    if (monotonicMs() - this.#pausedAt < stretchMs) return
    await sleep(pauseMs)
    this.#pausedAt = monotonicMs()
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
    await measureWait('commit', () => group.onDisk.promise)
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
    // Requests that have arrived already are read before this, and write into the same group.
    else setImmediate(() => this.#group === group && this.#present === 0 && this.#end())
  }

  #end(): void {
    const group = this.#group
    // One commit at a time is put on disk; when it is there, `#putOnDisk` ends the next group.
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
      this.#run('commit')
    } catch (error) {
      if (isDiskFailure(error)) this.#logFailures.note()
      throw error
    }
  }

  async #putOnDisk(group: Group, sync: () => Promise<void>): Promise<void> {
    let failure: unknown
    try {
      await sync()
    } catch (error) {
      failure = (error as NodeJS.ErrnoException).code === 'ENOSPC' ? error : new DatabaseAway(error)
      this.#logFailures.note()
      // The writes of the next group stand after what may be missing.
      if (this.#group) this.#group.failure ??= failure
    }
    this.#syncing = undefined
    if (failure) group.onDisk.reject(failure)
    else this.#acknowledge(group)
    if (this.#group && (this.#present === 0 || this.#isFull(this.#group))) this.#end()
  }

  #acknowledge(group: Group): void {
    // This commit may stand behind one of the other thread that is not on disk.
    if (this.#logFailures.areProven) group.onDisk.resolve()
    else group.onDisk.reject(new DatabaseAway('an earlier write could not be put on disk'))
  }
}

function newGroup(): Group {
  const onDisk = Promise.withResolvers<void>()
  // A group whose members all failed alone has no one left to tell.
  onDisk.promise.catch(() => {})
  return { members: 0, onDisk }
}
