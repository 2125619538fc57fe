import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import { ProcessRateLimiter, type RateLimiter } from './rate-limit.ts'

/** Creates the configured limiter. The Redis client is imported only when Redis is configured. */
export async function connectRateLimiter(config: Config, log: FastifyBaseLogger): Promise<RateLimiter> {
  if (!config.redisUrl) return new ProcessRateLimiter()
  const { RedisRateLimiter } = await import('./redis-rate-limit.ts')
  return RedisRateLimiter.connect(config.redisUrl, log)
}
