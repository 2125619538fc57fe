import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'
import { type Tenant, tenantOf } from '../../support/tenant.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Two agents of a group and one without, with items about deploying in every layer. */
async function setUp() {
  const person = await newPerson(service)
  const { tenant } = person
  const group = await tenant.group({ name: 'Platform' })
  const ada = await tenant.agent({ name: 'Ada', groupId: group })
  const bob = await tenant.agent({ name: 'Bob', groupId: group })
  const eve = await tenant.agent({ name: 'Eve, who deploys' })
  const add = async (path: string, input: object) => (await tenant.post(path, input)).body.id as string
  const belief = (statement: string, more: object = {}) => ({ category: 'principle', statement, ...more })
  const ids = {
    org: await add(`/organizations/${tenant.orgId}/beliefs`, belief('Deploy in daylight', { status: 'approved' })),
    group: await add(`/groups/${group}/responsibilities`, { category: 'execution', statement: 'Runs each deploy' }),
    ada: await add('/beliefs', belief('Never deploy on a Friday', { agentId: ada, status: 'approved' })),
    bob: await add('/beliefs', belief('Never deploy on a Friday', { agentId: bob, category: 'boundary' })),
    eve: await add('/beliefs', belief('Announce a deploy', { agentId: eve, status: 'approved' })),
  }
  await add('/beliefs', belief('Write tests first', { agentId: ada }))
  const find = async (query: string) => (await tenant.get(`/organizations/${tenant.slug}/items?${query}`)).body
  const change = (changes: object[], who: Tenant = tenant) =>
    who.patch(`/organizations/${tenant.orgId}/items`, { changes })
  return { person, tenant, group, agents: { ada, bob, eve }, ids, find, change }
}

const statements = (body: any) => body.data.map(({ statement }: { statement: string }) => statement)

test('finds the items of every layer, and counts by each choice what the other choices leave', async () => {
  const { find, group, agents, ids } = await setUp()
  const all = await find('q=DEPLOY')
  expect(all).toMatchObject({
    count: 5,
    totals: { agent: 1, group: 0, item: 5, conversation: 0, content: 0 },
    facets: {
      scope: { org: 1, group: 1, agent: 3 },
      category: { principle: 3, boundary: 1, execution: 1, axiom: 0 },
      state: { live: 3, pending: 2, hidden: 0, rejected: 0 },
      groups: [{ id: group, name: 'Platform', count: 3 }],
      agents: [
        { id: agents.ada, name: 'Ada', count: 1 },
        { id: agents.bob, name: 'Bob', count: 1 },
        { id: agents.eve, name: 'Eve, who deploys', count: 1 },
      ],
    },
  })
  expect(all.data[0]).toMatchObject({ id: ids.org, scope: 'org', kind: 'belief', agent_name: null, group_name: null })
  expect(all.data[1]).toMatchObject({ id: ids.group, kind: 'responsibility', group_name: 'Platform' })
  expect(all.data[2]).toMatchObject({ id: ids.ada, agent_id: agents.ada, agent_name: 'Ada', status: 'approved' })

  const live = await find(`q=deploy&state=live&groupId=${group}`)
  expect(statements(live)).toEqual(['Never deploy on a Friday'])
  expect(live).toMatchObject({
    count: 1,
    totals: { item: 5 },
    facets: { state: { live: 1, pending: 2 }, groups: [{ count: 1 }], scope: { org: 0, group: 0, agent: 1 } },
  })
  expect(statements(await find('q=deploy friday&category=boundary'))).toEqual(['Never deploy on a Friday'])
  expect(statements(await find('q=deploy&scope=org'))).toEqual(['Deploy in daylight'])
  expect(statements(await find(`q=deploy&agentId=${agents.eve}`))).toEqual(['Announce a deploy'])
  expect(await find('q=deploy&limit=2')).toMatchObject({ count: 5, data: [{}, {}] })
  expect(await find('q=nothing')).toMatchObject({ count: 0, data: [], totals: { item: 0 }, facets: { agents: [] } })
})

test('a key of one agent finds the items of its agent and those that it inherits', async () => {
  const { person, tenant, agents, change, ids } = await setUp()
  const { orgId, slug, userId } = tenant
  const { key } = (await person.post(`/organizations/${orgId}/api-keys`, { access: 'write', agentId: agents.eve })).body
  const own = tenantOf(service.call, { key, user_id: userId, organization: { id: orgId, slug } })
  const { body } = await own.get(`/organizations/${tenant.orgId}/items?q=deploy`)
  expect(statements(body)).toEqual(['Deploy in daylight', 'Announce a deploy'])
  expect(body).toMatchObject({
    totals: { agent: 1, item: 2 },
    facets: { groups: [], agents: [{ id: agents.eve, count: 1 }] },
  })
  expect((await change([{ id: ids.ada, hidden: true }], own)).status).toBe(404)
  expect((await change([{ id: ids.org, hidden: true }], own)).status).toBe(401)
  expect((await change([{ id: ids.eve, hidden: true }], own)).status).toBe(200)
})

test('changes items of both kinds and every layer at once, each with an entry of the audit log, and back', async () => {
  const { tenant, agents, ids, change } = await setUp()
  const prompt = async () => (await tenant.get(`/agents/${agents.ada}`)).body.system_prompt as string
  const before = await prompt()
  const { status, body } = await change([
    { id: ids.ada, statement: 'Never release on a Friday', category: 'boundary' },
    { id: ids.org, hidden: true },
    { id: ids.group, status: 'approved', starred: true },
  ])
  expect(status).toBe(200)
  expect(body.after.map(({ id, ...rest }: any) => [id, rest.statement, rest.category, rest.hidden])).toEqual([
    [ids.org, 'Deploy in daylight', 'principle', true],
    [ids.group, 'Runs each deploy', 'execution', false],
    [ids.ada, 'Never release on a Friday', 'boundary', false],
  ])
  const changed = await prompt()
  expect(changed).toContain('Never release on a Friday')
  expect(changed).not.toContain('Deploy in daylight')
  const log = (await tenant.get(`/organizations/${tenant.orgId}/audit-log?limit=3`)).body.data
  expect(log.map((entry: any) => entry.target.id).toSorted()).toEqual([ids.ada, ids.org, ids.group].toSorted())

  const back = body.before.map(({ id, statement, category, status, starred, hidden }: any, at: number) => {
    return { id, statement, category, status, starred, hidden, updatedAt: body.after[at].updated_at }
  })
  expect((await change(back)).status).toBe(200)
  expect(await prompt()).toBe(before)
  // The items are in another state by now.
  expect(await change(back)).toMatchObject({ status: 412, body: { code: 'stale' } })
})

test('changes nothing when one of the changes is impossible', async () => {
  const { tenant, agents, ids, find, change } = await setUp()
  const hide = { id: ids.ada, hidden: true }
  const foreign = await (await service.register()).agent()
  const other = await service.register()
  const theirs = (await other.post(`/organizations/${other.orgId}/beliefs`, { category: 'axiom', statement: 'S' })).body
  await tenant.post('/beliefs', { agentId: agents.ada, category: 'principle', statement: 'Announce a deploy' })
  const random = await change([hide, { id: '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11', hidden: true }])
  expect(random).toMatchObject({ status: 404, body: { error: 'Item not found' } })
  for (const id of [theirs.id, foreign]) {
    const { status, body } = await change([hide, { id, hidden: true }])
    expect({ status, body }).toEqual({ status: random.status, body: random.body })
  }
  expect((await change([hide], other)).status).toBe(404)
  expect((await change([hide, { id: ids.org }])).status).toBe(400)
  expect((await change([hide, { id: ids.org, category: 'execution' }])).status).toBe(400)
  expect((await change([hide, { id: ids.org, statement: ' ' }])).status).toBe(400)
  expect((await change([])).status).toBe(400)
  expect((await change(Array.from({ length: 501 }, () => hide))).status).toBe(400)
  expect(
    await change([
      { id: ids.eve, hidden: true },
      { id: ids.ada, statement: 'Announce a deploy' },
    ]),
  ).toMatchObject({
    status: 409,
    body: { code: 'duplicate_statement', error: expect.stringContaining('"Never deploy on a Friday"') },
  })
  expect(await find('q=deploy&state=hidden')).toMatchObject({ count: 0 })
})
