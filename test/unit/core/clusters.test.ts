import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seeded, shuffle } from '#core/base/random.ts'
import { compareStrings } from '#core/base/strings.ts'
import { type Cluster, type ClusterSearch, findClusters } from '#core/domain/similar/clusters.ts'
import { mayBeSame, nameOthers } from '#core/domain/similar/opposites.ts'
import { DenseRows } from '#core/domain/vectors/dense-rows.ts'
import { leastHits } from '#core/domain/vectors/sample-screen.ts'
import { cosineAt, normalized } from '#core/domain/vectors/similarity.ts'
import { SparseRows } from '#core/domain/vectors/sparse-rows.ts'
import type { VectorRows } from '#core/domain/vectors/vector-rows.ts'
import { embedSparse, dimensions as lexicalDimensions, rescale } from '#reader/embedding/embedding.ts'

const dimensions = 6

/** A few directions with small integers, so that equal, similar and opposite vectors all occur; and zeros, by themselves. */
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

const rowsOf = (vectors: Float32Array[], isDense: boolean): VectorRows => {
  const rows = isDense ? new DenseRows(dimensions, vectors.length) : new SparseRows(dimensions)
  for (const vector of vectors) {
    if (rows instanceof DenseRows) rows.add(vector)
    else {
      const places = Uint16Array.from(vector.keys().filter((index) => vector[index] !== 0))
      rows.add({ places, values: Float32Array.from(places, (index) => vector[index]!) })
    }
  }
  return rows
}

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
  .chain((entries) =>
    fc.record<ClusterSearch>({
      rows: fc.boolean().map((isDense) =>
        rowsOf(
          entries.map(({ vector }) => vector),
          isDense,
        ),
      ),
      threshold: fc.constantFrom(-1, 0, 0.3, 0.56, 0.7, 0.9, 1 - 1e-3),
      statements: fc.constant(entries.map(({ statement }) => statement)),
      ranks: fc.constant(entries.map(({ rank }) => rank)),
      holders: fc.constant(entries.map(({ holders }) => holders)),
      minHolders: fc.integer({ min: 1, max: 8 }),
    }),
  )

const allRows = ({ rows }: ClusterSearch) => Array.from({ length: rows.size }, (_, row) => row)
const cosineOf = ({ rows }: ClusterSearch, a: number, b: number) =>
  rows.product(b, rows.read(a, new Float32Array(rows.dimensions)))

const isSame = (a: string, b: string) => mayBeSame(a, b) && !nameOthers(a, b)

/** The definition, literally: every pair is compared, every cluster is counted again. */
function byDefinition(search: ClusterSearch): Cluster[] {
  const { rows, threshold, statements, ranks, holders, minHolders } = search
  const sameAs = allRows(search).map((a) => {
    const vector = rows.read(a, new Float32Array(rows.dimensions))
    return allRows(search).filter(
      (b) => a === b || (rows.product(b, vector) >= threshold && isSame(statements[a]!, statements[b]!)),
    )
  })
  const inOrder = (a: number, b: number) =>
    ranks[a]! - ranks[b]! || compareStrings(statements[a]!, statements[b]!) || a - b
  const clusters: Cluster[] = []
  const left = new Set(allRows(search).sort(inOrder))
  const clusterOf = (row: number) => sameAs[row]!.filter((other) => left.has(other))
  const counts = (row: number) => new Set(clusterOf(row).flatMap((one) => holders[one]!)).size >= minHolders
  while (true) {
    const first = left.values().find(counts)
    if (first === undefined) return clusters
    const middle = new Float64Array(rows.dimensions)
    for (const row of clusterOf(first)) rows.addTo(middle, row, holders[row]!.length)
    const closeness = (row: number) => Math.round(rows.product(row, middle) * 1e5)
    const center = clusterOf(first)
      .sort(inOrder)
      .filter((row) => ranks[row] === ranks[first] && counts(row))
      .reduce((best, row) => (closeness(row) > closeness(best) ? row : best))
    const members = clusterOf(center)
    clusters.push({ center, members })
    for (const row of members) left.delete(row)
  }
}

describe('VectorRows', () => {
  test('find exactly the rows that comparing with every row finds', () => {
    fc.assert(
      fc.property(search, (search) => {
        const { rows, threshold } = search
        const index = rows.search(threshold)
        for (const row of allRows(search)) {
          const near = allRows(search).filter((other) => other === row || cosineOf(search, row, other) >= threshold)
          const ones = Int32Array.from(allRows(search), () => 1)
          expect(index.near(rows, row, ones, 0, row)).toEqual(near)
          expect(index.near(rows, row, ones, near.length, row)).toEqual(near)
          expect(index.near(rows, row, ones, near.length + 1, row)).toBeUndefined()
          const without = ones.map((_, other) => (other % 2 === 0 ? 0 : 3))
          const odd = near.filter((other) => other % 2 === 1)
          expect(index.near(rows, row, without, 3 * odd.length, row)).toEqual(odd)
          expect(index.near(rows, row, without, 3 * odd.length + 1, row)).toBeUndefined()
        }
      }),
      { numRuns: 500 },
    )
  })

  test('keep a vector of a model to within a ten-thousandth of each cosine', () => {
    const random = seeded(1)
    const vectors = Array.from({ length: 20 }, () => normalized(Float32Array.from({ length: 6 }, () => random() - 0.5)))
    const rows = rowsOf(vectors, true)
    for (const [a, vector] of vectors.entries()) {
      const read = rows.read(a, new Float32Array(6))
      for (const [at, value] of vector.entries()) expect(Math.abs(read[at]! - value)).toBeLessThan(1e-4)
    }
    expect(() => new DenseRows(3, 1).add(Float32Array.of(1, 0))).toThrow(RangeError)
  })
})

/** Statements of many agents: some themes, each in as many wordings as agents hold it, and statements of single agents. */
function organization(agentCount: number, random: () => number) {
  const pick = (text: string) => {
    const choices = text.split('|')
    return choices[Math.floor(random() * choices.length)]!
  }
  const themes = [
    'write tests before changing code',
    'answer customers before noon',
    'measure before optimizing a page',
  ]
  const things = 'an invoice|a dashboard|the garden|two maps|a password|the vineyard|a bridge|one poster|the ledger'
  const verbs = 'paint|count|move|translate|audit|sell|repair|lend|draw|weigh|sort|borrow'
  const held: { statement: string; agent: number }[] = []
  for (let agent = 0; agent < agentCount; agent++) {
    for (const [at, theme] of themes.entries()) {
      if (random() < 0.75 - at * 0.2)
        held.push({ statement: `${pick('Always|We|Please')} ${theme}, ${pick(things)}`, agent })
    }
    const own = () => `${pick(verbs)} ${pick(things)} and ${pick(verbs)} ${pick(things)} in case ${agent}`
    for (let at = 0; at < 4; at++) held.push({ statement: own(), agent })
  }
  const agentsOf = new Map<string, number[]>()
  for (const { statement, agent } of shuffle(held, random)) {
    agentsOf.set(statement, [...(agentsOf.get(statement) ?? []), agent])
  }
  return agentsOf
}

describe('findClusters', () => {
  test('gives what the plain quadratic definition gives', () => {
    fc.assert(
      fc.property(search, (search) => {
        expect(findClusters(search)).toEqual(byDefinition(search))
      }),
      { numRuns: 2000 },
    )
  })

  test.each([0.3, 0.5])('gives it for thousands of statements too, shared by %d of the agents', (share) => {
    const agentCount = 400
    const agentsOf = organization(agentCount, seeded(share * 100))
    const statements = [...agentsOf.keys()]
    const holders = [...agentsOf.values()].map((agents) => [...new Set(agents)])
    const rows = new SparseRows(lexicalDimensions)
    for (const statement of statements) rows.add(embedSparse(statement))
    const search = {
      rows,
      threshold: cosineAt(rescale, 0.7),
      statements,
      ranks: holders.map(({ length }) => -length),
      holders,
      minHolders: agentCount * share,
    }
    const clusters = findClusters(search)
    expect(clusters).toEqual(byDefinition(search))
    expect(rows.size).toBeGreaterThan(1500)
    expect(clusters.length).toBeGreaterThan(0)
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
              expect(cosineOf(search, center, row)).toBeGreaterThanOrEqual(search.threshold)
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
      rows: rowsOf(chain, false),
      threshold: 0.7,
      statements: ['', '', '', ''],
      ranks: [0, 0, 0],
      holders: [[0], [1], [2]],
    }
    expect(findClusters({ ...search, minHolders: 3 })).toEqual([{ center: 1, members: [0, 1, 2] }])
    const longer = rowsOf([...chain, normalized(Float32Array.of(-1, 1, 0, 0, 0, 0))], false)
    const fourth = { ranks: [0, 0, 0, 0], holders: [[0], [1], [2], [3]] }
    expect(findClusters({ ...search, rows: longer, ...fourth, minHolders: 4 })).toEqual([])
  })

  test('counts those who say a statement without a word that carries a meaning', () => {
    const rows = new SparseRows(lexicalDimensions)
    const statements = ['And so on', ...Array.from({ length: 2000 }, (_, at) => `Paint house number ${at * 7919}`)]
    for (const statement of statements) rows.add(embedSparse(statement))
    const everybody = Array.from({ length: 2000 }, (_, agent) => agent)
    const holders = [everybody, ...everybody.map((agent) => [agent])]
    const search = { rows, threshold: 0.99, statements, ranks: holders.map(({ length }) => -length), holders }
    expect(findClusters({ ...search, minHolders: 1000 })).toEqual([{ center: 0, members: [0] }])
  })

  test('of no rows finds nothing', () => {
    const none = { statements: [], ranks: [], holders: [] }
    expect(findClusters({ ...none, rows: rowsOf([], false), threshold: 0.7, minHolders: 2 })).toEqual([])
  })
})

describe('leastHits', () => {
  test.each([
    [73, 0.25, 1],
    [72, 0.25, 0],
    [100, 0.5, 21],
    [5000, 0.25, 1069],
    [10, 0.01, 0],
  ])('of %d draws at %d is %d', (size, share, least) => {
    expect(leastHits(size, share)).toBe(least)
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
