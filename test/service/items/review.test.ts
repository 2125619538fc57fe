import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { discover, importContent, testsFirst } from '../../support/discovery.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { rowCounts } from '../../support/tables.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const principle = (statement: string) => ({ category: 'principle', statement })

describe('GET /organizations/{orgId}/proposals', () => {
  test('lists what waits in every layer with its owner and evidence, proposals before what people wrote', async () => {
    const tenant = await service.register()
    const group = await tenant.group({ name: 'Platform' })
    const agent = await tenant.agent({ name: 'Ada' })
    await importContent(service, tenant, agent, testsFirst)
    await discover(service, tenant, agent)
    await tenant.post(`/organizations/${tenant.orgId}/beliefs`, principle('Roll back first'))
    await tenant.post(`/groups/${group}/responsibilities`, { category: 'monitoring', statement: 'Watch the errors' })
    const { status, body } = await tenant.get(`/organizations/${tenant.slug}/proposals`)
    expect([status, body.count, body.proposed]).toEqual([200, 3, 1])
    expect(body.data.map(({ origin, said }: any) => [origin, said])).toEqual([
      ['discovery', null],
      ['manual', null],
      ['manual', null],
    ])
    expect(body.data[0]).toMatchObject({ scope: 'agent', kind: 'belief', agent_name: 'Ada', hidden: true, n_count: 4 })
    expect(body.data[0].sources).toHaveLength(body.data[0].source_count)
    expect(body.data[0].sources[0]).toMatchObject({ source_type: 'substack_post', quote: testsFirst[0], url: null })
    expect(body.data[0].sources[0].published_at).toEqual(expect.any(String))
    expect(body.data.slice(1)).toMatchObject([
      { scope: 'org', agent_name: null, group_name: null, sources: [], source_count: 0 },
      { scope: 'group', kind: 'responsibility', group_name: 'Platform', statement: 'Watch the errors' },
    ])
    const ofAgent = (await tenant.get(`/organizations/${tenant.orgId}/proposals?agentId=${agent}&limit=1`)).body
    expect([ofAgent.count, ofAgent.data[0].agent_id]).toEqual([1, agent])
  })

  test('shows five sources of an item and counts all, and forgets what was decided', async () => {
    const tenant = await service.register()
    const agent = await tenant.agent()
    const { body: item } = await tenant.post('/beliefs', { agentId: agent, ...principle('Write plainly') })
    const columns = { org_id: tenant.orgId, item_id: item.id, source_type: 'conversation', created_at: item.created_at }
    await service.deps.db
      .insertInto('item_sources')
      .values(Array.from({ length: 7 }, (_, n) => ({ ...columns, id: crypto.randomUUID(), quote: `Quote ${n}` })))
      .execute()
    const path = `/organizations/${tenant.orgId}/proposals`
    const [proposal] = (await tenant.get(path)).body.data
    expect([proposal.sources.length, proposal.source_count]).toEqual([5, 7])
    await tenant.patch(`/beliefs/${item.id}`, { status: 'rejected' })
    expect((await tenant.get(path)).body).toMatchObject({ data: [], count: 0 })
  })

  test('knows no agent of another organization, not even of the same person', async () => {
    const person = await newPerson(service)
    const agent = await person.tenant.agent()
    const other = (await person.post('/organizations', { name: 'Other', slug: `other-${Date.now()}` })).body
    const ofAgent = (orgId: string) => person.get(`/organizations/${orgId}/proposals?agentId=${agent}`)
    expect((await ofAgent(person.tenant.orgId)).status).toBe(200)
    const { status, body } = await ofAgent(other.id)
    expect([status, body]).toEqual([404, { error: 'Agent not found', code: 'not_found' }])
  })
})

describe('POST /organizations/{orgId}/preview-changes', () => {
  interface World {
    tenant: Tenant
    group: string
    ada: string
    lin: string
    preview: (changes: object[], agentId?: string) => Promise<any>
    create: (path: string, item: object) => Promise<string>
  }
  /** Ada in a group, Lin in none. */
  async function newWorld(): Promise<World> {
    const tenant = await service.register()
    const group = await tenant.group()
    const ada = await tenant.agent({ name: 'Ada', group_id: group })
    const lin = await tenant.agent({ name: 'Lin' })
    return {
      tenant,
      group,
      ada,
      lin,
      preview: async (changes, agentId) =>
        (await tenant.post(`/organizations/${tenant.orgId}/preview-changes`, { changes, agentId })).body,
      create: async (path, item) => (await tenant.post(path, item)).body.id,
    }
  }
  const promptOf = async ({ tenant }: World, id: string) => (await tenant.get(`/agents/${id}`)).body.system_prompt

  test('a new item changes whoever does not hold its statement nearer', async () => {
    const world = await newWorld()
    await world.create('/beliefs', { agentId: world.lin, ...principle('Roll back first') })
    const answer = await world.preview([principle(' “Roll back first” ')])
    expect(answer).toMatchObject({ agents_reached: 2, agents_changed: 2, agent: { id: world.ada, name: 'Ada' } })
    const same = await world.preview([principle('Roll back  first')])
    expect(same).toMatchObject({ agents_reached: 2, agents_changed: 1, agent: { name: 'Ada' } })
    const [before, after] = [same.agent.before, same.agent.after]
    expect(before).toBe(await promptOf(world, world.ada))
    await world.create(`/organizations/${world.tenant.orgId}/beliefs`, principle('Roll back first'))
    expect(await promptOf(world, world.ada)).toBe(after)
    const ofGroup = await world.preview([{ ...principle('Ask first'), groupId: world.group }], world.lin)
    expect(ofGroup).toMatchObject({ agents_reached: 1, agents_changed: 1, agent: { name: 'Lin' } })
    expect(ofGroup.agent.after).toBe(ofGroup.agent.before)
  })

  test('every way to change an item tells what the prompts are afterwards', async () => {
    const world = await newWorld()
    const path = `/organizations/${world.tenant.orgId}/beliefs`
    const first = await world.create(path, principle('First'))
    const second = await world.create(path, principle('Second'))
    const steps: { changes: object[]; write: () => Promise<unknown>; changed: number }[] = [
      {
        changes: [
          { id: first, displayOrder: 2 },
          { id: second, displayOrder: 1 },
        ],
        write: async () => {
          await world.tenant.patch(`/beliefs/${first}`, { displayOrder: 2 })
          await world.tenant.patch(`/beliefs/${second}`, { displayOrder: 1 })
        },
        changed: 2,
      },
      ...[
        [{ starred: true }, 2],
        [{ starred: true }, 0],
        [{ statement: 'Third', category: 'voice' }, 2],
        [{ status: 'approved' }, 0],
        [{ status: 'rejected' }, 2],
        [{ status: 'pending' }, 0],
        [{ hidden: false }, 2],
      ].map(([set, changed]) => ({
        changes: [{ id: first, ...(set as object) }],
        write: () => world.tenant.patch(`/beliefs/${first}`, set),
        changed: changed as number,
      })),
      { changes: [{ id: first, remove: true }], write: () => world.tenant.delete(`/beliefs/${first}`), changed: 2 },
    ]
    for (const { changes, write, changed } of steps) {
      const before = await promptOf(world, world.lin)
      const answer = await world.preview(changes, world.lin)
      await write()
      const after = await promptOf(world, world.lin)
      expect([changes, answer]).toMatchObject([
        changes,
        { agents_reached: 2, agents_changed: changed, agent: { before, after } },
      ])
    }
  })

  test('overrides, and what discovery found, count as they would', async () => {
    const world = await newWorld()
    const { tenant, ada } = world
    const item = await world.create(`/groups/${world.group}/beliefs`, principle('Roll back first'))
    await tenant.post(`/agents/${ada}/overrides`, { sourceType: 'group_belief', sourceId: item })
    expect(await world.preview([{ id: item, remove: true }])).toEqual({
      agents_reached: 1,
      agents_changed: 0,
      agents: [],
      groups: [],
      agent: null,
    })
    await importContent(service, tenant, ada, testsFirst)
    await discover(service, tenant, ada)
    const [found] = (await tenant.get(`/beliefs?agentId=${ada}`)).body.data
    expect(await world.preview([{ id: found.id, status: 'approved' }])).toMatchObject({
      agents_reached: 1,
      agents_changed: 1,
      agent: { id: ada, after: expect.stringContaining(found.statement) },
    })
    expect(await world.preview([{ id: found.id, remove: true }])).toMatchObject({ agents_changed: 0 })
  })

  test('400 and 404 for what cannot be changed', async () => {
    const { tenant, ada } = await newWorld()
    const other = await newWorld()
    const path = `/organizations/${tenant.orgId}/preview-changes`
    const theirs = await other.create(`/organizations/${other.tenant.orgId}/beliefs`, principle('Theirs'))
    const own = (await tenant.post('/beliefs', { agentId: ada, ...principle('Ours') })).body.id
    const statuses = []
    for (const changes of [
      [{ statement: 'No category' }],
      [],
      [{ id: own, category: 'ownership' }],
      [{ id: theirs, starred: true }],
      [{ ...principle('In their group'), groupId: other.group }],
    ]) {
      statuses.push((await tenant.post(path, { changes })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 404, 404])
    expect((await tenant.post(path, { changes: [principle('x')], agentId: other.ada })).status).toBe(404)
  })
})

describe('GET /search', () => {
  test('finds agents, groups, items of every layer, conversations and content by all words', async () => {
    const tenant = await service.register()
    const group = await tenant.group({ name: 'Payments', description: 'Green builds' })
    const agent = await tenant.agent({ name: 'Ada', job_title: 'Green Engineer', group_id: group })
    await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement: 'Keep every build green' })
    await tenant.post(`/groups/${group}/beliefs`, { category: 'voice', statement: 'A green build is a promise' })
    await tenant.post(`/organizations/${tenant.orgId}/beliefs`, {
      category: 'axiom',
      statement: 'GREEN builds, always',
    })
    const participants = [{ participantType: 'agent', agentId: agent }]
    await tenant.post('/conversations', { title: 'Green day', participants })
    await importContent(service, tenant, agent, ['The build was green again.'])
    const found = async (q: string) =>
      (await tenant.get(`/search?q=${encodeURIComponent(q)}`)).body.data.map((hit: { type: string; text: string }) => [
        hit.type,
        hit.text,
      ])
    expect(await found('green')).toEqual([
      ['agent', 'Ada'],
      ['group', 'Payments'],
      ['item', 'Keep every build green'],
      ['item', 'A green build is a promise'],
      ['item', 'GREEN builds, always'],
      ['conversation', 'Green day'],
      ['content', 'The build was green again.'],
    ])
    expect(await found('promise GREEN')).toEqual([['item', 'A green build is a promise']])
    for (const nothing of ['%', '_____', 'g\\reen', 'blue']) expect(await found(nothing)).toEqual([])
    const [item] = (await tenant.get('/search?q=promise')).body.data
    expect(item).toMatchObject({ category: 'voice', scope: 'group', group_id: group, about: 'Payments' })
    const stranger = await service.register()
    expect((await stranger.get('/search?q=green')).body.data).toEqual([])
    expect((await stranger.get(`/search?q=green&orgId=${tenant.orgId}`)).status).toBe(404)
    expect((await tenant.get('/search?q=')).status).toBe(400)
  })

  /** The texts that an organization's search finds. */
  const textsIn =
    (tenant: Tenant) =>
    async (q: string): Promise<string[]> =>
      (await tenant.get(`/search?q=${encodeURIComponent(q)}`)).body.data.map((hit: { text: string }) => hit.text)

  test('finds Latin letters without their marks, and words too short for an index', async () => {
    const tenant = await service.register()
    const texts = textsIn(tenant)
    await tenant.agent({ name: 'José Núñez', job_title: 'Straße 日本語' })
    const decomposed = 'Zoe\u0308 A\u030angstrom'
    await tenant.agent({ name: decomposed })
    for (const q of ['jose', 'JOSÉ', 'nunez', 'jose\u0301', 'straße', 'ñez jos', '日本', '日本語', 'se']) {
      expect([q, await texts(q)]).toEqual([q, ['José Núñez']])
    }
    for (const q of ['zoe', 'Zoë', 'angstrom', 'Ångstrom', 'zo ang'])
      expect(await texts(q)).toEqual([decomposed.normalize('NFC')])
    for (const q of ['"jose"', 'jose*', 'NOT jose', 'jose OR zoe', 'josenunez', 'zz jose']) {
      expect([q, await texts(q)]).toEqual([q, []])
    }
  })

  test('finds what was changed by its new words alone, and nothing that is gone', async () => {
    const tenant = await service.register()
    const texts = textsIn(tenant)
    const group = await tenant.group({ name: 'Falcons' })
    const agent = await tenant.agent({ name: 'Merlin', group_id: group })
    const ofAgent = (await tenant.post('/beliefs', { agentId: agent, ...principle('Hover like a kestrel') })).body.id
    await tenant.post(`/groups/${group}/beliefs`, principle('Dive like a peregrine'))
    await importContent(service, tenant, agent, ['A buzzard circles.'])
    await tenant.patch(`/beliefs/${ofAgent}`, { statement: 'Glide like an albatross' })
    await tenant.patch(`/agents/${agent}`, { description: 'Likes the tundra' })
    expect(await texts('kestrel')).toEqual([])
    expect(await texts('albatross')).toEqual(['Glide like an albatross'])
    expect(await texts('tundra merlin')).toEqual(['Merlin'])
    expect([await texts('peregrine'), await texts('buzzard')]).toEqual([
      ['Dive like a peregrine'],
      ['A buzzard circles.'],
    ])
    await tenant.delete(`/agents/${agent}`)
    await tenant.delete(`/groups/${group}`)
    for (const q of ['albatross', 'tundra', 'peregrine', 'buzzard', 'falcons']) expect(await texts(q)).toEqual([])
  })

  test('an organization that is deleted leaves nothing in the index', async () => {
    const [person, neighbor] = [await newPerson(service), await service.register()]
    await neighbor.post(`/organizations/${neighbor.orgId}/beliefs`, principle('Sing like a skylark'))
    const before = await rowCounts(service)
    const slug = `aviary-${Date.now()}`
    const { id } = (await person.post('/organizations', { name: 'Aviary', slug })).body
    const agent = (await person.post('/agents', { orgId: id, name: 'Merlin' })).body.id
    await person.post('/beliefs', { agentId: agent, ...principle('Sing like a wren') })
    await person.post(`/organizations/${id}/beliefs`, principle('Sing like a nightingale'))
    expect((await person.delete(`/organizations/${id}`, { confirmSlug: slug })).status).toBe(200)
    expect(await rowCounts(service)).toEqual(before)
    expect(await textsIn(neighbor)('sing like')).toEqual(['Sing like a skylark'])
  })
})
