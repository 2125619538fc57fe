import { afterAll, beforeAll, expect, test } from 'vitest'
import { discover, importContent } from '../../support/discovery.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { report, said } from '../../support/sessions.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const rules = ['Use pnpm', 'Write tests in Vitest', 'Keep commits small', 'Answer in German']

/** An agent with evidence that waits: each rule said once, the first of which the reader is most sure. */
async function withEvidence() {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  await report(
    tenant,
    agentId,
    rules.map((content, at) => said(`${at}`, { content, sourceQuote: `please ${content}`, confidence: 0.5 - at / 10 })),
  )
  await discover(service, tenant, agentId)
  return { tenant, agentId, waiting: (query?: string) => waiting(tenant, agentId, query) }
}

const waiting = async (tenant: Tenant, agentId: string, query = 'promoted=false&heldBack=false') =>
  (await tenant.get(`/observations?agentId=${agentId}&${query}`)).body.data

const statements = (data: any[]) => data.map(({ statement }) => statement)
const decisions = async (tenant: Tenant) =>
  (await tenant.get(`/organizations/${tenant.orgId}/decisions`)).body.data.map(
    ({ quote, statement, decision }: any) => [quote, statement, decision],
  )
const beliefs = async (tenant: Tenant, agentId: string) => (await tenant.get(`/beliefs?agentId=${agentId}`)).body.data

test('evidence says whether its words can stand as a rule', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  const words = ['Use pnpm', 'Why do you use npm here?']
  await report(
    tenant,
    agentId,
    words.map((content, at) => said(`${at}`, { content, sourceQuote: content, confidence: 0.4 - at / 10 })),
  )
  await discover(service, tenant, agentId)
  const data = await waiting(tenant, agentId)
  expect(data.map(({ statement, needs_wording }: any) => [statement, needs_wording])).toEqual([
    ['Use pnpm', false],
    ['Why do you use npm here?', true],
  ])
})

test('evidence is accepted, accepted in other words, or rejected, and each is a decision', async () => {
  const { tenant, agentId, waiting } = await withEvidence()
  const [first, second, third] = await waiting()
  const accepted = await tenant.patch(`/observations/${first.id}`, { status: 'accepted' })
  expect(accepted).toMatchObject({
    status: 200,
    body: { id: first.id, how: 'implied', item: { statement: 'Use pnpm', status: 'approved' } },
  })
  const edited = await tenant.patch(`/observations/${second.id}`, { status: 'accepted', statement: 'Test with Vitest' })
  expect(edited.body.item).toMatchObject({ statement: 'Test with Vitest', status: 'approved' })
  const rejected = await tenant.patch(`/observations/${third.id}`, { status: 'rejected' })
  expect(rejected.body).toMatchObject({ item: { status: 'rejected' }, held_back: { statement: 'Keep commits small' } })

  expect(statements(await waiting())).toEqual(['Answer in German'])
  const prompt = (await tenant.get(`/agents/${agentId}/prompt`)).text
  expect([/Use pnpm/, /Test with Vitest/, /Keep commits/].map((words) => words.test(prompt))).toEqual([
    true,
    true,
    false,
  ])
  expect(await decisions(tenant)).toEqual([
    ['please Keep commits small', 'Keep commits small', 'rejected'],
    ['please Write tests in Vitest', 'Test with Vitest', 'edited'],
    ['please Use pnpm', 'Use pnpm', 'approved'],
  ])
  const sources = (await tenant.get(`/beliefs/${accepted.body.item.id}/sources`)).body
  expect(sources.data).toMatchObject([{ source_type: 'session', quote: 'please Use pnpm', session: { session: '0' } }])
})

test('decided evidence strengthens its item or stays rejected, and no run proposes it again', async () => {
  const { tenant, agentId, waiting } = await withEvidence()
  const [first, , third] = await waiting()
  await tenant.patch(`/observations/${first.id}`, { status: 'accepted', statement: 'Prefer pnpm here' })
  await tenant.patch(`/observations/${third.id}`, { status: 'rejected' })
  await report(tenant, agentId, [
    said('8', { content: 'Use pnpm', how: 'explicit' }),
    said('9', { content: 'Keep commits small', how: 'explicit' }),
  ])
  expect((await discover(service, tenant, agentId)).result).toMatchObject({ items_proposed: 0 })
  expect(await beliefs(tenant, agentId)).toMatchObject([
    { statement: 'Prefer pnpm here', status: 'approved', n_count: 2 },
    { statement: 'Keep commits small', status: 'rejected', hidden: true },
  ])
  // A person who thinks again accepts it: the item that was rejected is approved.
  const back = await tenant.patch(`/observations/${third.id}`, { status: 'accepted' })
  expect(back.body.item).toMatchObject({ statement: 'Keep commits small', status: 'approved' })
  expect(await waiting()).toHaveLength(2)
})

test('a decision is taken back with its item, and the evidence waits as before', async () => {
  const { tenant, agentId, waiting } = await withEvidence()
  const before = await waiting()
  const [first, second, third] = before
  await tenant.patch(`/observations/${first.id}`, { status: 'accepted', statement: 'Prefer pnpm here' })
  await tenant.patch('/observations/bulk', { ids: [second.id, third.id], updates: { status: 'rejected' } })
  expect((await tenant.patch(`/observations/${first.id}`, { status: 'waiting' })).body.item).toBeNull()
  const ids = [second.id, third.id]
  const answer = await tenant.patch('/observations/bulk', { ids, updates: { status: 'waiting' } })
  expect(answer.body).toEqual({ updated: 2 })
  expect(await waiting()).toEqual(before)
  expect(await beliefs(tenant, agentId)).toEqual([])
  expect((await tenant.get(`/agents/${agentId}/prompt`)).text).not.toContain('pnpm')
  expect(await decisions(tenant)).toEqual([])
  // Nothing to take back is no error, and the next run leaves it as evidence.
  expect((await tenant.patch(`/observations/${first.id}`, { status: 'waiting' })).status).toBe(200)
  expect((await discover(service, tenant, agentId)).result).toMatchObject({ items_proposed: 0 })
  expect(await waiting()).toEqual(before)
})

test('an item that discovery proposed, or that has other sources, is not taken back', async () => {
  const { tenant, agentId, waiting } = await withEvidence()
  const [first, second] = await waiting()
  await tenant.patch(`/observations/${first.id}`, { status: 'accepted' })
  await report(tenant, agentId, [said('8', { content: 'Use pnpm', how: 'explicit' })])
  await discover(service, tenant, agentId)
  await tenant.post('/beliefs', { agentId, category: 'preference', statement: 'Write tests in Vitest' })
  await tenant.patch(`/observations/${second.id}`, { status: 'accepted' })
  for (const { id } of [first, second]) {
    const { status, body } = await tenant.patch(`/observations/${id}`, { status: 'waiting' })
    expect([status, body.error]).toEqual([409, expect.stringContaining('other sources')])
  }
  expect(statements(await beliefs(tenant, agentId)).sort()).toEqual(['Use pnpm', 'Write tests in Vitest'])
})

test('a selection is decided at once, ids of others are skipped, and two of one statement make one item', async () => {
  const { tenant, agentId, waiting } = await withEvidence()
  await report(tenant, agentId, [said('5', { content: 'Use pnpm', confidence: 0.2 })])
  await discover(service, tenant, agentId)
  const other = await withEvidence()
  const [foreign] = await other.waiting()
  const ids = (await waiting()).filter(({ statement }: any) => statement === 'Use pnpm').map(({ id }: any) => id)
  expect(ids).toHaveLength(2)
  const answer = await tenant.patch('/observations/bulk', {
    ids: [...ids, foreign.id],
    updates: { status: 'accepted' },
  })
  expect(answer).toMatchObject({ status: 200, body: { updated: 2 } })
  expect(await beliefs(tenant, agentId)).toMatchObject([{ statement: 'Use pnpm', status: 'approved', n_count: 2 }])
  expect(await other.waiting()).toHaveLength(4)
  const rest = (await waiting()).map(({ id }: any) => id)
  await tenant.patch('/observations/bulk', { ids: rest, updates: { status: 'rejected' } })
  expect(await waiting()).toEqual([])
  expect(statements(await waiting('heldBack=true')).sort()).toEqual(rules.slice(1).sort())
})

test('a proposal tells how sure the reader is of what people said, and none of what a person wrote', async () => {
  const { tenant, agentId } = await withEvidence()
  await report(tenant, agentId, [
    said('6', { content: 'Sort imports', confidence: 0.7 }),
    said('7', { content: 'Sort imports', confidence: 0.3 }),
  ])
  await discover(service, tenant, agentId)
  await tenant.post('/beliefs', { agentId, category: 'voice', statement: 'Be brief' })
  const { data } = (await tenant.get(`/organizations/${tenant.orgId}/proposals`)).body
  expect(data.map(({ statement, certainty }: any) => [statement, certainty])).toEqual([
    ['Sort imports', 0.7],
    ['Be brief', null],
  ])
})

test('evidence of conversations waits with that of sessions, and its decisions teach the reader', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent({ name: 'Coder' })
  const turn = 'The parser should not need a second config file, we want one config.'
  await importContent(service, tenant, agentId, [`Dev: ${turn}\n\nCoder: I'll look at it.`], { type: 'conversation' })
  await report(tenant, agentId, [said('1', { confidence: 0.2 })])
  await discover(service, tenant, agentId)
  const [first, second] = await waiting(tenant, agentId, 'source=people&promoted=false')
  expect([first.quote, second.quote]).toEqual([turn, 'use pnpm here, not npm'])
  await tenant.patch(`/observations/${first.id}`, { status: 'rejected' })
  expect(await decisions(tenant)).toEqual([[turn, turn.slice(0, -1), 'rejected']])
})

test('400 and 404 name what is wrong, and a statement that the agent has is 409 and decides nothing', async () => {
  const { tenant, agentId, waiting } = await withEvidence()
  const [first] = await waiting()
  const patch = (body: object, id = first.id) => tenant.patch(`/observations/${id}`, body)
  expect(await patch({ status: 'approved' })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('status') },
  })
  expect(await patch({ statement: 'Use it' })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('status') },
  })
  expect((await patch({ status: 'accepted', statement: ' ' })).status).toBe(400)
  expect((await patch({ status: 'accepted' }, agentId)).status).toBe(404)
  const stranger = await service.register()
  expect((await stranger.patch(`/observations/${first.id}`, { status: 'accepted' })).status).toBe(404)
  await tenant.post('/beliefs', { agentId, category: 'preference', statement: 'Use bun' })
  expect((await patch({ status: 'accepted', statement: 'Use bun' })).status).toBe(409)
  expect(await waiting()).toHaveLength(4)
  expect(await decisions(tenant)).toEqual([])
})

test.each([
  ['read', false, 401],
  ['propose', false, 401],
  ['write', false, 200],
  ['write', true, 409],
])('a %s key, with a review required: %s, answers %d', async (access, requireReview, expected) => {
  const person = await newPerson(service)
  const agentId = await person.tenant.agent()
  await report(person.tenant, agentId, [said('1')])
  await discover(service, person.tenant, agentId)
  const [first] = await waiting(person.tenant, agentId)
  const { body } = await person.post(`/organizations/${person.tenant.orgId}/api-keys`, { access })
  if (requireReview) await person.patch(`/organizations/${person.tenant.orgId}`, { requireReview })
  const headers = { authorization: `Bearer ${body.key}` }
  const answer = await service.call('PATCH', `/observations/${first.id}`, { status: 'accepted' }, headers)
  expect(answer.status).toBe(expected)
})

test('two people who decide at the same time make one item', async () => {
  const { tenant, waiting } = await withEvidence()
  const [first] = await waiting()
  const answers = await Promise.all(
    ['accepted', 'accepted', 'rejected', 'accepted'].map((status) =>
      tenant.patch(`/observations/${first.id}`, { status }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.item.id)).size).toBe(1)
  expect(await decisions(tenant)).toHaveLength(1)
})
