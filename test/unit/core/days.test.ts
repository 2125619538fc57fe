import { expect, test } from 'vitest'
import { lastDays, runningTotals } from '#core/base/days.ts'

test('lastDays ends today in UTC and crosses months and leap days', () => {
  expect(lastDays(new Date('2028-03-01T00:00:00.000Z'), 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  expect(lastDays(new Date('2026-11-21T23:59:59.999Z'), 1)).toEqual(['2026-11-21'])
})

test('runningTotals goes on from what was there before, on days without anything too', () => {
  const days = ['2026-11-19', '2026-11-20', '2026-11-21']
  const came = [
    { date: '2026-11-21', series: 'b' as const, count: 4 },
    { date: '2026-11-19', series: 'a' as const, count: 1 },
    { date: '2026-11-21', series: 'a' as const, count: 2 },
  ]
  expect(runningTotals(days, { a: 10, b: 0 }, came)).toEqual([
    { date: '2026-11-19', a: 11, b: 0 },
    { date: '2026-11-20', a: 11, b: 0 },
    { date: '2026-11-21', a: 13, b: 4 },
  ])
})
