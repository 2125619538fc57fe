import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

const names = (body: any) => body.data.map(({ name }: any) => name)

describe('GET /groups', () => {
  test('orders by display_order, then name, counts agents and pages', async () => {
    const own = await service.register()
    await own.group({ name: 'Beta' })
    const alpha = await own.group({ name: 'Alpha' })
    await own.group({ name: 'Last', displayOrder: 2 })
    await own.group({ name: 'First', displayOrder: -1.5 })
    await own.agent({ groupId: alpha })
    await own.agent({ groupId: alpha })
    const { status, body } = await own.get('/groups')
    expect(status).toBe(200)
    expect(names(body)).toEqual(['First', 'Alpha', 'Beta', 'Last'])
    expect(body.count).toBe(4)
    expect(body.next_steps).toEqual(expect.any(Array))
    expect(body.data[1]).toEqual({
      id: alpha,
      org_id: own.orgId,
      name: 'Alpha',
      description: null,
      display_order: 0,
      manager_agent_id: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      agent_count: 2,
    })
    const page = (await own.get('/groups?limit=2&offset=1')).body
    expect([names(page), page.count]).toEqual([['Alpha', 'Beta'], 4])
  })
})

describe('POST /groups', () => {
  test('201 with the group', async () => {
    const { status, body } = await tenant.post('/groups', {
      orgId: tenant.orgId,
      name: 'Platform',
      description: 'Keeps the lights on',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ org_id: tenant.orgId, name: 'Platform', description: 'Keeps the lights on' })
  })

  test.each([
    ['name', {}],
    ['name', { name: '' }],
    ['name', { name: null }],
    ['displayOrder', { name: 'A', displayOrder: 'first' }],
    ['description', { name: 'A', description: 'x'.repeat(10_001) }],
    ['managerAgentId', { name: 'A', managerAgentId: 'nobody' }],
    ['managerAgentId', { name: 'A', managerAgentId: '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11' }],
  ])('400 that names %s for %j', async (field, input) => {
    const { status, body } = await tenant.post('/groups', input)
    expect([status, body.error]).toEqual([400, expect.stringContaining(field)])
  })
})

describe('PATCH /groups/{groupId}', () => {
  test('changes what is given; null clears', async () => {
    const id = await tenant.group({ description: 'Old' })
    const manager = await tenant.agent()
    const changed = await tenant.patch(`/groups/${id}`, {
      name: 'New',
      description: null,
      displayOrder: 7,
      managerAgentId: manager,
    })
    expect([changed.status, changed.body]).toEqual([
      200,
      expect.objectContaining({ name: 'New', description: null, display_order: 7, manager_agent_id: manager }),
    ])
    expect((await tenant.patch(`/groups/${id}`, { manager_agent_id: null })).body.manager_agent_id).toBeNull()
    expect((await tenant.patch(`/groups/${id}`, {})).body.name).toBe('New')
  })

  test('400 for a manager of the same group, of nowhere, or of another tenant, the last two in the same words', async () => {
    const id = await tenant.group()
    const member = await tenant.agent({ groupId: id })
    const foreign = await (await service.register()).agent()
    const same = await tenant.patch(`/groups/${id}`, { managerAgentId: member })
    expect([same.status, same.body.error]).toEqual([400, expect.stringContaining('an agent of this group')])
    const [missing, other] = [
      await tenant.patch(`/groups/${id}`, { managerAgentId: '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11' }),
      await tenant.patch(`/groups/${id}`, { managerAgentId: foreign }),
    ]
    expect([missing.status, missing.body]).toEqual([
      400,
      { error: expect.stringContaining('managerAgentId'), code: 'invalid' },
    ])
    expect([other.status, other.body]).toEqual([missing.status, missing.body])
  })

  test('an agent cannot be moved into the group that it manages, nor be made both at the same moment', async () => {
    const id = await tenant.group()
    const manager = await tenant.agent()
    await tenant.patch(`/groups/${id}`, { managerAgentId: manager })
    const moved = await tenant.patch(`/agents/${manager}`, { groupId: id })
    expect([moved.status, moved.body.error]).toEqual([400, expect.stringContaining('groupId')])
    for (let round = 0; round < 5; round++) {
      const [group, agent] = [await tenant.group(), await tenant.agent()]
      const answers = await Promise.all([
        tenant.patch(`/groups/${group}`, { managerAgentId: agent }),
        tenant.patch(`/agents/${agent}`, { groupId: group }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    }
  })

  test('no group is left with a manager that is deleted at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const agent = await tenant.agent()
      const groups = await Promise.all(Array.from({ length: 3 }, () => tenant.group()))
      const answers = await Promise.all([
        ...groups.map((group) => tenant.patch(`/groups/${group}`, { managerAgentId: agent })),
        tenant.delete(`/agents/${agent}`),
      ])
      expect(answers.pop()!.status).toBe(200)
      for (const { status } of answers) expect([200, 400]).toContain(status)
      const { body } = await tenant.get('/groups?limit=1000')
      expect(body.data.filter((group: { manager_agent_id: string }) => group.manager_agent_id === agent)).toEqual([])
    }
  })

  test('404 for a group of another tenant', async () => {
    const foreign = await (await service.register()).group()
    expect(await tenant.patch(`/groups/${foreign}`, { name: 'X' })).toMatchObject({
      status: 404,
      body: { error: 'Group not found', code: 'not_found' },
    })
  })
})

describe('DELETE /groups/{groupId}', () => {
  test('leaves its agents without a group, and takes its items and the overrides on them', async () => {
    const id = await tenant.group()
    const agent = await tenant.agent({ groupId: id })
    const item = (await tenant.post(`/groups/${id}/beliefs`, { category: 'axiom', statement: 'Shared' })).body.id
    await tenant.post(`/agents/${agent}/overrides`, { sourceType: 'group_belief', sourceId: item })
    expect((await tenant.delete(`/groups/${id}`)).body).toMatchObject({ success: true })
    expect((await tenant.get(`/agents/${agent}`)).body).toMatchObject({ group_id: null, agent_groups: null })
    expect((await tenant.get(`/agents/${agent}/overrides`)).body.data).toEqual([])
    expect((await tenant.patch(`/beliefs/${item}`, { starred: true })).status).toBe(404)
    expect((await tenant.delete(`/groups/${id}`)).status).toBe(404)
  })

  test('does not get stuck with agents that enter it at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await tenant.group()
      const agents = await Promise.all(Array.from({ length: 6 }, () => tenant.agent({ groupId: id })))
      const [deleted, ...moved] = await Promise.all([
        tenant.delete(`/groups/${id}`),
        ...agents.map((agent) => tenant.patch(`/agents/${agent}`, { groupId: id, name: 'Moved' })),
      ])
      expect(deleted!.status).toBe(200)
      for (const { status } of moved) expect([200, 400]).toContain(status)
      for (const agent of agents) expect((await tenant.get(`/agents/${agent}`)).body.group_id).toBeNull()
    }
  })
})
