import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, connectMcp, listenForMcp } from '../../support/mcp-client.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Changes that stand in an open request are not proposed again (behavior: Change requests). */

let service: Service
let url: string | undefined
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const path = '/change-requests'

async function newTeam() {
  const person = await newPerson(service)
  const { tenant } = person
  const group = await tenant.group()
  const ada = await tenant.agent({ name: 'Ada', groupId: group })
  const lin = await tenant.agent({ name: 'Lin' })
  const create = async (where: string, statement: string, more: object = {}) =>
    (await tenant.post(where, { category: 'principle', statement, ...more })).body.id as string
  const own = await create('/beliefs', 'Write tests first', { agentId: ada })
  const ofGroup = await create(`/groups/${group}/beliefs`, 'Review every change')
  return { person, tenant, group, ada, lin, own, ofGroup }
}

const add = (owner: object, statement: string) => ({
  ...{ op: 'add', owner, kind: 'belief', category: 'voice', statement },
})
const propose = async (tenant: Pick<Tenant, 'post'>, changes: object[], title = 'Better') => {
  const { status, body } = await tenant.post(path, { title, changes })
  return { ...body, status }
}
const openOf = async (tenant: Tenant) => (await tenant.get(`${path}?status=open`)).body.count
const conflictsOf = ({ changes }: any) =>
  changes.map(({ conflict, conflict_number }: any) => [conflict, conflict_number])

test('the same change twice is one request, however it is written and whoever proposes it', async () => {
  const { person, tenant, ada } = await newTeam()
  const first = await propose(tenant, [add({ agentId: ada }, 'Answer in short sentences')])
  expect([first.status, first.number, '_existing' in first]).toEqual([201, 1, false])
  const spellings = [
    add({ agentId: ada }, 'Answer in short sentences'),
    add({ agentId: 'ada' }, '  Answer   in short\nsentences '),
    add({ agentId: ada }, 'answer in Short Sentences'),
    { statement: 'Answer in short sentences', starred: false, category: 'voice', owner: { agentId: ada }, op: 'add' },
  ]
  for (const change of spellings)
    for (const caller of [tenant, person]) {
      const again = await propose(caller, [change], 'Another title')
      expect(again).toMatchObject({ status: 200, id: first.id, number: 1, title: 'Better', _existing: true })
    }
  expect(await openOf(tenant)).toBe(1)
  for (const other of [
    { ...add({ agentId: ada }, 'Answer in short sentences'), starred: true },
    { ...add({ agentId: ada }, 'Answer in short sentences'), category: 'preference' },
    add({ orgId: tenant.orgId }, 'Answer in short sentences'),
    add({ agentId: ada }, 'Answer in long sentences'),
  ])
    expect((await propose(tenant, [other])).status).toBe(201)
})

test('one repeated change among others names the request that has it, the rest does not', async () => {
  const { tenant, ada, own } = await newTeam()
  const [one, two, three] = ['One thing', 'Another matter', 'Some third point'].map((text) =>
    add({ agentId: ada }, text),
  )
  const removal = { op: 'remove', id: own }
  await propose(tenant, [one!, removal])
  await propose(tenant, [two!])
  expect(await propose(tenant, [removal])).toMatchObject({ status: 200, number: 1, _existing: true })
  // Each stands in an open request, but not in the same one.
  const mixed = await propose(tenant, [two!, three!, removal])
  expect([mixed.status, mixed.number, conflictsOf(mixed)]).toEqual([
    ...[201, 3],
    [
      ['proposed', 2],
      [null, null],
      ['proposed', 1],
    ],
  ])
  expect(conflictsOf((await tenant.get(`${path}/${mixed.id}`)).body)).toEqual(conflictsOf(mixed))
  const [second] = (await tenant.get(`${path}?status=open`)).body.data.filter(({ number }: any) => number === 2)
  expect(conflictsOf((await tenant.get(`${path}/${second.id}`)).body)).toEqual([[null, null]])
  await tenant.post(`${path}/${second.id}/close`)
  expect(conflictsOf((await tenant.get(`${path}/${mixed.id}`)).body)[0]).toEqual([null, null])
  // A repeat does not prevent merging.
  expect((await tenant.post(`${path}/${mixed.id}/merge`)).status).toBe(200)
})

describe('a repeat is a new request', () => {
  test('when the first is decided', async () => {
    const { tenant, ada } = await newTeam()
    const change = add({ agentId: ada }, 'Answer in short sentences')
    const closed = await propose(tenant, [change])
    await tenant.post(`${path}/${closed.id}/close`)
    const merged = await propose(tenant, [change])
    expect([merged.status, merged.number]).toEqual([201, 2])
    await tenant.post(`${path}/${merged.id}/merge`)
    const repeated = await propose(tenant, [change])
    expect([repeated.status, conflictsOf(repeated)]).toEqual([201, [['duplicate', null]]])
  })

  test('when the item or the profile changed since, because the first cannot be merged anymore', async () => {
    const { tenant, ada, own, ofGroup } = await newTeam()
    const changes = [
      { op: 'edit', id: own, statement: 'Write the tests first' },
      { op: 'override', agentId: ada, sourceType: 'group_belief', sourceId: ofGroup },
      { op: 'profile', agentId: ada, jobTitle: 'Engineer', location: null },
    ]
    const first = await propose(tenant, changes)
    expect(first.status).toBe(201)
    expect(await propose(tenant, changes)).toMatchObject({ status: 200, id: first.id })
    for (const change of changes) expect(await propose(tenant, [change])).toMatchObject({ status: 200, id: first.id })
    // An edit may be about the case alone.
    expect((await propose(tenant, [{ ...changes[0], statement: 'write the tests first' }])).status).toBe(201)
    await tenant.patch(`/beliefs/${own}`, { starred: true })
    await tenant.patch(`/groups/beliefs/${ofGroup}`, { starred: true })
    await tenant.patch(`/agents/${ada}`, { jobTitle: 'Lead' })
    expect((await propose(tenant, [changes[0]!])).status).toBe(201)
    expect((await propose(tenant, [changes[2]!])).status).toBe(201)
  })
})

test('of repeats that arrive at once one request results', async () => {
  const { person, tenant, ada } = await newTeam()
  const change = add({ agentId: ada }, 'Answer in short sentences')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => propose(index % 2 ? tenant : person, [change])),
  )
  const outcomes = answers.map(({ status, _existing, error }) => [status, _existing, error])
  expect(outcomes.sort()).toEqual([...Array(11).fill([200, true, undefined]), [201, undefined, undefined]])
  expect([new Set(answers.map(({ id }) => id)).size, await openOf(tenant)]).toEqual([1, 1])
})

test('a key of one agent learns nothing of requests that it may not read', async () => {
  const { person, tenant, ada, lin } = await newTeam()
  const limits = { access: 'propose', agentId: ada }
  const { key } = (await person.post(`/organizations/${tenant.orgId}/api-keys`, limits)).body
  const post = (where: string, body?: unknown) => service.call('POST', where, body, { authorization: `Bearer ${key}` })
  const change = add({ agentId: ada }, 'Answer in short sentences')
  await propose(tenant, [change, add({ agentId: lin }, 'Answer at length')])
  const own = await propose({ post } as never, [change, add({ agentId: ada }, 'Name your sources')])
  expect([own.status, conflictsOf(own)]).toEqual([
    201,
    [
      [null, null],
      [null, null],
    ],
  ])
  expect(await propose({ post } as never, [change])).toMatchObject({ status: 200, id: own.id, _existing: true })
  // Others are told of the oldest one.
  expect(await propose(tenant, [change])).toMatchObject({ status: 200, number: 1 })
})

test.each(['2025-11-25', '2026-07-28'])(
  'the tool of MCP answers the request that is there, in %s',
  async (revision) => {
    const { tenant } = await newTeam()
    url ??= await listenForMcp(service)
    const client = await connectMcp(url, tenant.key, { revision })
    const args = {
      title: 'Shorter',
      changes: [{ op: 'add', owner: { agentId: 'ada' }, category: 'voice', statement: 'Answer in short sentences' }],
    }
    const first = await callTool(client, 'propose_changes', args)
    const again = await callTool(client, 'propose_changes', args)
    await client.close()
    expect(first.structuredContent).not.toHaveProperty('_existing')
    expect(again).toMatchObject({ structuredContent: { id: first.structuredContent.id, _existing: true } })
  },
)
