const dayMs = 86_400_000

/** Returns the last days in UTC as `2026-11-21`, oldest first, including today. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(now.getTime() - (count - 1 - at) * dayMs).toISOString().slice(0, 10),
  )
}

/**
 * Returns the total of each series at the end of each day, computed from the additions of each day and the total before
 * them.
 */
export function runningTotals<Series extends string>(
  days: readonly string[],
  start: Record<Series, number>,
  came: readonly { date: string; series: Series; count: number }[],
): (Record<Series, number> & { date: string })[] {
  const totals = { ...start }
  const byDay = Map.groupBy(came, ({ date }) => date)
  return days.map((date) => {
    for (const { series, count } of byDay.get(date) ?? []) totals[series] += count
    return { date, ...totals }
  })
}
