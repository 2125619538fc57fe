import fc from 'fast-check'
import { expect, test } from 'vitest'
import { truncate } from '#core/base/strings.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'é', '李', '🦊', '👩‍🚀') })

test('a truncated text is a beginning of it without half of a character', () => {
  fc.assert(
    fc.property(text, fc.nat({ max: 40 }), (whole, maxLength) => {
      const start = truncate(whole, maxLength)
      expect(start.isWellFormed()).toBe(true)
      expect(whole.startsWith(start)).toBe(true)
      expect(start.length).toBeLessThanOrEqual(maxLength)
      expect(start.length).toBeGreaterThanOrEqual(Math.min(whole.length, maxLength - 1))
    }),
  )
})

test('a text that fits stays as it is', () => {
  expect(truncate('🦊', 2)).toBe('🦊')
  expect(truncate('🦊', 1)).toBe('')
  expect(truncate('a🦊b', 2)).toBe('a')
})
