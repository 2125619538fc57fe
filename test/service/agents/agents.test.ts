import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { rowCounts } from '../../support/tables.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

const nobody = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'
const names = (body: any) => body.data.map(({ name }: any) => name)

/** Every field a client may set, with the key of the answer. */
const profile = {
  description: 'Reviews payments',
  identityMarkers: ['payments', 'careful'],
  jobTitle: 'Engineer',
  avatarPrompt: 'A calm owl',
  location: 'Berlin',
  timezone: 'Europe/Berlin',
  githubUsername: 'ada',
  minNCount: 5,
  decayRate: 0.01,
  promotionThreshold: 0.8,
}
const answered = {
  description: 'Reviews payments',
  identity_markers: ['payments', 'careful'],
  job_title: 'Engineer',
  location: 'Berlin',
  timezone: 'Europe/Berlin',
  github_username: 'ada',
  min_n_count: 5,
  decay_rate: 0.01,
  promotion_threshold: 0.8,
}

describe('POST /agents', () => {
  test('201 with every field and its default; the prompt is null here and there on the next read', async () => {
    const { status, body } = await tenant.post('/agents', { orgId: tenant.orgId, name: 'Ada' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      org_id: tenant.orgId,
      group_id: null,
      name: 'Ada',
      slug: 'ada',
      description: null,
      job_title: null,
      identity_markers: [],
      avatar_url: null,
      location: null,
      timezone: null,
      github_username: null,
      min_n_count: 3,
      decay_rate: 0.002,
      promotion_threshold: 0.6,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
      system_prompt: null,
      agent_groups: null,
    })
    expect((await tenant.get(`/agents/${body.id}`)).body).toEqual({
      ...body,
      system_prompt: expect.stringContaining('# Ada'),
      beliefs: [],
      responsibilities: [],
    })
  })

  test('takes every field in camelCase', async () => {
    const group = await tenant.group()
    const { body } = await tenant.post('/agents', { name: 'Ada', groupId: group, ...profile })
    expect(body).toMatchObject({ ...answered, group_id: group, agent_groups: { id: group, name: 'Platform' } })
  })

  test('takes every field in snake_case', async () => {
    const { body } = await tenant.post('/agents', { name: 'Ada', ...answered, avatar_prompt: 'A calm owl' })
    expect(body).toMatchObject(answered)
  })

  test.each([
    ['name', {}],
    ['name', { name: '' }],
    ['name', { name: ' \n' }],
    ['name', { name: 123 }],
    ['name', { name: 'x'.repeat(201) }],
    ['timezone', { name: 'A', timezone: 'Europe/Atlantis' }],
    ['timezone', { name: 'A', timezone: '+01:00' }],
    ['groupId', { name: 'A', groupId: 'none' }],
    ['groupId', { name: 'A', groupId: nobody }],
    ['identityMarkers', { name: 'A', identityMarkers: 'payments' }],
    ['identityMarkers[1]', { name: 'A', identityMarkers: ['a', 1] }],
    ['minNCount', { name: 'A', minNCount: 0 }],
    ['minNCount', { name: 'A', minNCount: 1.5 }],
    ['minNCount', { name: 'A', minNCount: 1e20 }],
    ['decayRate', { name: 'A', decayRate: -1 }],
    ['promotionThreshold', { name: 'A', promotionThreshold: 2 }],
    ['description', { name: 'A', description: {} }],
    ['orgId', { name: 'A', orgId: 5 }],
  ])('400 that names %s for %j', async (field, input) => {
    const before = await rowCounts(service)
    const { status, body } = await tenant.post('/agents', input)
    expect([status, body]).toEqual([400, { error: expect.stringContaining(field), code: 'invalid' }])
    expect(await rowCounts(service)).toEqual(before)
  })

  test('400 for a group of another tenant, in the words for one that does not exist', async () => {
    const foreign = await (await service.register()).group()
    const [other, missing] = [
      await tenant.post('/agents', { name: 'A', groupId: foreign }),
      await tenant.post('/agents', { name: 'A', groupId: nobody }),
    ]
    expect([other.status, other.body]).toEqual([missing.status, missing.body])
  })
})

describe('PATCH /agents/{agentId}', () => {
  test('changes every field; null clears', async () => {
    const group = await tenant.group({ name: 'Core' })
    const id = await tenant.agent()
    const changed = await tenant.patch(`/agents/${id}`, { name: 'Bea', groupId: group, ...profile })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({ ...answered, name: 'Bea', agent_groups: { id: group, name: 'Core' } })
    expect(changed.body.system_prompt).toContain('Berlin')
    expect(changed.body.updated_at > changed.body.created_at).toBe(true)
    const cleared = await tenant.patch(`/agents/${id}`, {
      description: null,
      groupId: null,
      identityMarkers: [],
      jobTitle: null,
      location: null,
      timezone: null,
      githubUsername: null,
    })
    expect(cleared.body).toMatchObject({
      name: 'Bea',
      description: null,
      group_id: null,
      identity_markers: [],
      job_title: null,
      location: null,
      timezone: null,
      github_username: null,
      min_n_count: 5,
    })
    expect((await tenant.get(`/agents/${id}`)).body).toEqual(cleared.body)
  })

  test('without changes leaves updated_at alone', async () => {
    const id = await tenant.agent()
    const before = (await tenant.get(`/agents/${id}`)).body
    expect((await tenant.patch(`/agents/${id}`, {})).body).toEqual(before)
    const { warnings, ...unchanged } = (await tenant.patch(`/agents/${id}`, { unknown: 1, id: nobody, orgId: nobody }))
      .body
    expect(unchanged).toEqual(before)
    expect(warnings).toHaveLength(3)
  })

  test('404 for an agent of another tenant, whose agent stays as it is', async () => {
    const other = await service.register()
    const id = await other.agent()
    for (const path of [`/agents/${id}`, `/agents/${nobody}`, '/agents/not-an-id', '/agents/%20']) {
      expect(await tenant.patch(path, { name: 'Stolen' })).toMatchObject({
        status: 404,
        body: { error: 'Agent not found', code: 'not_found' },
      })
    }
    expect((await other.get(`/agents/${id}`)).body.name).toBe('Ada')
  })
})

describe('GET /agents/{agentId}', () => {
  test('takes an id in either case', async () => {
    const id = await tenant.agent()
    expect((await tenant.get(`/agents/${id.toUpperCase()}`)).body.id).toBe(id)
    expect((await tenant.get(`/agents/urn:uuid:${id}`)).status).toBe(404)
  })

  test('404 in the same words for a foreign, a missing and a malformed id', async () => {
    const foreign = await (await service.register()).agent()
    for (const id of [foreign, nobody, 'x', '0', '%00', 'x'.repeat(5000)]) {
      const { status, body } = await tenant.get(`/agents/${id}`)
      expect([status, body]).toEqual([404, { error: 'Agent not found', code: 'not_found' }])
    }
  })
})

describe('GET /agents', () => {
  test('404 for the group of another tenant or of nowhere, and an empty list for one without agents', async () => {
    const foreign = await (await service.register()).group()
    for (const group of [foreign, nobody]) {
      const { status, body } = await tenant.get(`/agents?groupId=${group}`)
      expect([status, body]).toEqual([404, { error: 'Group not found', code: 'not_found' }])
    }
    expect((await tenant.get(`/agents?groupId=${await tenant.group()}`)).body).toMatchObject({ data: [], count: 0 })
  })

  test('lists by name with group, counts and pages, and without prompts', async () => {
    const own = await service.register()
    const group = await own.group({ name: 'Core' })
    const id = await own.agent({ name: 'Bea', groupId: group })
    await own.agent({ name: 'Cleo' })
    await own.agent({ name: 'Ada' })
    await own.post('/beliefs', { agentId: id, category: 'voice', statement: 'Short' })
    const { status, body } = await own.get('/agents')
    expect([status, body.count, names(body)]).toEqual([200, 3, ['Ada', 'Bea', 'Cleo']])
    expect(body.next_steps).toEqual(expect.any(Array))
    const [ada, bea] = body.data
    expect(bea).toMatchObject({ agent_groups: { name: 'Core' }, belief_count: 1, responsibility_count: 0 })
    expect(ada.agent_groups).toBeNull()
    expect(bea).not.toHaveProperty('system_prompt')
    expect(bea).not.toHaveProperty('beliefs')

    expect(names((await own.get('/agents?limit=1&offset=1')).body)).toEqual(['Bea'])
    expect((await own.get('/agents?limit=1&offset=1')).body.count).toBe(3)
    expect(names((await own.get('/agents?limit=99999999999999999999999')).body)).toHaveLength(3)
    expect((await own.get('/agents?offset=99')).body).toMatchObject({ data: [], count: 3 })
    expect(names((await own.get(`/agents?groupId=${group}`)).body)).toEqual(['Bea'])
  })

  test('include adds the agents’ own items', async () => {
    const own = await service.register()
    const id = await own.agent()
    const belief = (await own.post('/beliefs', { agentId: id, category: 'voice', statement: 'Short' })).body
    await own.post(`/organizations/${own.slug}/beliefs`, { category: 'voice', statement: 'Inherited' })
    const both = (await own.get('/agents?include=beliefs,%20responsibilities')).body.data[0]
    expect(both.beliefs).toEqual([
      { id: belief.id, category: 'voice', statement: 'Short', starred: false, hidden: false },
    ])
    expect(both.responsibilities).toEqual([])
    const one = (await own.get('/agents?include=responsibilities')).body.data[0]
    expect([one.beliefs, one.responsibilities]).toEqual([undefined, []])
  })

  test.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=-1'],
    ['limit', 'limit=1.5'],
    ['limit', 'limit='],
    ['limit', 'limit=many'],
    ['limit', 'limit=1&limit=2'],
    ['offset', 'offset=-1'],
    ['offset', 'offset=1e3'],
    ['offset', 'offset=99999999999999999999'],
    ['groupId', 'groupId=none'],
    ['include', 'include=prompts'],
    ['group', 'groupId=a&group_id=b'],
  ])('400 that names %s for ?%s', async (field, query) => {
    const { status, body } = await tenant.get(`/agents?${query}`)
    expect([status, body.error]).toEqual([400, expect.stringContaining(field)])
  })
})

describe('PATCH /agents/bulk', () => {
  test('changes what is there, skips the rest, and answers with summaries', async () => {
    const [first, second] = [await tenant.agent(), await tenant.agent({ location: 'Rome' })]
    const other = await service.register()
    const foreign = await other.agent()
    const { status, body } = await tenant.patch('/agents/bulk', {
      agents: [
        { id: second, name: 'Two', location: null },
        { id: first.toUpperCase(), name: 'One', jobTitle: 'Lead', timezone: 'Asia/Tokyo' },
        { id: foreign, name: 'Stolen' },
        { id: nobody, name: 'Nobody' },
      ],
    })
    expect([status, body.updated]).toEqual([200, 2])
    expect(body.agents).toMatchObject([
      { id: first, name: 'One', job_title: 'Lead', timezone: 'Asia/Tokyo' },
      { id: second, name: 'Two', location: null },
    ])
    expect((await tenant.get(`/agents/${first}`)).body.system_prompt).toContain('Lead')
    expect((await other.get(`/agents/${foreign}`)).body.name).toBe('Ada')
  })

  test.each([
    ['agents', {}],
    ['agents', { agents: [] }],
    ['agents', { agents: Array.from({ length: 501 }, () => ({ id: nobody })) }],
    ['agents[0].id', { agents: [{ name: 'A' }] }],
    ['agents[1].id', { agents: [{ id: nobody }, { id: 'an id' }] }],
    ['agents[0].name', { agents: [{ id: nobody, name: '' }] }],
    ['timezone', { agents: [{ id: nobody, timezone: 'Mars/Olympus' }] }],
    ['agents', { agents: { id: nobody } }],
  ])('400 that names %s for %j', async (field, input) => {
    const { status, body } = await tenant.patch('/agents/bulk', input)
    expect([status, body.error]).toEqual([400, expect.stringContaining(field)])
  })

  test('one bad entry changes none', async () => {
    const id = await tenant.agent()
    const answer = await tenant.patch('/agents/bulk', { agents: [{ id, name: 'New' }, { id: 'an id' }] })
    expect(answer.status).toBe(400)
    expect((await tenant.get(`/agents/${id}`)).body.name).toBe('Ada')
  })
})

describe('DELETE /agents/{agentId}', () => {
  test('takes everything that hangs on it, and leaves conversations whole', async () => {
    const own = await service.register()
    const other = await own.agent({ name: 'Other' })
    const group = await own.group()
    const talk = (await own.post('/conversations', { participants: [{ participantType: 'agent', agentId: other }] }))
      .body
    const inherited = await own.post(`/organizations/${own.slug}/beliefs`, { category: 'axiom', statement: 'All' })
    const model = (await own.post('/models', { provider: 'p', modelId: 'm', name: 'M' })).body.id
    const environment = (await own.post('/environments', { name: 'E', slug: 'e' })).body.id
    const before = await rowCounts(service)

    const id = await own.agent()
    await own.patch(`/groups/${group}`, { managerAgentId: id })
    await own.post('/beliefs', { agentId: id, category: 'axiom', statement: 'One', sourceType: 'talk', quote: 'One!' })
    await own.post(`/agents/${id}/overrides`, { sourceType: 'org_belief', sourceId: inherited.body.id })
    await own.post(`/agents/${id}/snapshots`)
    await own.post(`/agents/${id}/models`, { environmentId: environment, modelId: model })
    expect(await own.delete(`/agents/${id}`)).toMatchObject({ status: 200, body: { success: true } })
    const { audit_log, deleted_rows, ...after } = await rowCounts(service)
    expect({ ...after, audit_log: before.audit_log, deleted_rows: before.deleted_rows }).toEqual(before)
    // They undo the deletion for some days.
    expect(deleted_rows).toBeGreaterThan(before.deleted_rows!)
    expect(audit_log).toBeGreaterThan(before.audit_log!)
    expect((await own.get('/groups')).body.data[0].manager_agent_id).toBeNull()
    expect((await own.get(`/agents/${id}`)).status).toBe(404)
    expect((await own.delete(`/agents/${id}`)).status).toBe(404)

    await own.post(`/conversations/${talk.id}/messages`, { participantId: talk.participants[0].id, content: 'Hi' })
    await own.delete(`/agents/${other}`)
    const left = (await own.get(`/conversations/${talk.id}`)).body
    expect(left.participants[0]).toMatchObject({ agent_id: null, display_name: 'Other' })
    expect(left.messages).toHaveLength(1)
  })
})
