/** Indexes of the cells. */
const failures = 0
const proven = 1
const cellCount = 2

/**
 * Counts failures to flush the write-ahead log, in memory that both writing threads share. After a failure the log may
 * have a gap, and no later commit of either thread is valid. A counter rather than a flag, because a failure during a
 * proof requires another proof.
 */
export class LogFailures {
  readonly memory: SharedArrayBuffer
  readonly #cells: Int32Array

  /** @param memory the memory of the other thread; new memory if absent. */
  constructor(memory = new SharedArrayBuffer(cellCount * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory
    this.#cells = new Int32Array(memory)
  }

  /** Call this if the log could not be flushed. */
  note(): void {
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
}
