import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Category } from '#core/domain/kinds.ts'
import { mayBeSame } from '#core/domain/similar/opposites.ts'
import { findPairs, listPairs } from '#core/domain/similar/statement-pairs.ts'
import { localEmbedding } from '#reader/embedding/embedding.ts'

const principles = (...statements: string[]) =>
  statements.map((statement) => ({ category: 'principle' as Category, statement }))

test('equivalent statements of one category are duplicates, the most similar first', () => {
  const items = principles(
    'Keep client files confidential',
    'Review each pull request within a day',
    'Client files must be kept confidential',
    'Give feedback on homework within a week',
    'Homework gets feedback within one week',
  )
  const { duplicates, contradictions } = findPairs(items, localEmbedding)
  expect(duplicates.map(({ a, b }) => [a, b])).toEqual(
    expect.arrayContaining([
      [0, 2],
      [3, 4],
    ]),
  )
  expect(duplicates).toHaveLength(2)
  expect(duplicates[0]!.similarity).toBeGreaterThanOrEqual(duplicates[1]!.similarity)
  expect(contradictions).toEqual([])
  items[2]!.category = 'axiom'
  expect(findPairs(items, localEmbedding).duplicates).toHaveLength(1)
})

test.each([
  ['Weigh every portion before it leaves the kitchen', 'Taste every sauce before it leaves the kitchen'],
  ['Tell the family about the diagnosis', 'Never tell the family about the diagnosis without consent'],
  ['Offer refunds up to 50 dollars', 'Always offer a refund'],
])('%s | %s: neither makes the other superfluous', (a, b) => {
  expect(findPairs(principles(a, b), localEmbedding).duplicates).toEqual([])
})

test.each([
  ['Always answer in prose', 'Never answer in prose', 'one denies what the other says'],
  ['Reply within 4 hours', 'Reply within 24 hours', 'with different numbers'],
  ['Merge only when tests pass', 'Merge only when tests fail', 'one says the opposite'],
  ['Run the tests BEFORE every commit', 'Run the tests AFTER every commit', 'in another order in time'],
  ['Every contract needs two signatures', 'Most contracts need two signatures', 'for another amount'],
  ['Install packages of the web client with `npm`', 'Install packages of the web client with `yarn`', 'in backticks'],
])('%s | %s: the reason says why', (a, b, reason) => {
  const { duplicates, contradictions } = findPairs(principles(a, 'Keep commits small', b), localEmbedding)
  expect(duplicates).toEqual([])
  expect(contradictions).toEqual([{ a: 0, b: 2, reason: expect.stringContaining(reason) }])
})

test('statements of several categories contradict each other, but about other subjects they do not', () => {
  const [first, second] = principles('Always deploy on Fridays', 'Never deploy on Fridays')
  const { contradictions } = findPairs([first!, { ...second!, category: 'boundary' }], localEmbedding)
  expect(contradictions).toHaveLength(1)
  const others = principles('Always deploy on Fridays', 'Never lend out the keys of the office')
  expect(findPairs(others, localEmbedding).contradictions).toEqual([])
})

test('the index finds the pairs that comparing each with each finds', () => {
  const words = ['review', 'merge', 'tests', 'Fridays', 'releases', 'before', 'after', 'never', '4', '24', 'invoices']
  const statement = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((all) => all.join(' '))
  fc.assert(
    fc.property(fc.uniqueArray(statement, { minLength: 2, maxLength: 25 }), (statements) => {
      const both = (pairs: { a: number; b: number }[]) => new Set(pairs.map(({ a, b }) => `${a} ${b}`))
      const whole = findPairs(principles(...statements), localEmbedding)
      const parts = { duplicates: new Set<string>(), contradictions: new Set<string>() }
      for (const [b, other] of statements.entries()) {
        for (const [a, one] of statements.slice(0, b).entries()) {
          const pair = findPairs(principles(one, other), localEmbedding)
          if (pair.duplicates.length > 0) parts.duplicates.add(`${a} ${b}`)
          if (pair.contradictions.length > 0) parts.contradictions.add(`${a} ${b}`)
          expect(pair.contradictions.length === 0 || !mayBeSame(one, other)).toBe(true)
        }
      }
      expect(both(whole.duplicates)).toEqual(parts.duplicates)
      expect(both(whole.contradictions)).toEqual(parts.contradictions)
    }),
    { numRuns: 40 },
  )
})

test('of many pairs an answer lists 100', () => {
  const many = principles(...Array.from({ length: 60 }, (_, at) => `Reply to customers within ${at + 2} hours`))
  const pairs = findPairs(many, localEmbedding)
  expect(pairs.contradictions.length).toBe((60 * 59) / 2)
  const { contradictions } = listPairs(pairs, (position) => many[position]!.statement)
  expect(contradictions).toHaveLength(100)
  expect(contradictions[0]!.a).toBe('Reply to customers within 2 hours')
})
