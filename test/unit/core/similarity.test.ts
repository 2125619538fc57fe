import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centroid, cosine, normalized, vectorFromBytes, vectorToBytes } from '#core/domain/vectors/similarity.ts'
import { VectorIndex } from '#core/domain/vectors/vector-index.ts'
import { VectorsByKey } from '#core/domain/vectors/vectors-by-key.ts'

const vector = (...values: number[]) => Float32Array.from(values)
const vectors = (dimensions: number) =>
  fc
    .array(fc.float({ min: -100, max: 100, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
    .map((values) => Float32Array.from(values, (value) => Math.fround(Math.round(value * 8) / 8)))

describe('cosine', () => {
  test('is 1 for the same direction, 0 for a right angle, -1 for the opposite', () => {
    expect(cosine(vector(1, 2), vector(2, 4))).toBeCloseTo(1)
    expect(cosine(vector(1, 0), vector(0, 3))).toBe(0)
    expect(cosine(vector(1, 1), vector(-1, -1))).toBeCloseTo(-1)
  })

  test('is 0 for a vector of zeros', () => {
    expect(cosine(vector(0, 0), vector(1, 1))).toBe(0)
  })

  test('refuses vectors of different length', () => {
    expect(() => cosine(vector(1), vector(1, 2))).toThrow(RangeError)
  })

  test('is symmetric and never leaves -1 to 1', () => {
    fc.assert(
      fc.property(vectors(5), vectors(5), (a, b) => {
        expect(cosine(a, b)).toBe(cosine(b, a))
        expect(Math.abs(cosine(a, b))).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('normalized', () => {
  test('gives length 1 and keeps zeros', () => {
    expect([...normalized(vector(3, 4))]).toEqual([Math.fround(0.6), Math.fround(0.8)])
    expect([...normalized(vector(0, 0))]).toEqual([0, 0])
  })
})

describe('centroid', () => {
  test('is the middle of the directions, whatever the lengths', () => {
    const middle = centroid([vector(10, 0), vector(0, 1)])!
    expect(middle[0]).toBeCloseTo(Math.SQRT1_2)
    expect(middle[1]).toBeCloseTo(Math.SQRT1_2)
  })

  test('of nothing is undefined', () => {
    expect(centroid([])).toBeUndefined()
  })
})

describe('vectors as bytes', () => {
  test('are float32, little endian', () => {
    expect([...vectorToBytes(vector(1, -2))]).toEqual([0, 0, 128, 63, 0, 0, 0, 192])
  })

  test('come back as they were, from any offset of a buffer', () => {
    fc.assert(
      fc.property(vectors(7), fc.integer({ min: 0, max: 5 }), (original, offset) => {
        const bytes = vectorToBytes(original)
        const buffer = new Uint8Array(bytes.length + offset)
        buffer.set(bytes, offset)
        expect([...vectorFromBytes(buffer.subarray(offset))]).toEqual([...original])
      }),
    )
  })

  test('refuse a number of bytes that is no vector', () => {
    expect(() => vectorFromBytes(new Uint8Array(5))).toThrow(RangeError)
  })

  test('has only the entries that are not zero where most are', () => {
    const sparse = new Float32Array(512)
    sparse[3] = 0.5
    sparse[511] = -0.25
    const bytes = vectorToBytes(sparse)
    expect(bytes).toHaveLength(15)
    expect(vectorFromBytes(bytes)).toEqual(sparse)
    expect(vectorFromBytes(vectorToBytes(new Float32Array(512)))).toEqual(new Float32Array(512))
    const full = new Float32Array(512).fill(0.1)
    expect(vectorToBytes(full)).toHaveLength(2048)
    expect(vectorFromBytes(vectorToBytes(full))).toEqual(full)
    for (const wrong of [new Uint8Array(3), bytes.subarray(0, 10)])
      expect(() => vectorFromBytes(wrong)).toThrow(RangeError)
  })
})

describe('VectorIndex', () => {
  test('finds what comparing with every vector finds', () => {
    fc.assert(
      fc.property(fc.array(vectors(4), { minLength: 1, maxLength: 40 }), vectors(4), (rows, probe) => {
        const index = new VectorIndex<number>(4)
        for (const [key, row] of rows.entries()) index.set(key, row)
        const best = Math.max(...rows.map((row) => cosine(row, probe)))
        expect(index.nearest(probe, -1)!.cosine).toBeCloseTo(best, 5)
      }),
    )
  })

  test('forgets the vector that was there', () => {
    const index = new VectorIndex<string>(2)
    index.set('a', vector(1, 0))
    index.set('a', vector(0, 1))
    expect(index.size).toBe(1)
    expect([...index.get('a')!]).toEqual([0, 1])
    expect([...index.cosines(vector(5, 0))]).toEqual([0])
  })

  test('asks nothing about what is not near enough', () => {
    const index = new VectorIndex<string>(2)
    index.set('far', vector(0, 1))
    index.set('near', vector(1, 0.1))
    const asked: string[] = []
    expect(index.nearest(vector(1, 0), 0.5, (key) => asked.push(key) === 0)).toBeUndefined()
    expect(asked).toEqual(['near'])
  })

  test('is empty at first and refuses other dimensions', () => {
    const index = new VectorIndex<string>(2)
    expect(index.nearest(vector(1, 0), -1)).toBeUndefined()
    expect(() => index.set('a', vector(1))).toThrow(RangeError)
  })
})

describe('VectorsByKey', () => {
  test('sum what is added under one key and give it back', () => {
    const sums = new VectorsByKey<string>(3)
    sums.add('a', vector(1, 0, 2))
    sums.add('a', vector(-1, 4, 1))
    expect([...sums.get('a')!]).toEqual([0, 4, 3])
    expect(sums.length('a')).toBe(5)
    expect(sums.get('b')).toBeUndefined()
    expect(sums.length('b')).toBe(0)
  })
})
