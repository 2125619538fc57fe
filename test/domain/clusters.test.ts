import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rescale } from '../../server/builtin/embedding.ts'
import { type Cluster, type ClusterSearch, findClusters } from '../../server/domain/clusters.ts'
import { mayBeSame } from '../../server/domain/opposites.ts'
import { RangeIndex } from '../../server/domain/range-index.ts'
import { addTo, cosineAt, dot, normalized } from '../../server/domain/similarity.ts'

const dimensions = 6

/**
 * Few directions with small integers, so that equal, similar and opposite vectors all occur; and zeros, by themselves.
 */
const vector = fc
  .oneof(
    {
      weight: 9,
      arbitrary: fc.array(fc.integer({ min: -2, max: 3 }), { minLength: dimensions, maxLength: dimensions }),
    },
    { weight: 1, arbitrary: fc.constant(Array.from({ length: dimensions }, () => 0)) },
  )
  .map((values) => normalized(Float32Array.from(values)))

/** Some of them opposites, others not, so that vectors alone decide nothing. */
const statement = fc.constantFrom(
  'Reply within 4 hours',
  'Reply within 24 hours',
  'Reply soon',
  'Always deploy on Fridays',
  'Never deploy on Fridays',
)

const search = fc
  .array(
    fc.record({
      vector,
      statement,
      rank: fc.integer({ min: 0, max: 3 }),
      holders: fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 }),
    }),
    { maxLength: 25 },
  )
  .chain((unordered) => {
    const entries = unordered.toSorted((a, b) => a.rank - b.rank)
    return fc.record<ClusterSearch>({
      rows: fc.constant(flat(entries.map(({ vector }) => vector))),
      dimensions: fc.constant(dimensions),
      threshold: fc.constantFrom(-1, 0, 0.3, 0.56, 0.7, 0.9, 1 - 1e-6),
      statements: fc.constant(entries.map(({ statement }) => statement)),
      ranks: fc.constant(entries.map(({ rank }) => rank)),
      holders: fc.constant(entries.map(({ holders }) => holders)),
      minHolders: fc.integer({ min: 1, max: 8 }),
    })
  })

function flat(vectors: Float32Array[]): Float32Array {
  const rows = new Float32Array(vectors.length * dimensions)
  for (const [at, vector] of vectors.entries()) rows.set(vector, at * dimensions)
  return rows
}

const rowOf = ({ rows }: ClusterSearch, row: number) => rows.subarray(row * dimensions, (row + 1) * dimensions)
const allRows = ({ rows }: ClusterSearch) => Array.from({ length: rows.length / dimensions }, (_, row) => row)

/** The definition as it stands: every pair is compared, every cluster is counted again. */
function byDefinition(search: ClusterSearch): Cluster[] {
  const { threshold, statements, ranks, holders, minHolders } = search
  const same = (a: number, b: number) =>
    a === b || (dot(rowOf(search, a), rowOf(search, b)) >= threshold && mayBeSame(statements[a]!, statements[b]!))
  const clusters: Cluster[] = []
  let left = allRows(search)
  while (true) {
    const clusterOf = (row: number) => left.filter((other) => same(row, other))
    const counts = (row: number) => new Set(clusterOf(row).flatMap((one) => holders[one]!)).size >= minHolders
    const first = left.find(counts)
    if (first === undefined) return clusters
    const middle = new Float32Array(dimensions)
    for (const row of clusterOf(first)) for (const _ of holders[row]!) addTo(middle, rowOf(search, row))
    const closeness = (row: number) => Math.round(dot(middle, rowOf(search, row)) * 1e5)
    const center = clusterOf(first)
      .filter((row) => ranks[row] === ranks[first] && counts(row))
      .reduce((best, row) => (closeness(row) > closeness(best) ? row : best))
    const members = clusterOf(center)
    clusters.push({ center, members })
    left = left.filter((row) => !members.includes(row))
  }
}

describe('RangeIndex', () => {
  test('finds exactly the rows that comparing with every row finds', () => {
    fc.assert(
      fc.property(search, (search) => {
        const index = new RangeIndex(search, search.threshold)
        for (const row of allRows(search)) {
          const near = allRows(search).filter(
            (other) => other === row || dot(rowOf(search, row), rowOf(search, other)) >= search.threshold,
          )
          const ones = Int32Array.from(allRows(search), () => 1)
          expect(index.near(row, ones, 0)).toEqual(near)
          expect(index.near(row, ones, near.length)).toEqual(near)
          expect(index.near(row, ones, near.length + 1)).toBeUndefined()
          const without = ones.map((_, other) => (other % 2 === 0 ? 0 : 3))
          const odd = near.filter((other) => other % 2 === 1)
          expect(index.near(row, without, 3 * odd.length)).toEqual(odd)
          expect(index.near(row, without, 3 * odd.length + 1)).toBeUndefined()
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('findClusters', () => {
  test('gives what the plain quadratic definition gives', () => {
    fc.assert(
      fc.property(search, (search) => {
        expect(findClusters(search)).toEqual(byDefinition(search))
      }),
      { numRuns: 2000 },
    )
  })

  test('puts a row into one cluster at most, and only with rows that are the same as the center', () => {
    fc.assert(
      fc.property(search, (search) => {
        const clusters = findClusters(search)
        const members = clusters.flatMap(({ members }) => members)
        expect(new Set(members).size).toBe(members.length)
        for (const { center, members } of clusters) {
          for (const row of members) {
            if (row !== center) {
              expect(dot(rowOf(search, center), rowOf(search, row))).toBeGreaterThanOrEqual(search.threshold)
              expect(mayBeSame(search.statements[center]!, search.statements[row]!)).toBe(true)
            }
          }
          expect(new Set(members.flatMap((row) => search.holders[row]!)).size).toBeGreaterThanOrEqual(search.minHolders)
        }
      }),
    )
  })

  test('counts nobody by way of a chain: the ends resemble the middle, not each other', () => {
    const chain = [
      [1, 0],
      [1, 1],
      [0, 1],
    ].map((pair) => normalized(Float32Array.from([...pair, 0, 0, 0, 0])))
    const search = {
      rows: flat(chain),
      dimensions,
      threshold: 0.7,
      statements: ['', '', '', ''],
      ranks: [0, 0, 0],
      holders: [[0], [1], [2]],
    }
    expect(findClusters({ ...search, minHolders: 3 })).toEqual([{ center: 1, members: [0, 1, 2] }])
    const longer = { ...search, rows: flat([...chain, normalized(Float32Array.of(-1, 1, 0, 0, 0, 0))]) }
    const fourth = { ranks: [0, 0, 0, 0], holders: [[0], [1], [2], [3]] }
    expect(findClusters({ ...longer, ...fourth, minHolders: 4 })).toEqual([])
  })

  test('of no rows finds nothing', () => {
    const none = { statements: [], ranks: [], holders: [] }
    expect(findClusters({ ...none, rows: new Float32Array(), dimensions, threshold: 0.7, minHolders: 2 })).toEqual([])
  })
})

describe('cosineAt', () => {
  test('is where the similarity begins, on the scale of the embedding', () => {
    expect(cosineAt((cosine) => cosine, 0.7)).toBeCloseTo(0.7, 5)
    expect(rescale(cosineAt(rescale, 0.85) + 2e-6)).toBeGreaterThanOrEqual(0.85)
    expect(rescale(cosineAt(rescale, 0.85) - 2e-6)).toBeLessThan(0.85)
  })

  test('at 0 holds for any two, at 1 for equal directions', () => {
    expect(cosineAt(rescale, 0)).toBe(-1)
    expect(cosineAt(rescale, 1)).toBeLessThan(1)
    expect(cosineAt(rescale, 1)).toBeGreaterThan(0.99999)
  })
})
