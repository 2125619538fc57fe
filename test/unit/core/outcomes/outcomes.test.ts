import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import jstat from 'jstat'
import { describe, expect, test } from 'vitest'
import { differenceInterval, meanInterval, type Sample, verdictOf } from '#core/domain/identity/outcomes.ts'

/** Intervals of outcomes (behavior: Outcomes), compared with those that SciPy computes. */

const { inv } = jstat.studentt

interface Case {
  a: number[]
  b: number[]
  a_interval: number[]
  b_interval: number[]
  difference_interval: number[]
}
const { cases } = JSON.parse(readFileSync(join(import.meta.dirname, 'scipy-intervals.json'), 'utf8')) as {
  cases: Case[]
}

function sampleOf(scores: readonly number[]): Sample {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  return { n: scores.length, mean, squares: scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) }
}

const repeated = (score: number, n: number): Sample => ({ n, mean: score, squares: 0 })

const expectNear = (interval: readonly number[] | null, expected: readonly number[]) => {
  for (const [at, end] of expected.entries()) expect(interval![at]).toBeCloseTo(end, 6)
}

describe.each(cases)('case %#', ({ a, b, ...expected }) => {
  const [ofA, ofB] = [sampleOf(a), sampleOf(b)]

  test('the intervals are those of SciPy', () => {
    expectNear(meanInterval(ofA, inv), expected.a_interval)
    expectNear(meanInterval(ofB, inv), expected.b_interval)
    expectNear(differenceInterval(ofA, ofB, inv), expected.difference_interval)
  })

  test('the verdict follows from the interval of SciPy, and is unclear for few outcomes', () => {
    const [low, high] = expected.difference_interval as [number, number]
    const clear = low > 0 ? 'better' : high < 0 ? 'worse' : 'unclear'
    const isEnough = a.length >= 20 && b.length >= 20
    expect(verdictOf(ofA, ofB, differenceInterval(ofA, ofB, inv))).toBe(isEnough ? clear : 'unclear')
  })
})

test('the cases have each verdict', () => {
  const verdicts = cases.map(({ a, b }) => {
    const [ofA, ofB] = [sampleOf(a), sampleOf(b)]
    return verdictOf(ofA, ofB, differenceInterval(ofA, ofB, inv))
  })
  expect(new Set(verdicts)).toEqual(new Set(['better', 'worse', 'unclear']))
})

test('a single outcome has no interval', () => {
  expect(meanInterval(repeated(0.5, 1), inv)).toBeNull()
  expect(differenceInterval(repeated(0.5, 1), repeated(0.5, 20), inv)).toBeNull()
  expect(differenceInterval(repeated(0.5, 20), repeated(0.5, 1), inv)).toBeNull()
})

test('equal outcomes have an interval without width', () => {
  const [a, b] = [repeated(0.25, 20), repeated(0.75, 20)]
  expect(meanInterval(a, inv)).toEqual([0.25, 0.25])
  expect(differenceInterval(a, b, inv)).toEqual([0.5, 0.5])
  expect(verdictOf(a, b, [0.5, 0.5])).toBe('better')
  expect(verdictOf(a, a, differenceInterval(a, a, inv))).toBe('unclear')
})
