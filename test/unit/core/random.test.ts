import { describe, expect, test } from 'vitest'
import { seeded, shuffle } from '#core/base/random.ts'

const draws = (seed: number, count: number) => {
  const random = seeded(seed)
  return Array.from({ length: count }, () => random())
}

describe('seeded', () => {
  test('gives the same numbers on every machine', () => {
    // Computed a second time outside JavaScript.
    expect(draws(0, 2).map((draw) => draw * 2 ** 32)).toEqual([2462723854, 1020716019])
    expect(draws(2 ** 32 - 1, 2).map((draw) => draw * 2 ** 32)).toEqual([3689333187, 1146870401])
  })

  test('spreads evenly over 0 to 1, along one seed and across neighboring seeds', () => {
    const first = Array.from({ length: 20_000 }, (_, seed) => draws(seed, 1)[0]!)
    for (const sample of [draws(1, 20_000), first]) {
      const tenths = Array.from({ length: 10 }, (_, tenth) => sample.filter((draw) => Math.floor(draw * 10) === tenth))
      // 2,000 expected in each, standard deviation 42.
      for (const { length } of tenths) expect(Math.abs(length - 2000)).toBeLessThan(210)
    }
  })
})

describe('shuffle', () => {
  test('keeps every item and the original', () => {
    const items = Object.freeze([1, 2, 3, 4, 5, 6, 7, 8])
    const shuffled = shuffle(items, seeded(5))
    expect(shuffled).not.toEqual(items)
    expect(shuffled.toSorted()).toEqual(items)
  })

  test('makes every order equally likely', () => {
    const random = seeded(42)
    const counts = new Map<string, number>()
    for (let round = 0; round < 24_000; round++) {
      const order = shuffle(['a', 'b', 'c', 'd'], random).join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect(counts.size).toBe(24)
    // 1,000 expected of each, standard deviation 31.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(155)
  })
})
