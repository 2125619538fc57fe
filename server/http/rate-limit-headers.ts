import type { FastifyReply } from 'fastify'
import { wallClock } from '../clock.ts'
import { AppError } from '../domain/errors.ts'

/** What a window says of one call. */
export interface Decision {
  allowed: boolean
  remaining: number
  /** How long until the oldest call leaves the window, which is when the next one fits in. */
  resetMs: number
}

/** Sends the three headers of a window. @throws 429 when it is full. */
export function answerDecision(
  reply: FastifyReply,
  limit: number,
  { allowed, remaining, resetMs }: Decision,
): undefined {
  reply.header('x-ratelimit-limit', limit)
  reply.header('x-ratelimit-remaining', remaining)
  reply.header('x-ratelimit-reset', Math.ceil((wallClock().getTime() + resetMs) / 1000))
  if (!allowed) throw rateLimited(resetMs)
}

/** The 429 of a full window (behavior: Rate limits): seconds in the message and in `Retry-After`. */
export function rateLimited(resetMs: number): AppError {
  const wait = Math.max(1, Math.ceil(resetMs / 1000))
  return new AppError(429, `Rate limit exceeded. Try again in ${wait} second${wait === 1 ? '' : 's'}.`, wait)
}
