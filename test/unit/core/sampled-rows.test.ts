import { expect, test } from 'vitest'
import { seeded } from '#core/base/random.ts'
import { findClusters, sameness } from '#core/domain/similar/clusters.ts'
import { DenseRows } from '#core/domain/vectors/dense-rows.ts'
import { passing, sampleRows } from '#core/domain/vectors/sampled-rows.ts'
import { cosineAt } from '#core/domain/vectors/similarity.ts'
import { SparseRows } from '#core/domain/vectors/sparse-rows.ts'
import { embedSparse, dimensions as lexicalDimensions, rescale } from '#reader/embedding/embedding.ts'
import { personOf, statementsOf } from '../../../tools/bench/statements.ts'

const sum = (numbers: Int32Array) => numbers.reduce((total, number) => total + number, 0)

test('around what a sample lets pass, the same clusters are found as around all rows', () => {
  const agents = Array.from({ length: 1000 }, (_, agent) => agent)
  const random = seeded(7)
  const said = new Map<string, number[]>()
  const say = (statement: string, agent: number) => said.set(statement, [...(said.get(statement) ?? []), agent])
  for (const agent of agents) {
    const { name } = personOf(agent % 30)
    if (random() < 0.8) say(`Always write tests before changing the code of ${name}`, agent)
    if (random() < 0.6) say(`Please answer customers before noon, says ${name}`, agent)
    for (const statement of statementsOf(agent, 2)) say(statement, agent)
  }
  const statements = [...said.keys()]
  const holders = [...said.values()]
  const rows = new SparseRows(lexicalDimensions)
  for (const statement of statements) rows.add(embedSparse(statement))
  const threshold = cosineAt(rescale, 0.7)
  const ranks = holders.map(({ length }) => -length)
  const search = { rows, threshold, statements, ranks, holders, minHolders: 300 }
  const weights = Int32Array.from(holders, ({ length }) => length)

  const sample = sampleRows(weights, search.minHolders, 600)!
  expect(sum(sample.times)).toBe(10_000)
  const drawn = rows.pick(sample.rows)
  const passed = passing({
    rows: drawn,
    threshold,
    weights: sample.times,
    needed: sample.least,
    isSame: sameness({ rows: drawn, statements: sample.rows.map((row) => statements[row]!) }),
  })
  expect(passed.length).toBeLessThan(sample.rows.length / 2)
  const clusters = findClusters({ ...search, candidates: passed.map((at) => sample.rows[at]!) })
  expect(clusters.length).toBeGreaterThan(0)
  expect(clusters).toEqual(findClusters(search))
})

test('all rows are asked where they are few, and all of a sample where too little is needed for it to tell', () => {
  const ones = new Int32Array(1000).fill(1)
  expect(sampleRows(ones, 300, 1000)).toBeUndefined()
  const sample = sampleRows(ones, 1, 500)!
  expect(sum(sample.times)).toBe(10_000)
  const rows = new DenseRows(2, 2)
  for (const vector of [Float32Array.of(1, 0), Float32Array.of(0, 1)]) rows.add(vector)
  const all = { rows, threshold: 0.9, weights: Int32Array.of(1, 1), isSame: () => true }
  expect(passing({ ...all, needed: sample.least })).toEqual([0, 1])
  expect(passing({ ...all, needed: 2 })).toEqual([])
})
