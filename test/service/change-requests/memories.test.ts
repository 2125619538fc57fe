import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Change requests that promote notes which coding tools made by themselves. */

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const path = '/change-requests'
const note = 'The user said: never push to main without a review.'
const add = (owner: object, more: object = {}) => ({
  ...{ op: 'add', owner, category: 'boundary', statement: 'Never push to main without a review' },
  ...more,
})
const memory = { sourceType: 'memory', quote: note }
const propose = (tenant: Tenant, ...changes: object[]) => tenant.post(path, { title: 'From notes', changes })

test('the note is the source of the item, once it is merged', async () => {
  const { tenant, ada } = await newAgent()
  const { status, body } = await propose(tenant, add({ agentId: ada }, memory))
  expect([status, body.changes]).toMatchObject([201, [{ op: 'add', source_type: 'memory', quote: note }]])
  expect(body.changes[0]).not.toHaveProperty('source_id')
  const merged = (await tenant.post(`${path}/${body.id}/merge`)).body
  expect(merged.changes).toMatchObject([{ source_type: 'memory', quote: note, merged: true }])
  const { data } = (await tenant.get(`/beliefs/${merged.changes[0].id}/sources`)).body
  expect(data).toMatchObject([{ source_type: 'memory', quote: note, content_item_id: null }])
})

async function newAgent() {
  const tenant = await service.register()
  return { tenant, ada: await tenant.agent({ name: 'Ada' }) }
}

test('secrets in a note are not stored', async () => {
  const { tenant, ada } = await newAgent()
  const secret = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789'
  const { body } = await propose(tenant, add({ agentId: ada }, { ...memory, quote: `Use the key ${secret}` }))
  expect(JSON.stringify((await tenant.get(`${path}/${body.id}`)).body)).not.toContain(secret)
})

test('a note without words has no quote, and an addition without a source has none', async () => {
  const { tenant, ada } = await newAgent()
  const { body } = await propose(
    tenant,
    add({ agentId: ada }, { sourceType: 'memory' }),
    add({ orgId: tenant.orgId }, { quote: 'ignored', statement: 'Use tabs' }),
    add({ agentId: ada }, { ...memory, sourceType: 'org_belief', statement: 'Use spaces' }),
  )
  expect(body.changes[0]).toMatchObject({ source_type: 'memory', quote: null })
  for (const change of body.changes.slice(1)) {
    expect(change).not.toHaveProperty('source_type')
    expect(change).not.toHaveProperty('quote')
  }
})

test('the same statement is proposed once, with a note or without', async () => {
  const { tenant, ada } = await newAgent()
  const first = await propose(tenant, add({ agentId: ada }, memory))
  const again = await propose(tenant, add({ agentId: ada }))
  expect([again.status, again.body.id, again.body._existing]).toEqual([200, first.body.id, true])
})

test('a list has those from notes alone', async () => {
  const { tenant, ada } = await newAgent()
  const { body: fromNote } = await propose(tenant, add({ agentId: ada }, memory))
  await propose(tenant, add({ agentId: ada }, { statement: 'Use tabs' }))
  const { body } = await tenant.get(`${path}?agentId=${ada}&sourceType=memory`)
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([fromNote.id])
  expect((await tenant.get(`${path}?sourceType=conversation`)).status).toBe(400)
})

test('an override takes no note', async () => {
  const { tenant, ada } = await newAgent()
  const { body: item } = await tenant.post(`/organizations/${tenant.orgId}/beliefs`, {
    ...{ category: 'principle', statement: 'Roll back first' },
  })
  const { status } = await propose(tenant, { op: 'override', agentId: ada, sourceId: item.id, sourceType: 'memory' })
  expect(status).toBe(404)
})
