import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'
import { type Decision, ProcessRateLimiter, type RateLimiter, windowMs } from './rate-limit.ts'

/**
 * One atomic step on the server, by its own clock: drop what left the window, then add the call if it fits. Answers
 * {allowed, calls in the window, time of the oldest in milliseconds}.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
local count = redis.call('ZCARD', KEYS[1])
local allowed = 0
if count < tonumber(ARGV[1]) then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  allowed = 1
  count = count + 1
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return {allowed, count, oldest[2] or now}
`

/** A call must not wait longer than this for Redis, in milliseconds. */
const patienceMs = 1000

/** Windows shared by all replicas. While Redis does not answer, each replica counts by itself. */
export class RedisRateLimiter implements RateLimiter {
  readonly #redis: Redis
  readonly #log: FastifyBaseLogger
  readonly #fallback = new ProcessRateLimiter()

  private constructor(redis: Redis, log: FastifyBaseLogger) {
    this.#redis = redis
    this.#log = log
  }

  /** @throws when the server does not answer at start. */
  static async connect(url: string, log: FastifyBaseLogger): Promise<RedisRateLimiter> {
    const redis = new Redis(url, {
      lazyConnect: true,
      commandTimeout: patienceMs,
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
    })
    redis.on('error', (error) =>
      log.warn({ err: error }, 'Redis is not reachable; rate limits are counted in this process'),
    )
    try {
      await redis.connect()
    } catch (error) {
      redis.disconnect()
      throw new Error(`REDIS_URL cannot be used: ${error instanceof Error ? error.message : error}`)
    }
    return new RedisRateLimiter(redis, log)
  }

  async take(window: string, limit: number): Promise<Decision> {
    try {
      const answer = await this.#redis.eval(takeScript, 1, keyOf(window), limit, windowMs, randomUUID())
      const [allowed, count, oldest] = (answer as unknown[]).map(Number) as [number, number, number]
      return { allowed: allowed === 1, remaining: Math.max(0, limit - count), resetAt: oldest + windowMs }
    } catch (error) {
      this.#log.debug({ err: error }, 'counting in this process')
      return this.#fallback.take(window, limit)
    }
  }

  async giveBack(window: string): Promise<void> {
    try {
      await this.#redis.zpopmax(keyOf(window))
    } catch {
      this.#fallback.giveBack(window)
    }
  }

  close(): void {
    this.#fallback.close()
    this.#redis.disconnect()
  }
}

const keyOf = (window: string) => `identity-rate:${window}`
