/** Indexes of the cells. */
const failures = 0
const proven = 1
const begun = 2
const ended = 3
const cellCount = 4

/**
 * Counts failures to flush the write-ahead log and commits to it, in memory that both writing threads share. After a
 * failure the log may have a gap, and no later commit of either thread is valid. Counters rather than flags,
 * because a failure during a proof requires another proof.
 */
export class SharedLog {
  readonly memory: SharedArrayBuffer
  readonly #cells: Int32Array

  /** @param memory the memory of the other thread; new memory if absent. */
  constructor(memory = new SharedArrayBuffer(cellCount * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory
    this.#cells = new Int32Array(memory)
  }

  /** Call this if the log could not be flushed. */
  noteFailure(): void {
    Atomics.add(this.#cells, failures, 1)
  }

  /** Whether the log has been proven since the last failure; true if there was none. */
  get areProven(): boolean {
    return Atomics.load(this.#cells, failures) === Atomics.load(this.#cells, proven)
  }

  /**
   * Runs `prove`, which flushes everything.
   * @throws the error of `prove`.
   */
  prove(prove: () => void): void {
    const seen = Atomics.load(this.#cells, failures)
    prove()
    Atomics.store(this.#cells, proven, seen)
  }

  /** Runs a commit; only one thread commits at a time. A commit that fails counts, since it may have been written. */
  commit(run: () => void): void {
    Atomics.add(this.#cells, begun, 1)
    try {
      run()
    } finally {
      Atomics.add(this.#cells, ended, 1)
    }
  }

  /**
   * A number that changes with every commit; undefined during one, whose writes others may see already. A thread that
   * ends within a commit leaves it undefined.
   */
  get version(): number | undefined {
    const version = Atomics.load(this.#cells, begun)
    return Atomics.load(this.#cells, ended) === version ? version : undefined
  }
}
