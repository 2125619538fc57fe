import { expect, test } from 'vitest'
import { timeBefore } from '../../../web/ui/time-before.ts'

const now = Date.parse('2026-11-30T12:00:00Z')

test.each([
  ['2026-11-30T12:00:05Z', 'now'],
  ['2026-11-30T11:59:01Z', 'now'],
  ['2026-11-30T11:59:00Z', '1 min'],
  ['2026-11-30T10:01:00Z', '1 h'],
  ['2026-11-29T12:00:00Z', '1 d'],
  ['2026-10-02T12:00:00Z', '59 d'],
  ['2026-09-01T12:00:00Z', '1 Sept 2026'],
])('%s is %s', (timestamp, expected) => {
  expect(timeBefore(timestamp, now)).toBe(expected)
})
