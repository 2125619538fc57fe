import { expect, test } from 'vitest'
import { secondsUntil } from '#core/models/retry-after.ts'

test('a Unix time is awaited by the clock of the place that names it', () => {
  const date = new Date('2001-02-03T04:05:06Z')
  expect(secondsUntil(date.getTime() / 1000 + 90, new Headers({ date: date.toUTCString() }))).toBe(90)
  expect(secondsUntil(Math.floor(Date.now() / 1000) + 90, new Headers())).toBeGreaterThan(85)
  expect(secondsUntil(0, new Headers())).toBe(1)
})
