/** Indexes of the cells. */
const failures = 0
const proven = 1
const cellCount = 2

/**
 * Counts failures to put the write-ahead log on disk, in memory that both threads which write to it share. After a failure
 * the log may have a gap, and no commit behind it counts, of either thread. A counter rather than a flag, because a
 * failure during a proof needs another proof.
 */
export class LogFailures {
  readonly memory: SharedArrayBuffer
  readonly #cells: Int32Array

  /** @param memory the memory of the other thread; new memory if absent. */
  constructor(memory = new SharedArrayBuffer(cellCount * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory
    this.#cells = new Int32Array(memory)
  }

  /** Call this when the log could not be put on disk. */
  note(): void {
    Atomics.add(this.#cells, failures, 1)
  }

  /** Whether the log was proven after the last failure; true when there was none. */
  get areProven(): boolean {
    return Atomics.load(this.#cells, failures) === Atomics.load(this.#cells, proven)
  }

  /** Runs `prove`, which puts everything on disk. @throws what it throws. */
  prove(prove: () => void): void {
    const seen = Atomics.load(this.#cells, failures)
    prove()
    Atomics.store(this.#cells, proven, seen)
  }
}
