import { describe, expect, test } from 'vitest'
import { mayReplace } from '#core/domain/similar/binding.ts'
import { contradict, mayBeSame } from '#core/domain/similar/opposites.ts'
import { SignalIndex } from '#core/domain/similar/signal-index.ts'
import { opposites, otherThings, sameStatements } from '../../support/opposite-pairs.ts'

describe('statements that share most of their words', () => {
  test.each(opposites)('are not the same: %s | %s', (a, b) => {
    expect([mayBeSame(a, b), mayBeSame(b, a)]).toEqual([false, false])
    expect([mayReplace(a, b), mayReplace(b, a), mayReplace(a, b, true)]).toEqual([false, false, false])
  })

  test.each(otherThings)('do not replace each other: %s | %s', (a, b) => {
    expect([mayReplace(a, b), mayReplace(b, a)]).toEqual([false, false])
  })

  test.each(sameStatements)('may replace each other in other words: %s | %s', (a, b) => {
    expect([mayReplace(a, b), mayReplace(b, a)]).toEqual([true, true])
  })

  test.each(opposites)('never share a signal, however near their vectors are: %s | %s', async (a, b) => {
    const index = new SignalIndex()
    const embedding = Float32Array.of(1, 0)
    const ids = ['first', 'second'].values()
    const options = { rescale: (cosine: number) => cosine, newId: () => ids.next().value! }
    await index.assign({ kind: 'belief', statement: a, embedding }, options)
    expect(await index.assign({ kind: 'belief', statement: b, embedding }, options)).toMatchObject({ created: true })
  })
})

test.each([
  ['Use Jest for unit tests', 'Use Playwright for browser tests'],
  ['Send invoices to Anna', 'Send invoices to Bert'],
  ['Notify the customer by email', 'Notify the customer by phone'],
])('another thing is no contradiction: %s | %s', (a, b) => {
  expect([contradict(a, b), contradict(b, a)]).toEqual([false, false])
})

test('a statement is read in linear time, whatever it holds', () => {
  const parts = ['! ', '!', '`', '-', 'a-', 'A/', 'NASA ', 'only ', 'unless ', '€', '1.', '$1', 'within the ', 'log a ']
  const timeOf = (part: string, times: number) => {
    const readings = [0, 1, 2, 3].map((attempt) => {
      const start = process.cpuUsage()
      mayBeSame(`x${part.repeat(times)}a${attempt}`, 'Use tabs')
      return process.cpuUsage(start).user
    })
    return Math.min(...readings)
  }
  const ratios = parts.map((part) => {
    timeOf(part, 500)
    return { part, ratio: Math.min(...[0, 1, 2].map(() => timeOf(part, 4000) / (timeOf(part, 2000) + 200))) }
  })
  expect(ratios.filter(({ ratio }) => ratio > 2.6)).toEqual([])
})
