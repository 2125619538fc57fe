import { describe, expect, test } from 'vitest'
import { type GatheredSignal, gather, saidBriefly } from '../../server/domain/gather.ts'
import { normalized } from '../../server/domain/similarity.ts'

/** A signal of one observation, whose vector points along `direction`. */
const signal = (id: string, direction: number[], more: Partial<GatheredSignal> & { item?: string } = {}) => {
  const { item = id, ...rest } = more
  const vectors = [normalized(Float32Array.from(direction))]
  const statement = statements[id] ?? `Words ${id} alone`
  return { id, promoted: false, size: 1, said: [{ content_item_id: item, statement, quote: id, vectors }], ...rest }
}
const statements: Record<string, string> = {
  night: 'Always answer customers at night',
  neverNight: 'Never answer customers at night',
}
const others = [signal('x', [0, 0, 1]), signal('y', [0, 1, 0])]

describe('signals of short messages', () => {
  test('that are nearer to each other than to the rest become one, the earlier of those as large', () => {
    expect(gather([signal('a', [1, 0.1, 0]), ...others, signal('b', [1, 0, 0.1])])).toEqual([{ from: 'b', into: 'a' }])
  })

  test('that are all as near as the others stay apart, however near that is', () => {
    expect(gather([signal('a', [9, 1, 0, 0]), signal('b', [9, 0, 1, 0]), signal('c', [9, 0, 0, 1])])).toEqual([])
  })

  test('that say the opposite stay apart', () => {
    expect(gather([signal('night', [1, 0, 0]), ...others, signal('neverNight', [1, 0, 0])])).toEqual([])
  })

  test('of one content item stay apart', () => {
    const both = { item: 'one' }
    expect(gather([signal('a', [1, 0, 0], both), ...others, signal('b', [1, 0, 0], both)])).toEqual([])
  })

  test('go into the one that led to an item, and two that did stay apart', () => {
    const promoted = { promoted: true }
    const [a, b] = [signal('a', [1, 0, 0]), signal('b', [1, 0, 0], promoted)]
    expect(gather([a, ...others, b])).toEqual([{ from: 'a', into: 'b' }])
    expect(gather([signal('a', [1, 0, 0], promoted), ...others, b])).toEqual([])
  })

  test('of two observations each stay apart', () => {
    const two = { size: 2 }
    expect(gather([signal('a', [1, 0, 0], two), ...others, signal('b', [1, 0, 0], two)])).toEqual([])
  })

  test('have to be nearer where there are more of them', () => {
    const among = (count: number) => {
      const direction = (at: number, value = 1) => Array.from({ length: count + 3 }, (_, i) => (i === at ? value : 0))
      const rest = Array.from({ length: count }, (_, at) => signal(`rest ${at}`, direction(at + 3)))
      const near = (own: number) => direction(own, 1.7).with(0, 1)
      return gather([signal('a', near(1)), ...rest, signal('b', near(2))])
    }
    expect(among(8)).toEqual([{ from: 'b', into: 'a' }])
    expect(among(190)).toEqual([])
  })
})

test('those who speak at length are not gathered', () => {
  const [short, long] = [{ brief: true }, { brief: false }]
  expect(saidBriefly([short, long])).toEqual([short])
  expect(saidBriefly([short, long, long])).toEqual([])
})
