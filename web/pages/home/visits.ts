/** Visits of the home page, and rows hidden until tomorrow; both are this browser's alone. */

const hourMs = 3_600_000
const weekMs = 168 * hourMs

function read<Value>(key: string): Value | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    // Written by something else.
    return undefined
  }
}

/**
 * Returns when the last visit ended, as a timestamp; a week ago on the first one. Openings within an hour are one visit.
 */
export function lastVisit(orgId: string): string {
  const now = Date.now()
  const key = `visit ${orgId}`
  const known = read<{ since: number; seen: number }>(key)
  const since = known ? (now - known.seen > hourMs ? known.seen : known.since) : now - weekMs
  localStorage.setItem(key, JSON.stringify({ since, seen: now }))
  return new Date(since).toISOString()
}

/** Returns the ids of the rows that are hidden today. */
export const hiddenRows = (orgId: string): string[] =>
  Object.entries(read<Record<string, number>>(`hidden ${orgId}`) ?? {}).flatMap(([id, until]) =>
    until > Date.now() ? [id] : [],
  )

/** Hides these rows until midnight, and shows all others again. */
export function hideRows(orgId: string, ids: readonly string[]): void {
  const tomorrow = new Date().setHours(24, 0, 0, 0)
  localStorage.setItem(`hidden ${orgId}`, JSON.stringify(Object.fromEntries(ids.map((id) => [id, tomorrow]))))
}
