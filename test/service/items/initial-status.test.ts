import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kindNames, kinds } from '#core/domain/kinds.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register({ email: 'grace@example.com', password: 'correct horse battery staple' })
})
afterAll(() => service.stop())

const waiting = async () => (await tenant.get(`/organizations/${tenant.orgId}/proposals`)).body.count

/** The status that a person or client chooses for its own new item (behavior: Status). */
describe.each(kindNames)('status on creation of a %s', (kind) => {
  const { plural, categories } = kinds[kind]
  const [category] = categories
  const approved = () => ({ status: 'approved', approved_by: tenant.userId, hidden: false })

  test('one item of an agent, a group and the organization', async () => {
    const before = await waiting()
    const agentId = await tenant.agent()
    for (const path of ['', `/groups/${await tenant.group()}`, `/organizations/${tenant.orgId}`]) {
      const body = { category, statement: `For ${path}`, status: 'approved', ...(path === '' && { agentId }) }
      const answer = await tenant.post(`${path}/${plural}`, body)
      expect([path, answer.status, answer.body]).toMatchObject([path, 201, approved()])
    }
    expect(await waiting()).toBe(before)
  })

  test('many items, each with its own; what gives no status is decided by the setting', async () => {
    const agentId = await tenant.agent()
    const { body } = await tenant.post(`/${plural}/bulk`, {
      agentId,
      [plural]: [
        { category, statement: 'One', status: 'approved' },
        { category, statement: 'Two' },
      ],
    })
    expect(body[plural]).toMatchObject([approved(), { status: 'pending', approved_by: null }])
  })

  test('in a session too', async () => {
    const { headers } = await service.call('POST', '/auth/login', {
      email: 'grace@example.com',
      password: 'correct horse battery staple',
    })
    const cookie = String(headers['set-cookie']).split(';')[0]!
    const item = { agentId: await tenant.agent(), category, statement: 'Mine', status: 'approved' }
    const { status, body } = await service.call('POST', `/${plural}`, item, { cookie, 'sec-fetch-site': 'same-origin' })
    expect([status, body]).toMatchObject([201, approved()])
  })

  test('pending, whatever the setting says', async () => {
    const own = await service.register()
    await own.patch(`/organizations/${own.orgId}`, { autoApproveBeliefs: true, autoApproveResponsibilities: true })
    const item = { agentId: await own.agent(), category, statement: 'Look at it first' }
    expect((await own.post(`/${plural}`, { ...item, status: 'pending' })).body.status).toBe('pending')
    const second = await own.post(`/${plural}`, { ...item, statement: 'By the setting' })
    expect(second.body).toMatchObject({ status: 'approved', approved_by: null })
  })

  test.each(['rejected', 'other', null, true])('400 for %s, and nothing is created', async (status) => {
    const agentId = await tenant.agent()
    const item = { agentId, category, statement: 'One', status }
    expect((await tenant.post(`/${plural}`, item)).status).toBe(400)
    expect((await tenant.post(`/${plural}/bulk`, { [plural]: [item] })).status).toBe(400)
    expect((await tenant.get(`/${plural}?agentId=${agentId}`)).body.count).toBe(0)
  })
})

test('a rules file is imported as approved', async () => {
  const agentId = await tenant.agent()
  const content = '# Testing\n\n- Always run the tests before committing.\n- Never commit secrets to the repository.'
  const { body } = await tenant.post(`/agents/${agentId}/import-claude-md`, { content, status: 'approved' })
  expect(body.total_items).toBe(2)
  const lists = await Promise.all(Object.values(kinds).map(({ plural }) => tenant.get(`/${plural}?agentId=${agentId}`)))
  const item = { status: 'approved', approved_by: tenant.userId, hidden: false }
  expect(lists.flatMap(({ body }) => body.data)).toMatchObject([item, item])
})
