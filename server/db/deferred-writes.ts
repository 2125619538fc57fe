import { compareStrings } from '../base/strings.ts'

interface Options<Value> {
  /**
   * Writes the last value of each key; the keys are in order, so that replicas which write the same cannot deadlock.
   */
  write(entries: [key: string, value: Value][]): Promise<unknown>
  onFailure(error: unknown): void
  /** How long a value waits for others, in milliseconds. */
  delayMs: number
}

/** Values that wait while a write is under way; more than these are dropped. */
const maxPending = 10_000

/**
 * Writes that no one waits for and that may be lost, so that a read does not depend on them: a moment later, together,
 * one at a time, and dropped when the database cannot take them.
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

  /** The value that is not written yet, if there is one. */
  get(key: string): Value | undefined {
    return this.#pending.get(key)
  }

  /** Writes what waits; called once more before the process ends. Never throws. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#written = this.#written.then(async () => {
      this.#timer = undefined
      const entries = [...this.#pending].sort(([a], [b]) => compareStrings(a, b))
      if (entries.length === 0) return
      await this.#options.write(entries).catch(this.#options.onFailure)
      // What came for a key meanwhile waits for the next time.
      for (const [key, value] of entries) if (this.#pending.get(key) === value) this.#pending.delete(key)
      if (this.#pending.size > 0) this.#timer ??= setTimeout(() => this.flush(), this.#options.delayMs)
    })
    return this.#written
  }
}
