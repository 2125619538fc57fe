import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recountUsage } from '../../../server/features/accounts/usage.ts'
import { discover, importContent, testsFirst } from '../../support/discovery.ts'
import { exportArchive, importArchive } from '../../support/organization-archive.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Quotas of an organization: whatever stores items, agents or content is refused beyond them (behavior: Quotas). */

const adminToken = 'an-operator-token-of-32-characters'
let service: Service
let tenant: Tenant
let agentId: string
beforeAll(async () => {
  service = await startService({
    QUOTA_ITEMS: '20',
    QUOTA_AGENTS: '4',
    QUOTA_CONTENT_MB: '1',
    ADMIN_TOKEN: adminToken,
  })
})
afterAll(() => service.stop())

const begin = async () => {
  tenant = await service.register()
  agentId = await tenant.agent()
}
const belief = (at: number) => ({ agentId, category: 'principle', statement: `I keep promise number ${at}` })
const create = (at: number) => tenant.post('/beliefs', belief(at))
const usage = async () => (await tenant.get(`/organizations/${tenant.orgId}/usage`)).body
const operator = async (page: string) =>
  (await service.call('GET', `/admin/${page}`, undefined, { authorization: `Bearer ${adminToken}` })).body
const fill = (count: number) =>
  tenant.post('/beliefs/bulk', { agentId, beliefs: Array.from({ length: count }, (_, at) => belief(at)) })
const isRefused = ({ status, body }: { status: number; body: any }, words: string) =>
  expect([status, body.code, body.error]).toEqual([507, 'quota_reached', expect.stringContaining(words)])

describe('items', () => {
  beforeAll(begin)

  test('are counted as they come and go, and refused beyond the quota with the way out', async () => {
    expect(await usage()).toEqual({
      items: { used: 0, quota: 20 },
      agents: { used: 1, quota: 4 },
      bytes: { used: 0, quota: 1024 * 1024 },
    })
    expect((await fill(19)).status).toBe(201)
    isRefused(
      await tenant.post('/beliefs/bulk', { agentId, beliefs: [belief(100), belief(101)] }),
      'at most 20 items; delete some, or ask the operator of the service to raise QUOTA_ITEMS',
    )
    expect((await usage()).items.used).toBe(19)
    const { body: last } = await create(20)
    isRefused(await create(21), 'at most 20 items')
    expect((await tenant.patch(`/beliefs/${last.id}`, { statement: 'I keep the last promise' })).status).toBe(200)
    expect((await tenant.delete(`/beliefs/${last.id}`)).status).toBe(200)
    expect((await create(21)).status).toBe(201)
  })

  test('of a rules file, of a group and of the organization count too', async () => {
    isRefused(
      await tenant.post(`/organizations/${tenant.orgId}/beliefs`, {
        category: 'principle',
        statement: 'We keep promises',
      }),
      'at most 20 items',
    )
    isRefused(
      await tenant.post(`/agents/${agentId}/import`, {
        files: [{ path: 'AGENTS.md', content: '# Rules\n\n- Always write tests first\n' }],
      }),
      'at most 20 items',
    )
  })

  test('go and come back with their agent', async () => {
    await tenant.delete(`/agents/${agentId}`)
    expect(await usage()).toMatchObject({ items: { used: 0 }, agents: { used: 0 } })
    const other = await tenant.agent({ slug: 'other' })
    expect((await tenant.post('/beliefs', { ...belief(1), agentId: other })).status).toBe(201)
    isRefused(await tenant.post(`/agents/${agentId}/restore`), 'at most 20 items')
    await tenant.delete(`/agents/${other}`)
    expect((await tenant.post(`/agents/${agentId}/restore`)).status).toBe(200)
    expect(await usage()).toMatchObject({ items: { used: 20 }, agents: { used: 1 } })
  })
})

test('clients that create at once never store more than the quota, and none is refused below it', async () => {
  await begin()
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => create(at)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 507)).toHaveLength(20)
  expect((await usage()).items.used).toBe(20)
  expect((await tenant.get(`/beliefs?agentId=${agentId}`)).body.count).toBe(20)
})

test('agents beyond the quota are refused', async () => {
  await begin()
  const answers = await Promise.all(Array.from({ length: 6 }, () => tenant.post('/agents', { name: 'Ada' })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  isRefused(answers.find(({ status }) => status !== 201)!, 'at most 4 agents')
})

test('content and messages beyond the quota are refused', async () => {
  await begin()
  const participants = [{ participantType: 'agent', agentId }]
  const { body: talk } = await tenant.post('/conversations', { participants })
  const say = (length: number) =>
    tenant.post(`/conversations/${talk.id}/messages`, {
      participantId: talk.participants[0].id,
      content: 'é'.repeat(length / 2),
    })
  for (let sent = 0; sent < 4; sent++) expect((await say(250_000)).status).toBe(201)
  isRefused(await say(50_000), 'at most 1 MB of content and messages; delete some')
  expect((await usage()).bytes.used).toBe(1_000_000)
  isRefused(await tenant.post(`/conversations/${talk.id}/publish`, { agentId }), 'at most 1 MB')
  expect((await usage()).bytes.used).toBe(1_000_000)
})

test('discovery ends with the reason, and loses nothing', async () => {
  await begin()
  await fill(20)
  await importContent(service, tenant, agentId, testsFirst)
  expect(await discover(service, tenant, agentId)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('at most 20 items'),
  })
  const { body } = await tenant.get(`/beliefs?agentId=${agentId}`)
  await tenant.delete(`/beliefs/${body.data[0].id}`)
  expect(await discover(service, tenant, agentId)).toMatchObject({ status: 'completed', error: null })
})

test('an archive with more than an organization may store leaves nothing', async () => {
  const elsewhere = await startService()
  try {
    const owner = await newPerson(elsewhere)
    const agent = await owner.tenant.agent()
    const beliefs = Array.from({ length: 21 }, (_, at) => ({ ...belief(at), agentId: agent }))
    expect((await owner.tenant.post('/beliefs/bulk', { agentId: agent, beliefs })).status).toBe(201)
    const person = await newPerson(service)
    const before = (await operator('stats')).organizations
    expect(before).toBeGreaterThan(0)
    isRefused(await importArchive(person, await exportArchive(elsewhere, owner, owner.tenant.slug)), 'at most 20 items')
    expect((await operator('stats')).organizations).toBe(before)
    const { data } = (await owner.tenant.get(`/beliefs?agentId=${agent}`)).body
    await owner.tenant.delete(`/beliefs/${data[0].id}`)
    const { status, body } = await importArchive(person, await exportArchive(elsewhere, owner, owner.tenant.slug))
    expect(status).toBe(201)
    const { data: listed } = await operator('usage?limit=1000')
    expect(listed.find(({ org_id }: any) => org_id === body.organization.id)).toMatchObject({
      items: 20,
      bytes: 0,
      quotas: { items: 20, agents: 4, bytes: 1024 * 1024 },
    })
    expect((await person.get(`/organizations/${body.organization.slug}/usage`)).body).toMatchObject({
      items: { used: 20 },
      agents: { used: 1 },
    })
  } finally {
    await elsewhere.stop()
  }
})

test('what was not counted is counted in the night', async () => {
  await begin()
  await create(1)
  const { db } = service.deps
  await db.updateTable('audit_heads').set({ items: 7, bytes: -3 }).where('org_id', '=', tenant.orgId).execute()
  await recountUsage(db)
  expect(await usage()).toMatchObject({ items: { used: 1 }, bytes: { used: 0 } })
})

test('another organization is not found', async () => {
  await begin()
  const stranger = await service.register()
  expect((await stranger.get(`/organizations/${tenant.orgId}/usage`)).status).toBe(404)
})
