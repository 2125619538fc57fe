import type { FastifyReply } from 'fastify'
import { wallClock } from '#core/base/clock.ts'
import { AppError } from '#core/base/errors.ts'

/** A window's decision about one call. */
export interface Decision {
  allowed: boolean
  remaining: number
  /** The time until the oldest call leaves the window, which is when the next one fits. */
  resetMs: number
}

/** Returns the three headers of a window, as names and values (behavior: Rate limits). */
function limitHeaders(limit: number, { remaining, resetMs }: Decision): string[] {
  const reset = Math.ceil((wallClock().getTime() + resetMs) / 1000)
  return [
    'x-ratelimit-limit',
    String(limit),
    'x-ratelimit-remaining',
    String(remaining),
    'x-ratelimit-reset',
    String(reset),
  ]
}

/** Sends the headers of a window. @throws 429 when it is full. */
export function answerDecision(reply: FastifyReply, limit: number, decision: Decision): undefined {
  const headers = limitHeaders(limit, decision)
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at]!, headers[at + 1])
  if (!decision.allowed) throw rateLimited(decision.resetMs)
}

/** Creates the 429 for a full window (behavior: Rate limits): the seconds are in the message and in `Retry-After`. */
export function rateLimited(resetMs: number): AppError {
  const wait = Math.max(1, Math.ceil(resetMs / 1000))
  return new AppError('rate_limited', `Rate limit exceeded. Try again in ${wait} second${wait === 1 ? '' : 's'}.`, wait)
}
