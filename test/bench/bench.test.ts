import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findPostgresBinaries } from '../support/postgres.ts'

/** Tests that the benches run, on almost no data: the figures measured here have no meaning. */

// Starting several processes and their threads takes a while when other tests run concurrently.
vi.setConfig({ testTimeout: 300_000 })

beforeAll(() => {
  vi.stubEnv('BENCH_SECONDS', '0.1')
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterAll(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const figures = expect.objectContaining({
  perSecond: { median: expect.any(Number), min: expect.any(Number), max: expect.any(Number) },
  processorMicroseconds: { median: expect.any(Number), min: expect.any(Number), max: expect.any(Number) },
})

test('reads', async () => {
  const { benchReads } = await import('./reads.ts')
  const [result] = await benchReads('sqlite', [3])
  expect(result).toMatchObject({ agents: 3, reads: { oneAgent: figures, zipf: figures, sameBytes: figures } })
  expect(result!.bytes).toBeGreaterThan(1000)
})

test('states', async () => {
  const { benchStates, states } = await import('./states.ts')
  const [result] = await benchStates([4], 1)
  expect(result).toMatchObject({ agents: 4, reads: { sameBytes: figures, staticBytes: figures } })
  for (const state of states) expect(result!.reads[state], state).toMatchObject(figures)
})

test('routes', async () => {
  const { benchRoutes } = await import('./routes.ts')
  const { routes } = await benchRoutes(findPostgresBinaries() ? 'postgres' : 'sqlite', { few: 2, many: 3 })
  expect(routes.map(({ name }) => name)).toContain('create belief')
  for (const route of routes) expect(route).toMatchObject({ own: figures })
})

test('neighbors', async () => {
  const { benchNeighbors } = await import('./neighbors.ts')
  const tiny = {
    readAgents: 2,
    contentItems: 5,
    archiveMegabytes: 0.01,
    rulesMegabytes: 0.01,
    seconds: 0.2,
    atMostSeconds: 120,
  }
  const results = await benchNeighbors(3, [''], tiny)
  expect(results.length).toBeGreaterThan(15)
  for (const { name, beside, thing } of results) {
    expect(beside.reads, name).toBeGreaterThan(0)
    expect(thing, name).toMatchObject({ ended: true })
  }
})

test('memory', async () => {
  const { benchMemory } = await import('./memory.ts')
  const [result] = await benchMemory([3])
  expect(result!.steps.map(({ name }) => name)).toContain('dedup preview')
  for (const { peakMegabytes } of result!.steps) expect(peakMegabytes).toBeGreaterThan(10)
})
