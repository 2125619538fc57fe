import { describe, expect, test } from 'vitest'
import { commandReaders } from '../../support/command-readers.ts'
import { growthOf, linearGrowth } from '../../support/growth.ts'
import { hostileShapes, type Shape } from '../../support/hostile-shapes.ts'
import { serviceReaders } from '../../support/service-readers.ts'

/**
 * The sender of a text decides its length and its shape. Every reader of foreign text takes time in proportion to the
 * length: twice the length, twice the time, for any shape.
 */

/** A shape is slow if doubling its length twice costs more than it should both times: at a limit, one step may. */
async function isSlow(read: (text: string) => unknown, shape: Shape, length: number): Promise<boolean> {
  const work = (size: number) => read(shape(size))
  for (const size of [length, 2 * length]) if ((await growthOf(work, size)) < linearGrowth) return false
  return true
}

const textReaders = [serviceReaders, commandReaders].flatMap((byLength) =>
  Object.entries(byLength).flatMap(([length, readers]) =>
    Object.entries(readers).map(([name, read]) => ({ name, length: Number(length), read })),
  ),
)

describe('processor time at twice the length', () => {
  test.each(textReaders)('$name', async ({ read, length }) => {
    // A reader may refuse a text, in a sentence, but not fail: then nothing would be measured.
    const refused = await Promise.try(read, 'Always check the parcel.').then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refused).not.toBeInstanceOf(TypeError)
    const slow: string[] = []
    for (const [name, shape] of hostileShapes) if (await isSlow(read, shape, length)) slow.push(name)
    expect(slow).toEqual([])
  })
})

test('time that grows with the square of the length is found, and that of a linear reader is not', async () => {
  const pairs = (text: string) => {
    let equal = 0
    for (let one = 0; one < text.length; one++)
      for (let other = one + 1; other < text.length; other++) equal += Number(text[one] === text[other])
    return equal
  }
  const shape: Shape = (length) => 'a'.repeat(length)
  expect(await isSlow(pairs, shape, 8000)).toBe(true)
  expect(await isSlow((text) => pairs(text.slice(0, 4000)), shape, 8000)).toBe(false)
})
