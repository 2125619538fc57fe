import { wallClock } from '../base/clock.ts'

/** Seconds that a `Retry-After` header asks to wait, as seconds or as a date; undefined if it is neither. */
export function retryAfterSeconds(header: string | null | undefined): number | undefined {
  if (!header) return undefined
  const seconds = /^\d{1,9}(\.\d+)?$/.test(header)
    ? Number(header)
    : (Date.parse(header) - wallClock().getTime()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/**
 * Seconds from an answer to the Unix time that it names, at least one, by its own `Date`: the local clock may be wrong.
 */
export function secondsUntil(unixSeconds: number, headers: Headers): number {
  const answeredAt = Date.parse(headers.get('date') ?? '')
  const now = Number.isNaN(answeredAt) ? wallClock().getTime() : answeredAt
  return Math.max(1, Math.ceil(unixSeconds - now / 1000))
}
