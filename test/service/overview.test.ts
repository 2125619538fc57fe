import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { discover, importContent, testsFirst } from '../support/discovery.ts'
import { type Service, startService, type Tenant } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  // Nothing listens at this address: a sync reports what it cannot read.
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9' })
})
afterAll(() => service.stop())

const overview = async (tenant: Tenant, query = '') =>
  (await tenant.get(`/organizations/${tenant.slug}/overview${query}`)).body
const today = () => service.deps.now().toISOString().slice(0, 10)
const belief = (agentId: string, statement: string, category = 'principle') => ({ agentId, statement, category })

/** Sets the creation of an item to another day. */
const createdAt = (id: string, created_at: string) =>
  service.deps.db.updateTable('items').set({ created_at }).where('id', '=', id).execute()

const beliefsOf = (counts: object) => ({ axiom: 0, principle: 0, voice: 0, preference: 0, boundary: 0, ...counts })

describe('GET /organizations/{orgId}/overview', () => {
  test('of an organization without anything is all zeros, with a day for each day', async () => {
    const tenant = await service.register()
    const body = await overview(tenant, '?days=3')
    const nothing = { org: 0, group: 0, agent: 0 }
    expect(body).toMatchObject({
      days: 3,
      layers: { organization: { belief_count: 0, responsibility_count: 0 }, groups: [], agents: [] },
      diversity: { shared_by: [], most_alike: [] },
      content: { earlier: 0, days: [] },
      sources: { count: 0, data: [] },
      jobs: [],
    })
    expect(body.growth).toEqual([expect.any(String), expect.any(String), today()].map((date) => ({ date, ...nothing })))
    expect(body.since).toBe(`${body.growth[0].date}T00:00:00.000Z`)
    expect((await overview(tenant)).growth).toHaveLength(30)
  })

  test('counts what each layer holds itself, hidden items left out', async () => {
    const tenant = await service.register()
    const group = await tenant.group({ name: 'Platform' })
    const ada = await tenant.agent({ name: 'Ada', groupId: group })
    const bo = await tenant.agent({ name: 'Bo' })
    await tenant.patch(`/groups/${group}`, { managerAgentId: bo })
    await tenant.post(`/organizations/${tenant.slug}/beliefs`, { category: 'voice', statement: 'Be kind' })
    await tenant.post(`/groups/${group}/responsibilities`, { category: 'ownership', statement: 'The build' })
    await tenant.post('/beliefs', belief(ada, 'One'))
    await tenant.post('/beliefs', belief(ada, 'Two', 'axiom'))
    const { body: hidden } = await tenant.post('/beliefs', belief(ada, 'Three'))
    await tenant.post(`/beliefs/${hidden.id}/hide`)
    const { layers } = await overview(tenant)
    expect(layers).toEqual({
      organization: { beliefs: beliefsOf({ voice: 1 }), belief_count: 1, responsibility_count: 0 },
      groups: [
        {
          id: group,
          name: 'Platform',
          manager_agent_id: bo,
          beliefs: beliefsOf({}),
          belief_count: 0,
          responsibility_count: 1,
        },
      ],
      agents: [
        {
          id: ada,
          name: 'Ada',
          group_id: group,
          beliefs: beliefsOf({ principle: 1, axiom: 1 }),
          belief_count: 2,
          responsibility_count: 0,
        },
        { id: bo, name: 'Bo', group_id: null, beliefs: beliefsOf({}), belief_count: 0, responsibility_count: 0 },
      ],
    })
  })

  test('grows by what prompts show, on the day in UTC on which it was created', async () => {
    const tenant = await service.register()
    const agent = await tenant.agent()
    const create = async (statement: string, status: string) => {
      const { body } = await tenant.post('/beliefs', belief(agent, statement))
      await tenant.patch(`/beliefs/${body.id}`, { status })
      return body.id
    }
    const { growth } = await overview(tenant, '?days=3')
    const [first, second] = growth.map(({ date }: { date: string }) => date)
    await createdAt(await create('Before', 'approved'), '2020-01-01T00:00:00.000Z')
    await createdAt(await create('First', 'approved'), `${first}T00:00:00.000Z`)
    await createdAt(await create('Late on the second', 'approved'), `${second}T23:59:59.999Z`)
    await create('Rejected', 'rejected')
    await create('Pending', 'pending')
    for (const [statement, date] of [
      ['Hidden', second],
      ['Hidden before', '2020-01-01'],
    ] as const) {
      const id = await create(statement, 'approved')
      await createdAt(id, `${date}T12:00:00.000Z`)
      await tenant.post(`/beliefs/${id}/hide`)
    }
    const { body } = await tenant.post(`/organizations/${tenant.slug}/beliefs`, {
      category: 'axiom',
      statement: 'Shared',
    })
    await tenant.patch(`/beliefs/${body.id}`, { status: 'approved' })
    expect((await overview(tenant, '?days=3')).growth).toEqual([
      { date: first, org: 0, group: 0, agent: 2 },
      { date: second, org: 0, group: 0, agent: 3 },
      { date: today(), org: 1, group: 0, agent: 4 },
    ])
  })

  test('tells how many statements how many agents hold, and whose are the least their own', async () => {
    const tenant = await service.register()
    const ids = []
    for (const name of ['Ada', 'Bo', 'Cy']) ids.push(await tenant.agent({ name }))
    const [ada, bo, cy] = ids as [string, string, string]
    for (const id of ids) await tenant.post('/beliefs', belief(id, 'Write tests first'))
    for (const id of [ada, bo]) await tenant.post('/beliefs', belief(id, 'Ask early'))
    await tenant.post('/beliefs', belief(bo, 'Only mine'))
    // The same words in another category are another statement; a rejected item counts for no one.
    await tenant.post('/beliefs', belief(cy, 'Only mine', 'voice'))
    const { body: rejected } = await tenant.post('/beliefs', belief(cy, 'Ask early'))
    await tenant.patch(`/beliefs/${rejected.id}`, { status: 'rejected' })
    await tenant.agent({ name: 'Without anything' })
    expect((await overview(tenant)).diversity).toEqual({
      shared_by: [
        { agents: 1, statements: 2 },
        { agents: 2, statements: 1 },
        { agents: 3, statements: 1 },
      ],
      most_alike: [
        { id: ada, name: 'Ada', statements: 2, shared: 2 },
        { id: bo, name: 'Bo', statements: 3, shared: 2 },
        { id: cy, name: 'Cy', statements: 2, shared: 1 },
      ],
    })
  })

  test('counts content by source and day, and jobs by type, state and duration', async () => {
    const tenant = await service.register()
    const agent = await tenant.agent()
    await importContent(service, tenant, agent, testsFirst)
    await importContent(service, tenant, agent, ['A commit'], { type: 'github_commit', prefix: 'commit' })
    await discover(service, tenant, agent)
    await tenant.post('/pbd/process', { agentId: agent })
    const { content, jobs } = await overview(tenant, '?days=3')
    // The oldest of the four was written four days ago, the latest yesterday.
    expect(content.earlier).toBe(2)
    expect(content.days.map((day: { source_type: string; count: number }) => [day.source_type, day.count])).toEqual([
      ['substack_post', 1],
      ['github_commit', 1],
      ['substack_post', 1],
    ])
    expect(jobs).toEqual([
      {
        type: 'pbd',
        queued: 1,
        running: 0,
        completed: 1,
        failed: 0,
        average_seconds: expect.any(Number),
        longest_seconds: expect.any(Number),
      },
    ])
    const { data } = (await tenant.get('/jobs?status=completed')).body
    const seconds = (Date.parse(data[0].finished_at) - Date.parse(data[0].started_at)) / 1000
    expect(jobs[0].longest_seconds).toBeCloseTo(seconds, 2)
  })

  test('lists sources with what they brought, those with errors first, then those that were never synced', async () => {
    const tenant = await service.register()
    const agentId = await tenant.agent({ name: 'Ada' })
    const source = async (repo: string) =>
      (await tenant.post('/content-sources', { agentId, platform: 'github', config: { owner: 'acme', repo } })).body.id
    const [synced, never, broken] = [await source('api'), await source('web'), await source('gone')]
    const { errors } = (await tenant.post(`/content-sources/${broken}/sync`)).body
    expect(errors).toHaveLength(1)
    await importContent(service, tenant, agentId, ['One', 'Two'])
    const last_synced_at = '2026-11-01T10:00:00.000Z'
    const { db } = service.deps
    await db.updateTable('content_sources').set({ last_synced_at }).where('id', '=', synced).execute()
    await db.updateTable('content_items').set({ source_id: synced }).where('agent_id', '=', agentId).execute()
    const common = { agent_id: agentId, agent_name: 'Ada', platform: 'github', enabled: true, errors: [] }
    expect((await overview(tenant)).sources).toEqual({
      count: 3,
      data: [
        { ...common, id: broken, name: 'acme/gone', last_synced_at: expect.any(String), item_count: 0, errors },
        { ...common, id: never, name: 'acme/web', last_synced_at: null, item_count: 0 },
        { ...common, id: synced, name: 'acme/api', last_synced_at, item_count: 2 },
      ],
    })
  })

  test('counts nothing of another organization', async () => {
    const [tenant, stranger] = [await service.register(), await service.register()]
    const [own, foreign] = [await tenant.agent(), await stranger.agent()]
    const empty = await overview(tenant)
    await stranger.post('/beliefs', belief(foreign, 'One'))
    await importContent(service, stranger, foreign, ['One'])
    await stranger.post('/pbd/process', { agentId: foreign })
    await stranger.post('/content-sources', {
      agentId: foreign,
      platform: 'github',
      config: { owner: 'acme', repo: 'api' },
    })
    expect(await overview(tenant)).toEqual({ ...empty, as_of: expect.any(String) })
    expect(empty.layers.agents.map(({ id }: { id: string }) => id)).toEqual([own])
  })

  test('400 for days out of range, 401 without credentials, 404 for a foreign organization', async () => {
    const [tenant, stranger] = [await service.register(), await service.register()]
    const path = `/organizations/${tenant.orgId}/overview`
    for (const days of ['0', '367', '1.5', 'many']) expect((await tenant.get(`${path}?days=${days}`)).status).toBe(400)
    expect((await service.call('GET', path)).status).toBe(401)
    expect((await stranger.get(path)).status).toBe(404)
  })
})
