import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import { ProcessRateLimiter, type RateLimiter } from './rate-limit.ts'

/** The limiter that the configuration asks for. The client of Redis is loaded only where one is configured. */
export async function connectRateLimiter(config: Config, log: FastifyBaseLogger): Promise<RateLimiter> {
  if (!config.redisUrl) return new ProcessRateLimiter()
  const { RedisRateLimiter } = await import('./redis-rate-limit.ts')
  return RedisRateLimiter.connect(config.redisUrl, log)
}
