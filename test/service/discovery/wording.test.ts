import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSchedules } from '../../../server/jobs/worker.ts'
import { discover, importContent } from '../../support/discovery.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { report, said } from '../../support/sessions.ts'

let service: Service
beforeAll(async () => {
  service = await startService({})
})
afterAll(() => service.stop())

/** Reports rules of people that the reader is sure of, each in a session of its own, the first most. */
async function told(tenant: Tenant, rules: string[]) {
  const agentId = await tenant.agent()
  const reports = rules.map((content, at) =>
    said(`${content} ${at}`, { content, sourceQuote: content.toLowerCase(), confidence: 0.9 - at / 100 }),
  )
  await report(tenant, agentId, reports)
  await discover(service, tenant, agentId)
  const { data } = (await tenant.get(`/organizations/${tenant.orgId}/proposals?agentId=${agentId}`)).body
  return { agentId, proposals: data }
}

const states = (proposals: any[]) => proposals.map(({ statement, needs_wording }) => [statement, needs_wording])

test('words that cannot stand as a rule come behind those that can, and an edit lets them stand', async () => {
  const tenant = await service.register()
  const { agentId, proposals } = await told(tenant, [
    'Why do you mock the database in tests?',
    'Write release notes in English',
    'Update src/app.ts and src/main.ts',
    'Never push to main',
  ])
  expect(states(proposals)).toEqual([
    ['Write release notes in English', false],
    ['Never push to main', false],
    ['Why do you mock the database in tests?', true],
    ['Update src/app.ts and src/main.ts', true],
  ])
  const question = proposals[2]
  await tenant.patch(`/beliefs/${question.id}`, { statement: 'Never mock the database in tests' })
  const { data } = (await tenant.get(`/organizations/${tenant.orgId}/proposals?agentId=${agentId}`)).body
  expect(states(data)[0]).toEqual(['Never mock the database in tests', false])
})

test('the order holds over all pages, after an edit, and for what an earlier version judged otherwise', async () => {
  const tenant = await service.register()
  const { agentId } = await told(tenant, [
    'Why do you mock the database in tests?',
    'Write release notes in English',
    'Update src/app.ts and src/main.ts',
    'Never push to main',
    'Keep functions short',
  ])
  const path = `/organizations/${tenant.orgId}/proposals?agentId=${agentId}`
  const inPages = async () => {
    const all: any[] = []
    for (let cursor = ''; cursor !== 'null'; ) {
      const { body } = await tenant.get(`${path}&limit=1${cursor && `&cursor=${cursor}`}`)
      all.push(...body.data)
      cursor = `${body.next_cursor}`
    }
    return states(all)
  }
  const ordered = [
    ['Write release notes in English', false],
    ['Never push to main', false],
    ['Keep functions short', false],
    ['Why do you mock the database in tests?', true],
    ['Update src/app.ts and src/main.ts', true],
  ]
  expect(await inPages()).toEqual(ordered)

  const { db } = service.deps
  await db.updateTable('items').set({ needs_wording: false }).where('org_id', '=', tenant.orgId).execute()
  await db.updateTable('items').set({ needs_wording: true }).where('statement', '=', 'Never push to main').execute()
  expect((await inPages())[0]).toEqual(['Why do you mock the database in tests?', false])
  await runSchedules({ ...service.deps, now: () => new Date(Date.now() + 86_400_000) })
  expect(await inPages()).toEqual(ordered)

  const { data } = (await tenant.get(path)).body
  await tenant.patch(`/beliefs/${data[2].id}`, { statement: 'Why are functions long?' })
  expect((await inPages())[2]).toEqual(['Why do you mock the database in tests?', true])
  await tenant.post('/beliefs', { agentId, category: 'principle', statement: 'Why?' })
  expect((await inPages()).at(-1)).toEqual(['Why?', false])
})

test('what a person writes is never judged', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  await tenant.post('/beliefs', { agentId, category: 'principle', statement: 'Why?' })
  const { data } = (await tenant.get(`/organizations/${tenant.orgId}/proposals`)).body
  expect(states(data)).toEqual([['Why?', false]])
})

test('automatic approval leaves words that cannot stand to a person', async () => {
  const person = await newPerson(service)
  const { tenant } = person
  await person.patch(`/organizations/${tenant.orgId}`, { autoApproveBeliefs: true })
  const { agentId } = await told(tenant, ['Why do you mock the database in tests?', 'Never push to main'])
  const { data } = (await tenant.get(`/beliefs?agentId=${agentId}`)).body
  expect(data.map(({ statement, status }: any) => [statement, status]).sort()).toEqual([
    ['Never push to main', 'approved'],
    ['Why do you mock the database in tests?', 'pending'],
  ])
})

test('what holds this time alone is proposed from no number of sessions and conversations', async () => {
  const tenant = await service.register()
  const rule = 'Skip the tests just this once'
  const { agentId, proposals } = await told(tenant, [rule, rule, rule, rule])
  expect(proposals).toEqual([])
  const talk = 'Lin: For now, always skip the tests.\n\nAda: ok'
  for (const prefix of ['a', 'b', 'c'])
    await importContent(service, tenant, agentId, [talk], { type: 'conversation', prefix })
  await discover(service, tenant, agentId)
  expect((await tenant.get(`/organizations/${tenant.orgId}/proposals`)).body.count).toBe(0)
})
