import { afterAll, beforeAll, expect, test } from 'vitest'
import { discover, importContent, testsFirst } from '../../support/discovery.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'
import { propose, report, said } from '../../support/sessions.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const rules = ['Use pnpm', 'Name branches after issues', 'Keep commits small', 'Answer in German']

async function newProposals() {
  const person = await newPerson(service)
  const { tenant } = person
  const agentId = await tenant.agent()
  const items = await propose(service, tenant, agentId, rules)
  const decisions = async (query = '') =>
    (await tenant.get(`/organizations/${tenant.orgId}/decisions?source=session${query}`)).body
  return { person, tenant, agentId, items, decisions }
}

test('what a person approves, rejects and edits is listed, newest first, with its quote', async () => {
  const { person, items, decisions } = await newProposals()
  const path = (rule: string) => `/beliefs/${items[rule].id}`
  expect(await decisions()).toMatchObject({ data: [], count: 0 })
  await person.patch(path('Use pnpm'), { status: 'approved' })
  await person.patch(path('Name branches after issues'), { status: 'rejected' })
  await person.patch(path('Keep commits small'), { statement: 'Keep commits under 200 lines' })
  await person.patch(path('Keep commits small'), { status: 'approved' })
  await person.patch(path('Answer in German'), { statement: 'Answer in English', status: 'approved' })
  // Neither a star nor a repeated approval is a decision.
  await person.post(`${path('Use pnpm')}/star`)
  await person.patch(path('Use pnpm'), { status: 'approved' })
  const { data, count } = await decisions()
  const at = expect.any(String)
  expect(count).toBe(4)
  expect(data).toEqual([
    { quote: 'answer in german', statement: 'Answer in English', decision: 'edited', at },
    { quote: 'keep commits small', statement: 'Keep commits under 200 lines', decision: 'edited', at },
    { quote: 'name branches after issues', statement: 'Name branches after issues', decision: 'rejected', at },
    { quote: 'use pnpm', statement: 'Use pnpm', decision: 'approved', at },
  ])
  const first = await decisions('&limit=1')
  expect([first.data, first.count]).toEqual([data.slice(0, 1), 4])
  expect((await decisions(`&limit=3&cursor=${first.next_cursor}`)).data).toEqual(data.slice(1))
})

test('a person who changes their mind has made one decision, the last one', async () => {
  const { person, items, decisions } = await newProposals()
  for (const status of ['approved', 'rejected'])
    await person.patch('/beliefs/bulk', { ids: rules.map((rule) => items[rule].id), updates: { status } })
  const { data, count } = await decisions()
  expect(count).toBe(4)
  expect(new Set(data.map(({ decision }: any) => decision))).toEqual(new Set(['rejected']))
})

test('of several quotes the one counts of which the reader was most sure', async () => {
  const { person, tenant, agentId, items, decisions } = await newProposals()
  const surer = { content: 'Use pnpm', sourceQuote: 'pnpm, always', how: 'explicit' }
  await report(tenant, agentId, [said('7', { ...surer, confidence: 1 }), said('8', { ...surer, confidence: 0.2 })])
  await report(tenant, agentId, [said('9', { content: 'Use Biome', sourceQuote: 'biome?', confidence: 0.1 })])
  await report(
    tenant,
    agentId,
    ['10', '11'].map((session, at) =>
      said(session, { content: 'Use Biome', sourceQuote: `biome ${session}`, confidence: 0.5 + at / 10 }),
    ),
  )
  await discover(service, tenant, agentId)
  const { data } = (await tenant.get(`/beliefs?agentId=${agentId}&status=pending`)).body
  const { id } = data.find(({ statement }: any) => statement === 'Use Biome')
  await person.patch(`/beliefs/${id}`, { status: 'approved' })
  await person.patch(`/beliefs/${items['Use pnpm'].id}`, { status: 'approved' })
  expect((await decisions()).data.map(({ quote }: any) => quote)).toEqual(['use pnpm', 'biome 11'])
})

test('items and proposals of other origin are none', async () => {
  const { person, tenant, agentId, decisions } = await newProposals()
  const { id } = (await person.post('/beliefs', { agentId, category: 'voice', statement: 'Be brief' })).body
  await person.patch(`/beliefs/${id}`, { status: 'approved' })
  await importContent(service, tenant, agentId, testsFirst)
  await discover(service, tenant, agentId)
  const { data } = (await tenant.get(`/beliefs?agentId=${agentId}&category=principle`)).body
  expect(data).toHaveLength(1)
  await person.patch(`/beliefs/${data[0].id}`, { status: 'approved' })
  expect((await decisions()).count).toBe(0)
})

test('a key of one agent sees the decisions on its agent’s proposals, and another organization none', async () => {
  const { person, tenant, agentId, items } = await newProposals()
  await person.patch(`/beliefs/${items['Use pnpm'].id}`, { status: 'approved' })
  const other = await tenant.agent({ name: 'Grace' })
  const path = `/organizations/${tenant.orgId}/decisions`
  const countFor = async (agent: string) => {
    const { key } = (await person.post(`/organizations/${tenant.orgId}/api-keys`, { access: 'read', agentId: agent }))
      .body
    return (await service.call('GET', path, undefined, { authorization: `Bearer ${key}` })).body.count
  }
  expect([await countFor(agentId), await countFor(other)]).toEqual([1, 0])
  const stranger = await service.register()
  expect((await stranger.get(path)).status).toBe(404)
  expect((await tenant.get(`${path}?source=feed`)).status).toBe(400)
})
