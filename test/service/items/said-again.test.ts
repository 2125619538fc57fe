import { afterAll, beforeAll, expect, test } from 'vitest'
import { discover } from '../../support/discovery.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'
import { propose, report, said, source } from '../../support/sessions.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const rule = 'Use pnpm, never npm'
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

/** Sessions in which the rule was implied, each an hour after the one before; the first one is a minute from now. */
const repeated = (count: number, first = 1, more: object = {}) =>
  Array.from({ length: count }, (_, at) =>
    said(`later ${first + at}`, {
      source: { ...source, session: `later ${first + at}`, at: minutes(first + at * 60) },
      ...more,
    }),
  )

async function newTeam() {
  const person = await newPerson(service)
  const { tenant } = person
  const group = await tenant.group()
  const agentId = await tenant.agent({ groupId: group })
  const repeatedItems = async (agent = agentId) => (await tenant.get(`/agents/${agent}/said-again`)).body.data
  return { person, tenant, group, agentId, repeatedItems }
}

test('a rule that people say again after its approval is counted from the first session on', async () => {
  const { person, tenant, agentId, repeatedItems } = await newTeam()
  const { [rule]: item } = await propose(service, tenant, agentId, [rule])
  const list = async () => (await tenant.get(`/beliefs?agentId=${agentId}`)).body.data
  // A pending item is not in the prompt, and the sessions before its approval asked for it.
  await report(tenant, agentId, [said('before')])
  await discover(service, tenant, agentId)
  expect(await list()).toMatchObject([{ id: item.id, n_count: 2 }])
  const { body: approved } = await person.patch(`/beliefs/${item.id}`, { status: 'approved' })
  expect(approved).not.toHaveProperty('said_again')
  expect(await list()).not.toMatchObject([{ said_again: expect.anything() }])
  const [first, second] = repeated(2)
  await report(tenant, agentId, [first!])
  await discover(service, tenant, agentId)
  const since = { sessions: 1, last_at: first!.source.at }
  expect(await list()).toMatchObject([{ n_count: 3, said_again: since }])
  // Several times in one session is once.
  await report(tenant, agentId, [second!, second!, { ...second!, content: 'Use pnpm instead of npm' }])
  await discover(service, tenant, agentId)
  const twice = { sessions: 2, last_at: second!.source.at }
  expect(await list()).toMatchObject([{ said_again: twice }])
  expect(await repeatedItems()).toEqual([
    {
      id: item.id,
      kind: 'belief',
      scope: 'agent',
      category: 'preference',
      statement: rule,
      approved_at: expect.stringMatching(/^2\d{3}-/),
      said_again: twice,
    },
  ])
  expect((await person.post(`/beliefs/${item.id}/star`)).body.said_again).toEqual(twice)
  expect((await tenant.get(`/agents/${agentId}`)).body.beliefs[0]).not.toHaveProperty('said_again')
  // Approving again keeps the time; taking the approval back ends it.
  const [{ approved_at }] = await repeatedItems()
  const again = await person.patch(`/beliefs/${item.id}`, { status: 'approved' })
  expect([again.body.said_again, (await repeatedItems())[0].approved_at]).toEqual([twice, approved_at])
  const pending = await person.patch(`/beliefs/${item.id}`, { status: 'pending' })
  expect([pending.body.said_again, await repeatedItems()]).toEqual([undefined, []])
})

test.each(['organization', 'group'])('a rule of the %s that people say again is no proposal', async (layer) => {
  const { person, tenant, group, agentId, repeatedItems } = await newTeam()
  const path = layer === 'group' ? `/groups/${group}/beliefs` : `/organizations/${tenant.orgId}/beliefs`
  const { body: item } = await person.post(path, { category: 'principle', statement: rule, status: 'approved' })
  const other = await tenant.agent({ name: 'Grace', groupId: group })
  await report(tenant, agentId, repeated(2, 1, { how: 'explicit' }))
  await report(tenant, other, repeated(1, 10))
  await discover(service, tenant, agentId)
  await discover(service, tenant, other)
  expect((await tenant.get(`/organizations/${tenant.orgId}/proposals`)).body.count).toBe(0)
  const { data } = (await tenant.get(path)).body
  expect(data).toMatchObject([{ id: item.id, n_count: 2, said_again: { sessions: 3 } }])
  expect(await repeatedItems()).toMatchObject([{ id: item.id, said_again: { sessions: 2 } }])
  expect(await repeatedItems(other)).toMatchObject([{ said_again: { sessions: 1 } }])
  // Other agents must not read what people told this one.
  expect((await tenant.get(`/beliefs/${item.id}/sources`)).body.count).toBe(0)
  const { key } = (await person.post(`/organizations/${tenant.orgId}/api-keys`, { access: 'read', agentId: other }))
    .body
  const seen = await service.call('GET', path, undefined, { authorization: `Bearer ${key}` })
  expect(seen.body.data).toMatchObject([{ said_again: { sessions: 1 } }])
  await person.delete(`/agents/${agentId}`)
  expect((await tenant.get(path)).body.data).toMatchObject([{ said_again: { sessions: 1 } }])
})

test('a rule that the agent overrides, that is hidden or that waits is proposed', async () => {
  const { person, tenant, agentId, repeatedItems } = await newTeam()
  const path = `/organizations/${tenant.orgId}/beliefs`
  const rules = ['Use pnpm, never npm', 'Answer in German', 'Keep commits small']
  const ids: string[] = []
  for (const statement of rules)
    ids.push((await person.post(path, { category: 'principle', statement, status: 'approved' })).body.id)
  await person.post(`/agents/${agentId}/overrides`, { sourceType: 'org_belief', sourceId: ids[0] })
  await person.post(`${path}/${ids[1]}/hide`)
  await person.patch(`${path}/${ids[2]}`, { status: 'pending' })
  await propose(service, tenant, agentId, rules)
  const { data } = (await tenant.get(`/beliefs?agentId=${agentId}`)).body
  expect(data.map(({ statement }: any) => statement).sort()).toEqual([...rules].sort())
  expect(await repeatedItems()).toEqual([])
})

test('two items that are merged count together', async () => {
  const { person, tenant, agentId, repeatedItems } = await newTeam()
  const path = `/organizations/${tenant.orgId}/beliefs`
  for (const statement of ['Use pnpm, never npm', 'Use pnpm instead of npm'])
    await person.post(path, { category: 'principle', statement, status: 'approved' })
  await report(tenant, agentId, repeated(1))
  await report(tenant, agentId, repeated(1, 5, { content: 'Use pnpm instead of npm' }))
  await discover(service, tenant, agentId)
  await person.post(`/organizations/${tenant.orgId}/dedup`, { dryRun: false })
  await discover(service, tenant, agentId)
  expect((await tenant.get(path)).body.count).toBe(1)
  expect(await repeatedItems()).toMatchObject([{ said_again: { sessions: 2 } }])
})
