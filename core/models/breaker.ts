/** Number of consecutive failures after which a foreign system gets no calls, and for how long. */
const failureLimit = 5
const cooldownMs = 30_000

/** The cells of a breaker's memory, in 8 bytes each. */
const cells = { failures: 0, openUntil: 1 }

export class BreakerOpen extends Error {
  readonly waitMs: number

  constructor(waitMs: number) {
    super(`The circuit breaker is open for ${waitMs} ms`)
    this.name = 'BreakerOpen'
    this.waitMs = waitMs
  }
}

/** Memory for one breaker, which the threads of a process can share. */
export const newBreakerMemory = () => new SharedArrayBuffer(Object.keys(cells).length * BigInt64Array.BYTES_PER_ELEMENT)

/**
 * Stops calling a failing system: after 5 failures in a row it opens, and calls fail at once for 30 s; then one call is
 * let through, and its outcome closes or opens it again. `now` is in milliseconds by a clock that all threads share.
 *
 * Not cockatiel, which makes the other calls wait for that one and then lets them through, does not report how long it
 * stays open, and takes no clock.
 */
export class Breaker {
  readonly #cells: BigInt64Array
  readonly #now: () => number

  /** @param memory that of other threads which call the same system; new memory if absent. */
  constructor(now: () => number, memory = newBreakerMemory()) {
    this.#now = now
    this.#cells = new BigInt64Array(memory)
  }

  /**
   * @throws BreakerOpen while open, else the error of the call; `counts` distinguishes
   * failures from refusals of one request.
   */
  async run<T>(call: () => Promise<T>, counts: (error: unknown) => boolean): Promise<T> {
    this.#enter()
    try {
      const answer = await call()
      Atomics.store(this.#cells, cells.failures, 0n)
      return answer
    } catch (error) {
      if (counts(error)) this.#countFailure()
      else Atomics.store(this.#cells, cells.failures, 0n)
      throw error
    }
  }

  /**
   * Lets a call through while closed. When the time is over, the first caller of any thread is let through, and the
   * others wait as long again, unless its outcome comes before: should its thread end, another one gets its turn.
   */
  #enter(): void {
    if (Atomics.load(this.#cells, cells.failures) < failureLimit) return
    const openUntil = Atomics.load(this.#cells, cells.openUntil)
    const waitMs = Number(openUntil) - this.#now()
    if (waitMs > 0) throw new BreakerOpen(waitMs)
    if (Atomics.compareExchange(this.#cells, cells.openUntil, openUntil, this.#cooledDown()) !== openUntil)
      throw new BreakerOpen(cooldownMs)
  }

  #countFailure(): void {
    const failures = Atomics.add(this.#cells, cells.failures, 1n) + 1n
    if (failures >= failureLimit) Atomics.store(this.#cells, cells.openUntil, this.#cooledDown())
  }

  #cooledDown(): bigint {
    return BigInt(Math.ceil(this.#now() + cooldownMs))
  }
}
