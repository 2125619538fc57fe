import { afterAll, beforeAll, expect, test } from 'vitest'
import { opposites } from '../../support/opposite-pairs.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const pairs = opposites.slice(0, 30)

test('deduplication at any similarity merges none of two statements that differ in an opposite', async () => {
  const tenant = await service.register()
  for (const pair of pairs) {
    const agentId = await tenant.agent()
    for (const statement of pair) await tenant.post('/beliefs', { agentId, category: 'principle', statement })
    const { body } = await tenant.post(`/agents/${agentId}/dedup`, { dryRun: false })
    expect({ pair, merged: body.merged_count }).toEqual({ pair, merged: 0 })
  }
  const run = await tenant.post(`/organizations/${tenant.orgId}/dedup`, { similarity: 0.65 })
  expect(run.body.clusters ?? []).toEqual([])
})

test('creation counts none of them on the other, one by one and in bulk', async () => {
  const tenant = await service.register()
  for (const [a, b] of pairs) {
    const agentId = await tenant.agent()
    await tenant.post('/beliefs', { agentId, category: 'principle', statement: a })
    const { status, body } = await tenant.post('/beliefs', {
      agentId,
      category: 'principle',
      statement: b,
      dedupe: true,
    })
    expect({ b, status, similar: body.similar }).toEqual({ b, status: 201, similar: undefined })
  }
  const agentId = await tenant.agent()
  const items = pairs.flat().map((statement) => ({ agentId, category: 'principle', statement }))
  const { body } = await tenant.post('/beliefs/bulk', { beliefs: items, dedupe: true })
  expect({ created: body.created, deduplicated: body.deduplicated }).toEqual({ created: items.length, deduplicated: 0 })
})

test('consensus makes no statement of two agents that say the opposite of each other', async () => {
  for (const [a, b] of pairs.slice(0, 8)) {
    const tenant = await service.register()
    for (const statement of [a, b]) {
      const agentId = await tenant.agent()
      await tenant.post('/beliefs', { agentId, category: 'principle', statement })
    }
    const { body } = await tenant.post(`/organizations/${tenant.orgId}/consensus`)
    expect({ a, b, shared: body.shared }).toEqual({ a, b, shared: [] })
  }
})

test('a prompt report lists none of them as duplicates', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  for (const statement of pairs.flat()) await tenant.post('/beliefs', { agentId, category: 'principle', statement })
  const { body } = await tenant.get(`/agents/${agentId}/prompt-report`)
  expect(body.duplicates).toEqual([])
})
