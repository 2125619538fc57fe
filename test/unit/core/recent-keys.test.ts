import { expect, test } from 'vitest'
import { RecentKeys } from '#core/base/recent-keys.ts'

test('knows a key from its second time on, and forgets it after many others', () => {
  const keys = new RecentKeys(64)
  expect([keys.note('a'), keys.note('a'), keys.note('b'), keys.note('a')]).toEqual([false, true, false, true])
  for (let n = 0; n < 10_000; n++) expect(keys.note(`other ${n}`)).toBe(false)
  expect(keys.note('a')).toBe(false)
})
