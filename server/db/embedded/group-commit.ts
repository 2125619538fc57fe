import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../../base/clock.ts'
import { DatabaseAway, isBusy, isDiskFailure } from '../failures.ts'
import { WriteTurns } from './write-turns.ts'

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

/** For a connection whose commits are written to the file but not yet on disk, so that its thread need not wait. */
export interface Durability {
  /** Keeps readers of this thread at what they see now. Called before a commit. */
  hide(): void
  /** Has them see what was committed. */
  show(): void
  /** Puts what was committed on disk. */
  sync(): Promise<void>
  /** Copies all that was committed into the database and proves that it is on disk, after a `sync` that failed. */
  prove(): void
}

export interface GroupCommitOptions {
  /** Absent for a connection whose commits wait for the disk. */
  durability?: Durability
  /** As `Durability.prove`, for a connection without one. */
  prove?: () => void
  /** Shared with the other thread that writes to the same log. */
  writeTurns?: WriteTurns
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
 * own, so that one can fail alone, and none is acknowledged, nor seen by a reader of this thread, before all of them are
 * on disk. While one commit is being put there, the next one gathers its members.
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
  readonly #writeTurns: WriteTurns
  /** Raised with every commit, before anything else can run. */
  writes = 0

  /** `run` runs a statement on the connection, and `isOpen` tells whether it is in a transaction. */
  constructor(run: (sql: string) => void, isOpen: () => boolean, options: GroupCommitOptions = {}) {
    this.#run = run
    this.#isOpen = isOpen
    this.#options = options
    this.#writeTurns = options.writeTurns ?? new WriteTurns()
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

  /** SQLite itself would wait on the thread that serves requests. @throws when the database stays busy. */
  async #beginImmediate(): Promise<void> {
    await this.#options.giveWay?.()
    const { durability, prove = () => durability?.prove(), busyTimeoutMs = defaultBusyTimeoutMs } = this.#options
    const deadline = monotonicMs() + busyTimeoutMs
    let waits = false
    try {
      while (true) {
        try {
          if (!this.#writeTurns.isLogWhole()) this.#writeTurns.proveLog(prove)
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
    await this.onDisk()
  }

  /** Resolves when nothing that was committed waits for the disk. */
  async onDisk(): Promise<void> {
    while (this.#syncing) await this.#syncing
  }

  #isFull({ members }: Group): boolean {
    const { maxMembers = defaultMaxMembers } = this.#options
    return members >= maxMembers
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
      this.#commit()
    } catch (error) {
      if (this.#isOpen()) this.#run('rollback')
      group.onDisk.reject(error)
      return
    }
    const { durability } = this.#options
    if (durability) this.#syncing = this.#putOnDisk(group, durability)
    else this.#acknowledge(group)
  }

  #commit(): void {
    const { durability, aroundCommit = (commit: () => void) => commit() } = this.#options
    try {
      durability?.hide()
      aroundCommit(() => this.#run('commit'))
    } catch (error) {
      if (isDiskFailure(error)) this.#writeTurns.noteLogFailure()
      durability?.show()
      throw error
    }
  }

  async #putOnDisk(group: Group, durability: Durability): Promise<void> {
    let failure: unknown
    try {
      await durability.sync()
    } catch (error) {
      failure = (error as NodeJS.ErrnoException).code === 'ENOSPC' ? error : new DatabaseAway(error)
      this.#writeTurns.noteLogFailure()
      // What the next group has written stands after what may be missing.
      if (this.#group) this.#group.failure ??= failure
    }
    this.#syncing = undefined
    durability.show()
    if (failure) {
      this.writes++
      group.onDisk.reject(failure)
    } else this.#acknowledge(group)
    if (this.#group && (this.#present === 0 || this.#isFull(this.#group))) this.#end()
  }

  #acknowledge(group: Group): void {
    this.writes++
    this.#options.onCommit?.()
    // This commit may stand behind one of the other thread that is not on disk.
    if (this.#writeTurns.isLogWhole()) group.onDisk.resolve()
    else group.onDisk.reject(new DatabaseAway('an earlier write could not be put on disk'))
  }
}

function newGroup(): Group {
  const onDisk = Promise.withResolvers<void>()
  // A group whose members all failed alone has no one left to tell.
  onDisk.promise.catch(() => {})
  return { members: 0, onDisk }
}
