import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '#core/base/ip-address.ts'
import type { Deps } from '../../deps.ts'
import { hasLoggedInFrom } from '../../features/accounts/sessions.ts'
import { type RateLimiter, windowMs } from '../limits/rate-limit.ts'
import { answerDecision } from '../limits/rate-limit-headers.ts'

interface Window {
  key: string
  limit: number
  lengthMs: number
  /** Called when the window is full; true lets this request through anyway. */
  isExempt?: () => Promise<boolean>
}

/** Guesses also count for the account, over a longer time, because a botnet guesses from many addresses. */
const ofAccount = { limit: 20, lengthMs: 10 * windowMs }

/**
 * Windows of failed logins: one for the (email, address) pair, one for the address, and one for the account (behavior:
 * Sessions).
 */
export function loginWindows(deps: Deps, request: FastifyRequest, email: string): Window[] {
  if (deps.config.rateLimits.auth === 0) return []
  const address = networkOf(request.ip)
  const account = email.toLowerCase()
  return [
    { key: `login ${account} ${address}`, limit: 5, lengthMs: windowMs },
    { key: `login ${address}`, limit: 20, lengthMs: windowMs },
    // By email, so that an address without an account is answered in the same way. Guessing does not lock people out
    // where they have logged in before.
    { key: `login of ${account}`, ...ofAccount, isExempt: () => hasLoggedInFrom(deps, account, address) },
  ]
}

/** Windows of wrong current passwords of one account, across its sessions. */
export const currentPasswordWindows = ({ config }: Deps, userId: string): Window[] =>
  config.rateLimits.account === 0 ? [] : [{ key: `current password of ${userId}`, ...ofAccount }]

/**
 * Takes a call from each window before a password is checked, so that parallel requests cannot exceed the limit. Call
 * the result after a correct password: it refunds the calls.
 *
 * @throws 429 with the headers of the full window; the other windows are then unchanged.
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
