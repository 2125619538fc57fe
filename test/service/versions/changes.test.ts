import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newPerson, type Person } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let owner: Person
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

let agent: string
let group: string
beforeEach(async () => {
  owner = await newPerson(service)
  tenant = owner.tenant
  group = await tenant.group({ name: 'Platform' })
  agent = await tenant.agent({ name: 'Zoë', group_id: group })
  await read()
})

interface Change {
  seq: number
  action: string
  layer: string
  actor: { type: string }
  target: { name: string }
}
const read = () => tenant.get(`/agents/${agent}/prompt`)
const create = (path: string, statement: string, more = {}) =>
  tenant.post(path, { category: 'principle', statement, ...more }).then(({ body }) => body.id as string)
const own = (statement: string, more = {}) => create('/beliefs', statement, { agentId: agent, ...more })
const ofGroup = (statement: string, id = group) => create(`/groups/${id}/beliefs`, statement)
const ofOrganization = (statement: string) => create(`/organizations/${tenant.orgId}/beliefs`, statement)
const versions = async (query = '') => (await tenant.get(`/agents/${agent}/prompt-versions${query}`)).body
const newest = async () => (await versions()).data[0]
const told = ({ changes }: { changes: Change[] }) =>
  changes.map(({ action, layer, target }) => `${layer} ${action} ${target.name}`)

test('a version says which layers changed since the one before, and by whom', async () => {
  const belief = await own('Test first')
  await ofGroup('Deploy on Mondays')
  await ofOrganization('Be kind')
  await read()
  await owner.patch(`/beliefs/${belief}`, { starred: true })
  await read()
  const { data } = await versions()
  expect(data.map(told)).toEqual([
    ['agent belief.update Test first'],
    ['org belief.create Be kind', 'group belief.create Deploy on Mondays', 'agent belief.create Test first'],
    ['agent agent.create Zoë'],
  ])
  expect(data[1].changes_by_layer).toEqual({ agent: 1, group: 1, org: 1 })
  expect(data[0].changes[0].actor).toMatchObject({ type: 'user', key_hint: null })
  expect(data[1].changes[0].actor.type).toBe('key')
  expect(data.map(({ previous }: { previous: number | null }) => previous)).toEqual([2, 1, null])
  const alone = (await tenant.get(`/agents/${agent}/prompt-versions/2`)).body
  expect(told(alone)).toEqual(told(data[1]))
})

test('only what stands in this prompt counts: no other agent, group, field or hidden item', async () => {
  await own('First')
  const hidden = await own('Hidden')
  await tenant.patch(`/beliefs/${hidden}`, { hidden: true })
  await read()
  const other = await tenant.agent({ name: 'Bo' })
  await create('/beliefs', 'Of Bo', { agentId: other })
  await ofGroup('Of sales', await tenant.group({ name: 'Sales' }))
  await tenant.patch(`/beliefs/${hidden}`, { statement: 'Hidden still' })
  await tenant.patch(`/agents/${agent}`, { slug: 'zoe-of-platform' })
  await tenant.patch(`/agents/${agent}`, { job_title: 'Engineer' })
  await read()
  expect(told(await newest())).toEqual(['agent agent.update Zoë'])
})

test('an agent that moves takes the changes of both groups', async () => {
  await own('First')
  await read()
  const sales = await tenant.group({ name: 'Sales' })
  await ofGroup('Of platform')
  await tenant.patch(`/agents/${agent}`, { group_id: sales })
  await ofGroup('Of sales', sales)
  await read()
  expect(told(await newest())).toEqual([
    'group belief.create Of sales',
    'agent agent.update Zoë',
    'group belief.create Of platform',
  ])
  await tenant.delete(`/groups/${sales}`)
  await own('Second')
  await read()
  expect(told(await newest())).toEqual(['agent belief.create Second', 'agent agent.update Zoë'])
})

test('lists show the newest ten changes and count all; one version shows a hundred', async () => {
  const beliefs = Array.from({ length: 30 }, (_, n) => ({ category: 'principle', statement: `Number ${n}` }))
  await tenant.post('/beliefs/bulk', { agentId: agent, beliefs })
  await ofOrganization('Be kind')
  await read()
  const version = await newest()
  expect(version.changes).toHaveLength(10)
  expect(told(version)[0]).toBe('org belief.create Be kind')
  expect(version.changes_by_layer).toEqual({ agent: 30, group: 0, org: 1 })
  const seqs = version.changes.map(({ seq }: Change) => seq)
  expect(seqs).toEqual(seqs.toSorted((a: number, b: number) => b - a))
  const alone = (await tenant.get(`/agents/${agent}/prompt-versions/${version.version}`)).body
  expect(alone.changes).toHaveLength(31)
})

test('?layer lists the versions before which that layer changed, page by page', async () => {
  for (const [at, add] of [own, ofGroup, ofOrganization, ofGroup].entries()) {
    await add(`Number ${at}`)
    await read()
  }
  const numbers = async (query: string) =>
    (await versions(query)).data.map(({ version }: { version: number }) => version)
  expect(await numbers('?layer=group')).toEqual([5, 3])
  expect(await numbers('?layer=org')).toEqual([4])
  expect(await numbers('?layer=agent')).toEqual([2, 1])
  const first = await versions('?layer=group&limit=1')
  expect([first.count, first.data[0].version]).toEqual([2, 5])
  expect(await numbers(`?layer=group&limit=1&cursor=${first.next_cursor}`)).toEqual([3])
  expect((await tenant.get(`/agents/${agent}/prompt-versions?layer=team`)).status).toBe(400)
})

test('changes before a version that retention took away stand with the next one', async () => {
  for (const statement of ['One', 'Two', 'Three']) {
    await own(statement)
    await read()
  }
  await service.deps.db
    .deleteFrom('prompt_versions')
    .where('org_id', '=', tenant.orgId)
    .where('agent_id', '=', agent)
    .where('version', 'in', [2, 3])
    .execute()
  expect(told(await newest())).toEqual([
    'agent belief.create Three',
    'agent belief.create Two',
    'agent belief.create One',
  ])
})

test('erased entries are no longer among the changes', async () => {
  await own('A secret plan')
  await read()
  const { status } = await owner.post(`/organizations/${tenant.orgId}/audit-log/erase`, { targetId: agent })
  expect(status).toBe(200)
  const { data } = await versions()
  expect(told(data.at(-1))).toEqual([])
})
