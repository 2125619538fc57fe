import fc from 'fast-check'
import { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { digestLines, fitDigest } from '#core/domain/identity/digest.ts'
import type { IdentityItem } from '#core/domain/identity/identity.ts'
import { categories, kindOf } from '#core/domain/kinds.ts'

const countTokens = (text: string) => count(text, { disallowedSpecial: new Set<string>() })

type Item = IdentityItem & { n_count: number }
let made = 0
const item = (statement: string, set: Partial<Item> = {}): Item => ({
  id: String(made++).padStart(4, '0'),
  scope: 'agent',
  category: 'principle',
  statement,
  starred: false,
  hidden: false,
  status: 'approved',
  display_order: 0,
  n_count: 1,
  created_at: '2026-11-01T00:00:00.000Z',
  ...set,
  kind: kindOf(set.category ?? 'principle'),
})

const digest = (items: Item[], maxTokens = 500, name = 'Ada') =>
  fitDigest(digestLines(name, items), maxTokens, countTokens)

test('boundaries, starred items, then what is approved, most evidence first', () => {
  const items = [
    item('pending', { n_count: 9, status: 'pending' }),
    item('seldom'),
    item('often', { n_count: 5, category: 'monitoring' }),
    item('starred', { starred: true }),
    item('hidden', { hidden: true, category: 'boundary' }),
    item('proposed boundary', { category: 'boundary', status: 'pending' }),
    item('boundary', { category: 'boundary', starred: true }),
  ]
  const lines = ['**boundary**', 'proposed boundary', '**starred**', 'often', 'seldom', 'pending']
  expect(digest(items)).toBe(`# Ada\n\n${lines.map((line) => `- ${line}\n`).join('')}`)
})

test('a line that does not fit makes way for the next', () => {
  const items = [item('word '.repeat(300), { starred: true }), item('Short')]
  expect(digest(items, 200)).toBe('# Ada\n\n- Short\n')
})

test('says how many boundaries are missing, and has nothing else then', () => {
  const boundaries = Array.from({ length: 40 }, (_, at) => item(`Never do number ${at}`, { category: 'boundary' }))
  const text = digest([...boundaries, item('x', { starred: true })], 200)
  const listed = text.match(/^- Never/gm)!.length
  expect(listed).toBeGreaterThan(15)
  expect(text).toMatch(new RegExp(`\n\n${40 - listed} more boundaries are in the whole prompt\\.\n$`))
  expect(text).not.toContain('**x**')
})

test('a name that is too long for the digest is left out', () => {
  expect(digest([item('Short')], 200, '🦦🧪'.repeat(50))).toBe('- Short\n')
})

test('never has more tokens than asked for, nor another item than once', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('<|endoftext|>', '/', '\n\n/', '   ', '- ', 'a'.repeat(4000), '🦦'.repeat(200)),
  )
  const anyItem = fc
    .record({
      statement: text,
      category: fc.constantFrom(...categories),
      starred: fc.boolean(),
      n_count: fc.nat(9),
      status: fc.constantFrom('approved' as const, 'pending' as const),
    })
    .map(({ statement, ...set }) => item(statement, set))
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 60 }), text, fc.integer({ min: 200, max: 600 }), (items, name, max) => {
      const made = digest(items, max, name)
      expect(countTokens(made)).toBeLessThanOrEqual(max)
      expect(digest(items.toReversed(), max, name)).toBe(made)
    }),
    { numRuns: 200 },
  )
})
