const dayMs = 86_400_000

/** The last days in UTC as `2026-11-21`, oldest first, today included. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(now.getTime() - (count - 1 - at) * dayMs).toISOString().slice(0, 10),
  )
}

/** How much of each series there was at the end of each day, from what came on which day and what was there before. */
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
