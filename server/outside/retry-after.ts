/**
 * Seconds that a `Retry-After` header asks to wait, given as seconds or as a date; undefined when it says neither.
 *
 * @param now milliseconds since 1970
 */
export function retryAfterSeconds(header: string | null | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined
  const seconds = /^\d{1,9}(\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
