import { compareStrings } from '../base/strings.ts'

interface Options<Value> {
  /** Writes the latest value of each key. The keys are sorted, so that replicas writing the same keys cannot deadlock. */
  write(entries: [key: string, value: Value][]): Promise<unknown>
  onFailure(error: unknown): void
  /** How long a value waits for others, in milliseconds. */
  delayMs: number
}

/** How many values may wait during a write; more are dropped. */
const maxPending = 10_000

/**
 * Defers writes that nobody waits for and that may be lost, so that reads do not depend on them. They are written in
 * batches after a short delay, one batch at a time, and dropped if the database cannot accept them.
 */
export class DeferredWrites<Value> {
  readonly #options: Options<Value>
  readonly #pending = new Map<string, Value>()
  #timer: NodeJS.Timeout | undefined
  #written: Promise<void> = Promise.resolve()

  constructor(options: Options<Value>) {
    this.#options = options
  }

  set(key: string, value: Value): void {
    if (this.#pending.size >= maxPending && !this.#pending.has(key)) return
    this.#pending.set(key, value)
    this.#timer ??= setTimeout(() => this.flush(), this.#options.delayMs)
  }

  /** Returns the value that has not been written yet, if any. */
  get(key: string): Value | undefined {
    return this.#pending.get(key)
  }

  /** Writes the waiting values; called once more before the process ends. Never throws. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#written = this.#written.then(async () => {
      this.#timer = undefined
      const entries = [...this.#pending].sort(([a], [b]) => compareStrings(a, b))
      if (entries.length === 0) return
      await this.#options.write(entries).catch(this.#options.onFailure)
      // Values set during the write wait for the next batch.
      for (const [key, value] of entries) if (this.#pending.get(key) === value) this.#pending.delete(key)
      if (this.#pending.size > 0) this.#timer ??= setTimeout(() => this.flush(), this.#options.delayMs)
    })
    return this.#written
  }
}
