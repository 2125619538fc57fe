/** Number of consecutive failures after which a foreign system gets no calls, and for how long. */
const failureLimit = 5
const cooldownMs = 30_000

export class BreakerOpen extends Error {
  readonly waitMs: number

  constructor(waitMs: number) {
    super(`The circuit breaker is open for ${waitMs} ms`)
    this.name = 'BreakerOpen'
    this.waitMs = waitMs
  }
}

/**
 * Stops calling a failing system: after 5 failures in a row it opens, and calls fail at once for 30 s; then one call is
 * let through, and its outcome closes or opens it again. `now` is in milliseconds.
 *
 * Not cockatiel, which makes the other calls wait for that one and then lets them through, does not report how long it
 * stays open, and takes no clock.
 */
export class Breaker {
  private failures = 0
  private openUntil = 0
  private probing = false
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  /** @throws BreakerOpen while open, else the error of the call; `counts` distinguishes failures from refusals of one request. */
  async run<T>(call: () => Promise<T>, counts: (error: unknown) => boolean): Promise<T> {
    const isOpen = this.failures >= failureLimit
    const waitMs = this.openUntil - this.now()
    if (isOpen && (waitMs > 0 || this.probing)) throw new BreakerOpen(Math.max(waitMs, 1000))
    if (isOpen) this.probing = true
    try {
      const answer = await call()
      this.failures = 0
      return answer
    } catch (error) {
      if (counts(error)) this.failures++
      else this.failures = 0
      if (this.failures >= failureLimit) this.openUntil = this.now() + cooldownMs
      throw error
    } finally {
      if (isOpen) this.probing = false
    }
  }
}
