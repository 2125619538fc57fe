import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { digestOf, firstHash, formatRanges, hashOf, parseRanges } from '#core/domain/audit/chain.ts'

test('the documented test vector holds', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/audit-log.md'), 'utf8')
  const { entries } = JSON.parse(/```json\n([\s\S]+?)```/.exec(page)![1]!)
  let before = firstHash
  for (const { salt, content, digest, hash, ...link } of entries) {
    expect(digestOf(salt, content)).toBe(digest)
    expect(hashOf(before, { ...link, digest })).toBe(hash)
    before = hash
  }
  expect(entries).toHaveLength(2)
})

test('ranges are read as they were written, and other texts cover nothing', () => {
  expect(formatRanges([1, 2, 3, 7, 9, 10])).toBe('1-3,7,9-10')
  expect(parseRanges('1-3,7,9-10')).toEqual([
    [1, 3],
    [7, 7],
    [9, 10],
  ])
  for (const text of ['', '1-', '1-3,', 'all', '1 - 3']) expect(parseRanges(text)).toEqual([])
})
