import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'
import { ProcessRateLimiter, type RateLimiter, windowMs } from './rate-limit.ts'
import type { Decision } from './rate-limit-headers.ts'

/**
 * Takes a call in one atomic step on the server, by its clock: removes calls that left the window and calls that are in
 * the future because the clock was stepped back, then adds the call if it fits. Returns {allowed, calls in the window,
 * milliseconds since the oldest}.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')
local count = redis.call('ZCARD', KEYS[1])
local allowed = 0
if count < tonumber(ARGV[1]) then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  allowed = 1
  count = count + 1
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return {allowed, count, now - (oldest[2] or now)}
`

/** How long a call may wait for Redis, in milliseconds. */
const timeoutMs = 500

/** Whether the server refuses the credentials: unlike an outage, waiting does not fix that. */
const isRefusal = (error: unknown) => error instanceof Error && /^(WRONGPASS|NOAUTH|NOPERM)/.test(error.message)

/**
 * Shares windows among all replicas. While Redis is unavailable, each replica counts by itself: a silent connection is
 * dropped, calls fail at once until a new connection is ready, and the client reconnects by itself, at least every 2 s.
 */
export class RedisRateLimiter implements RateLimiter {
  readonly #redis: Redis
  readonly #fallback = new ProcessRateLimiter()

  private constructor(redis: Redis) {
    this.#redis = redis
  }

  /**
   * Connects without waiting for an unavailable server.
   * @throws when the server refuses the credentials in the address.
   */
  static async connect(url: string, log: FastifyBaseLogger): Promise<RedisRateLimiter> {
    const redis = new Redis(url, {
      lazyConnect: true,
      connectTimeout: timeoutMs,
      commandTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      enableOfflineQueue: false,
    })
    let lastError: unknown
    redis.on('error', (error) => {
      if (lastError === undefined)
        log.warn({ err: error }, 'Redis is unavailable; rate limits are counted in this process')
      lastError = error
    })
    redis.on('ready', () => {
      if (lastError !== undefined) log.info('Redis is available again; rate limits are shared')
      lastError = undefined
    })
    await redis.connect().catch(() => {})
    if (isRefusal(lastError)) {
      redis.disconnect()
      throw new Error(`REDIS_URL cannot be used: ${(lastError as Error).message}`)
    }
    return new RedisRateLimiter(redis)
  }

  async take(window: string, limit: number, lengthMs = windowMs): Promise<Decision> {
    try {
      const answer = await this.#redis.eval(takeScript, 1, keyOf(window), limit, lengthMs, randomUUID())
      const [allowed, count, age] = (answer as unknown[]).map(Number) as [number, number, number]
      return { allowed: allowed === 1, remaining: Math.max(0, limit - count), resetMs: lengthMs - age }
    } catch {
      return this.#fallback.take(window, limit, lengthMs)
    }
  }

  async refund(window: string): Promise<void> {
    try {
      await this.#redis.zpopmax(keyOf(window))
    } catch {
      this.#fallback.refund(window)
    }
  }

  close(): void {
    this.#fallback.close()
    this.#redis.disconnect()
  }
}

const keyOf = (window: string) => `identity-rate:${window}`
