/**
 * A time as tools write it (ISO 8601, or milliseconds or seconds since 1970) in ISO 8601, UTC;
 * undefined for anything else.
 */
export function momentOf(value: unknown): string | undefined {
  const count = typeof value === 'string' && /^\d{9,14}$/.test(value) ? Number(value) : value
  if (typeof count !== 'number' && typeof count !== 'string') return undefined
  const date = new Date(typeof count === 'number' && Math.abs(count) < 1e11 ? count * 1000 : count)
  const year = date.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? date.toISOString() : undefined
}
