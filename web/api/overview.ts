import { queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask } from './client.ts'

/** An organization in figures. */

export type Overview = Answer<'/organizations/{orgId}/overview', 'get'>
export type AgentFigures = Overview['layers']['agents'][number]

export const overviewQuery = (orgId: string, days = 30) =>
  queryOptions({
    queryKey: ['overview', orgId, days],
    queryFn: () => ask(api.GET('/organizations/{orgId}/overview', { params: { path: { orgId }, query: { days } } })),
  })

export type SourceType = Overview['content']['days'][number]['source_type']

/** How many agents share a statement, in a few steps however many agents there are. */
const steps = [
  { from: 1, to: 1, label: '1 agent' },
  { from: 2, to: 2, label: '2 agents' },
  { from: 3, to: 5, label: '3 to 5 agents' },
  { from: 6, to: 20, label: '6 to 20 agents' },
  { from: 21, to: Number.POSITIVE_INFINITY, label: 'over 20 agents' },
]

/** The number of statements by how many agents hold them, up to the last step that has any. */
export function sharingOf({ shared_by }: Overview['diversity']) {
  const filled = steps.map(({ from, to, label }) => ({
    label,
    statements: shared_by.reduce(
      (sum, { agents, statements }) => (agents >= from && agents <= to ? sum + statements : sum),
      0,
    ),
  }))
  return filled.slice(0, filled.findLastIndex(({ statements }) => statements > 0) + 1)
}

/** Content per day and source type; the most frequent types come first. */
export function contentByDay({ growth, content }: Overview) {
  const sums = new Map<SourceType, number>()
  const days = new Map(growth.map(({ date }) => [date, {} as Partial<Record<SourceType, number>>]))
  for (const { date, source_type, count } of content.days) {
    sums.set(source_type, (sums.get(source_type) ?? 0) + count)
    const day = days.get(date)
    if (day) day[source_type] = count
  }
  const types = [...sums].sort((a, b) => b[1] - a[1]).map(([type, count]) => ({ type, count }))
  return { types, days: [...days].map(([date, counts]) => ({ date, counts })) }
}

/** 0.25 → 250 ms; 75 → 1 min 15 s */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`
  if (seconds < 60) return `${Math.round(seconds)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

/** 2026-11-21 → 21 Nov */
export const formatDay = (date: string) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
