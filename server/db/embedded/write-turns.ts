import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../../base/clock.ts'

/** Indexes of the cells. */
const commits = 0
const servingWaits = 1
const servingWrites = 2
const logFailures = 3
const logProven = 4
const cellCount = 5

const pollMs = 1
/** The least time between two looks for jobs, in milliseconds, however often requests write. */
const minIdleMs = 50
/** How long a job lets requests go first, in milliseconds, so that steady writes cannot stop it. */
const maxGiveWayMs = 100

/**
 * Shared memory of the two threads that write to the embedded database: the one that serves requests and the one that
 * runs jobs. SQLite decides which of them writes; this tells the jobs when a request is waiting or has written, the cache
 * of documents when a job has written, and each thread when the other could not put the log on disk.
 */
export class WriteTurns {
  readonly memory: SharedArrayBuffer
  readonly #cells: Int32Array

  /** @param memory the memory of the other thread; new memory if absent. */
  constructor(memory = new SharedArrayBuffer(cellCount * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory
    this.#cells = new Int32Array(memory)
  }

  /**
   * A number that changes with every commit of a job. Undefined during a commit, since its writes may already be
   * visible.
   */
  countJobWrites(): number | undefined {
    const count = Atomics.load(this.#cells, commits)
    return isEven(count) ? count : undefined
  }

  /** Runs the commit of a job; the count is odd meanwhile. */
  commitJob(commit: () => void): void {
    Atomics.add(this.#cells, commits, 1)
    try {
      commit()
    } finally {
      Atomics.add(this.#cells, commits, 1)
    }
  }

  /** Call this when the thread that runs jobs has ended: it may have ended during a commit. */
  endCommit(): void {
    if (!isEven(Atomics.load(this.#cells, commits))) Atomics.add(this.#cells, commits, 1)
  }

  /** Sets whether a request is waiting for the database. */
  setServingWaits(waits: boolean): void {
    Atomics.store(this.#cells, servingWaits, Number(waits))
  }

  /** Call this when a request has written: it may have asked for a job. */
  wakeJobs(): void {
    Atomics.add(this.#cells, servingWrites, 1)
    Atomics.notify(this.#cells, servingWrites)
  }

  /** A function that waits until a request has written since the last time, at most so many milliseconds. */
  watchServing(): (maxMs: number, signal: AbortSignal) => Promise<unknown> {
    let seen = Atomics.load(this.#cells, servingWrites)
    return async (maxMs, signal) => {
      await sleep(minIdleMs, undefined, { signal })
      await Atomics.waitAsync(this.#cells, servingWrites, seen, maxMs).value
      seen = Atomics.load(this.#cells, servingWrites)
    }
  }

  /** Call this when the log could not be put on disk: it may have a gap, behind which no commit of either thread counts. */
  noteLogFailure(): void {
    Atomics.add(this.#cells, logFailures, 1)
  }

  /** False after a failure, until the log was proven. */
  isLogWhole(): boolean {
    return Atomics.load(this.#cells, logFailures) === Atomics.load(this.#cells, logProven)
  }

  /** Runs what proves the log; a failure meanwhile needs another proof. @throws what it throws. */
  proveLog(prove: () => void): void {
    const failures = Atomics.load(this.#cells, logFailures)
    prove()
    Atomics.store(this.#cells, logProven, failures)
  }

  /** Waits while a request is waiting for the database. */
  async giveWay(): Promise<void> {
    const deadline = monotonicMs() + maxGiveWayMs
    while (Atomics.load(this.#cells, servingWaits) && monotonicMs() < deadline) await sleep(pollMs)
  }
}

const isEven = (count: number) => count % 2 === 0
