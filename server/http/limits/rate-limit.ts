import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { monotonicMs } from '#core/base/clock.ts'
import { networkOf } from '#core/base/ip-address.ts'
import type { Config, Tier } from '../../config.ts'
import { answerDecision, type Decision } from './rate-limit-headers.ts'

export const windowMs = 60_000

/** Exact sliding windows: at most `limit` calls in any 60 seconds, or `lengthMs`. A denied call is not counted. */
export interface RateLimiter {
  take(window: string, limit: number, lengthMs?: number): Decision | Promise<Decision>
  /** Undoes the latest call, as if it had not been made. */
  refund(window: string): void | Promise<void>
  close(): void | Promise<void>
}

/** The times of the calls in one window, oldest first, in a circular buffer that grows on demand. */
class Ring {
  #times = new Float64Array(8)
  #start = 0
  length = 0
  readonly lengthMs: number

  constructor(lengthMs: number) {
    this.lengthMs = lengthMs
  }

  get oldest() {
    return this.#times[this.#start]!
  }

  push(time: number) {
    if (this.length === this.#times.length) {
      const grown = new Float64Array(this.length * 2)
      for (let i = 0; i < this.length; i++) grown[i] = this.#times[(this.#start + i) % this.length]!
      this.#times = grown
      this.#start = 0
    }
    this.#times[(this.#start + this.length++) % this.#times.length] = time
  }

  dropOld(now: number) {
    while (this.length > 0 && this.oldest <= now - this.lengthMs) {
      this.#start = (this.#start + 1) % this.#times.length
      this.length--
    }
  }
}

/** Keeps the windows in this process, for a single process; several replicas share theirs with `REDIS_URL`. */
export class ProcessRateLimiter implements RateLimiter {
  readonly #windows = new Map<string, Ring>()
  readonly #now: () => number
  readonly #sweeper: NodeJS.Timeout

  /** @param now a clock that never goes back, unlike the system clock: a step back would keep full windows full. */
  constructor(now: () => number = monotonicMs) {
    this.#now = now
    // Removes empty windows, so that memory does not grow with the number of addresses ever seen.
    this.#sweeper = setInterval(() => this.sweep(), windowMs).unref()
  }

  take(window: string, limit: number, lengthMs = windowMs): Decision {
    const now = this.#now()
    const ring = this.#windows.get(window) ?? new Ring(lengthMs)
    ring.dropOld(now)
    const allowed = ring.length < limit
    if (allowed) {
      ring.push(now)
      this.#windows.set(window, ring)
    }
    return { allowed, remaining: Math.max(0, limit - ring.length), resetMs: ring.oldest + lengthMs - now }
  }

  refund(window: string): void {
    const ring = this.#windows.get(window)
    if (ring && ring.length > 0) ring.length--
  }

  sweep(): void {
    const now = this.#now()
    for (const [window, ring] of this.#windows) {
      ring.dropOld(now)
      if (ring.length === 0) this.#windows.delete(window)
    }
  }

  get size(): number {
    return this.#windows.size
  }

  close(): void {
    clearInterval(this.#sweeper)
  }
}

/** Names the window in which a caller's requests of a tier count; `who` is a key or an address. */
const windowOf = (tier: string, who: string): string => `${tier} ${who}`

/**
 * Counts a request in the one window of its tier and sends its three headers (behavior: Rate limits). Called once the
 * caller is known: a valid key counts for itself, everything else for its address.
 *
 * @throws 429 when the window is full.
 */
export function limitRate(
  request: FastifyRequest,
  reply: FastifyReply,
  config: FastifyContextConfig,
  limiter: RateLimiter,
  limits: Config['rateLimits'],
): undefined | Promise<void> {
  const tier: Tier = config.tier ?? 'general'
  const limit = limits[tier]
  if (limit === 0) return undefined
  const who = (tier === 'register' ? undefined : request.caller?.limitKey) ?? networkOf(request.ip)
  const decision = limiter.take(windowOf(config.window ?? tier, who), limit)
  return decision instanceof Promise
    ? decision.then((late) => answerDecision(reply, limit, late))
    : answerDecision(reply, limit, decision)
}

/**
 * Counts the further calls of a request that carries several, such as an MCP batch: all of them, or none.
 *
 * @throws 429 when they do not all fit into the window.
 */
export async function limitCalls(
  calls: number,
  request: FastifyRequest,
  reply: FastifyReply,
  limiter: RateLimiter,
  { general: limit }: Config['rateLimits'],
): Promise<void> {
  if (limit === 0) return
  const window = windowOf('general', request.caller?.limitKey ?? networkOf(request.ip))
  for (let taken = 0; taken < calls; taken++) {
    const decision = await limiter.take(window, limit)
    if (!decision.allowed) while (taken-- > 0) await limiter.refund(window)
    answerDecision(reply, limit, decision)
  }
}
