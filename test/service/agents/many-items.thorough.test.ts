import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** An agent with more items than the serving thread reads at once. */

const count = 1100
let service: Service
let tenant: Tenant
let agentId: string
/** Before any item was created. */
const since = '2020-01-01T00:00:00.000Z'
const statementOf = (at: number) => `Keep promise number ${at}`

beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
  agentId = await tenant.agent({ name: 'Ada' })
  for (let from = 0; from < count; from += 100) {
    const beliefs = Array.from({ length: 100 }, (_, at) => ({ category: 'axiom', statement: statementOf(from + at) }))
    const { status } = await tenant.post('/beliefs/bulk', { agentId, beliefs, dedupe: false })
    expect(status).toBe(201)
  }
})
afterAll(() => service.stop())

test('changes of the agent are answered as it reads afterwards', async () => {
  const changed = await tenant.patch(`/agents/${agentId}`, { description: 'Says: ","next_steps":[' })
  expect(changed.status).toBe(200)
  const { body, headers } = await tenant.get(`/agents/${agentId}`)
  expect(changed.body).toEqual(body)
  expect(changed.body.beliefs).toHaveLength(count)
  expect(changed.headers.etag).toBe(headers.etag)
})

test('changes since a date hold all items', async () => {
  const { status, body } = await tenant.get(`/agents/${agentId}/diff?since=${since}`)
  expect(status).toBe(200)
  expect(body.summary).toEqual({
    beliefs_added: count,
    beliefs_modified: 0,
    responsibilities_added: 0,
    responsibilities_modified: 0,
  })
  expect(body.since).toBe(since)
  expect(body.beliefs.added).toHaveLength(count)
  const [item] = (await tenant.get(`/beliefs?agentId=${agentId}&limit=1`)).body.data
  expect(body.beliefs.added.find(({ id }: { id: string }) => id === item.id)).toMatchObject({
    statement: item.statement,
  })
  const stranger = await service.register()
  expect((await stranger.get(`/agents/${agentId}/diff?since=${since}`)).status).toBe(404)
})

test('snapshots are read, compared and restored whole, while others are answered', async () => {
  const snapshots = `/agents/${agentId}/snapshots`
  const { id } = (await tenant.post(snapshots, { label: 'whole' })).body.snapshot
  const read = (await tenant.get(`${snapshots}/${id}`)).body
  expect(read.snapshot).toMatchObject({ id, label: 'whole', belief_count: count, responsibility_count: 0 })
  expect(read.snapshot.genome.beliefs).toHaveLength(count)

  const items = (await tenant.get(`/beliefs?agentId=${agentId}&limit=500`)).body.data
  const ids = items.map((item: { id: string }) => item.id)
  await tenant.patch('/beliefs/bulk', { ids, updates: { starred: true } })
  for (const gone of ids.slice(0, 100)) await tenant.delete(`/beliefs/${gone}`)
  const after = (await tenant.post(snapshots, {})).body.snapshot
  const { diff } = (await tenant.get(`${snapshots}/diff?a=${id}&b=${after.id}`)).body
  expect(diff.beliefs.removed).toHaveLength(100)
  expect(diff.beliefs.added).toEqual([])

  let isRestored = false
  const restoring = tenant.post(`${snapshots}/${id}/restore`).finally(() => {
    isRestored = true
  })
  let answered = 0
  while (!isRestored) {
    await tenant.get('/account')
    answered++
  }
  expect((await restoring).body).toMatchObject({ created: 100, updated: 400, removed: 0, hidden: 0 })
  // Were it one turn of the event loop, no more than the first would have been answered.
  expect(answered).toBeGreaterThan(3)
  const again = (await tenant.post(snapshots, {})).body.snapshot
  const same = (await tenant.get(`${snapshots}/diff?a=${id}&b=${again.id}`)).body.diff
  expect(same.beliefs).toEqual({ added: [], removed: [], proposed: [] })
})

test('exports, gaps, recommendations and prose know all items', async () => {
  const exported = await tenant.get(`/agents/${agentId}/export?format=json`)
  expect(exported.text.match(/Keep promise number/g)).toHaveLength(count)
  const gaps = await tenant.post(`/agents/${agentId}/responsibility-gaps`)
  expect(gaps.status).toBe(200)
  expect(gaps.body.gaps.length).toBeGreaterThan(0)
  const recommended = await tenant.post('/bootstrap/recommend', { agentId })
  expect(recommended.status).toBe(200)
  const prose = await tenant.post(`/agents/${agentId}/dynamic-prompt`, { format: 'claude_md', seed: 1 })
  expect(prose.body.prompt).toContain(statementOf(count - 1))
})

test('it is deleted with all that it has', async () => {
  expect((await tenant.delete(`/agents/${agentId}`)).status).toBe(200)
  const { db } = service.deps
  for (const table of ['items', 'snapshots'] as const) {
    const left = db.selectFrom(table).select('id').where('org_id', '=', tenant.orgId)
    expect(await left.execute()).toEqual([])
  }
})
