import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../base/ip-address.ts'
import type { Deps } from '../../deps.ts'
import { hasLoggedInFrom } from '../../features/accounts/sessions.ts'
import { type RateLimiter, windowMs } from '../limits/rate-limit.ts'
import { answerDecision } from '../limits/rate-limit-headers.ts'

interface Window {
  key: string
  limit: number
  lengthMs: number
  /** Asked when the window is full: lets this request through anyway. */
  isExempt?: () => Promise<boolean>
}

/** A botnet guesses from many addresses, so guesses count for the account too, for longer. */
const ofAccount = { limit: 20, lengthMs: 10 * windowMs }

/** Failed logins: for one (email, address) pair, for one address, and for one account (behavior: Sessions). */
export function loginWindows(deps: Deps, request: FastifyRequest, email: string): Window[] {
  if (deps.config.rateLimits.auth === 0) return []
  const address = networkOf(request.ip)
  const account = email.toLowerCase()
  return [
    { key: `login ${account} ${address}`, limit: 5, lengthMs: windowMs },
    { key: `login ${address}`, limit: 20, lengthMs: windowMs },
    // By email, so that an address without an account answers in the same way. Whoever guesses locks no one out
    // where they have logged in before.
    { key: `login of ${account}`, ...ofAccount, isExempt: () => hasLoggedInFrom(deps, account, address) },
  ]
}

/** Wrong current passwords of one account, in whichever session. */
export const currentPasswordWindows = ({ config }: Deps, userId: string): Window[] =>
  config.rateLimits.account === 0 ? [] : [{ key: `current password of ${userId}`, ...ofAccount }]

/**
 * Takes a place in each window before a password is looked at, so that many at once cannot try more than the limit. The
 * result gives them back, for a password that was right.
 *
 * @throws 429 with the headers of the window that is full; then the others are as they were.
 */
export async function takeGuess(reply: FastifyReply, limiter: RateLimiter, windows: Window[]) {
  const taken: string[] = []
  const refund = async () => {
    for (const key of taken) await limiter.refund(key)
  }
  for (const { key, limit, lengthMs, isExempt } of windows) {
    const decision = await limiter.take(key, limit, lengthMs)
    if (decision.allowed) taken.push(key)
    else if (!(await isExempt?.())) {
      await refund()
      answerDecision(reply, limit, decision)
    }
  }
  return refund
}
