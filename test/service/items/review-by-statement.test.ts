import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

const principle = (statement: string) => ({ category: 'principle', statement })

test('a statement that several agents have is listed once, in pages too, and decided on by one request', async () => {
  const stranger = await service.register()
  const theirs = await stranger.agent({ name: 'Mallory' })
  await stranger.post('/beliefs', { agentId: theirs, ...principle('Measure twice') })
  const [ada, lin, mae] = [
    await tenant.agent({ name: 'Ada' }),
    await tenant.agent({ name: 'Lin' }),
    await tenant.agent({ name: 'Mae' }),
  ]
  for (const agentId of [ada, lin, mae]) await tenant.post('/beliefs', { agentId, ...principle('Measure twice') })
  await tenant.post('/beliefs', { agentId: lin, ...principle('Cut once') })
  await tenant.post('/beliefs', { agentId: mae, category: 'voice', statement: 'Measure twice' })
  await tenant.post(`/organizations/${tenant.orgId}/beliefs`, principle('Measure twice'))

  const path = `/organizations/${tenant.orgId}/proposals`
  const { body } = await tenant.get(`${path}?byStatement=true`)
  expect(body.count).toBe(4)
  const rows = body.data.map(({ scope, statement, category, agent_name, also_for }: any) => [
    scope,
    category,
    statement,
    agent_name,
    also_for.map((other: any) => other.agent_name),
  ])
  expect(rows).toEqual([
    ['agent', 'principle', 'Measure twice', 'Ada', ['Lin', 'Mae']],
    ['agent', 'principle', 'Cut once', 'Lin', []],
    ['agent', 'voice', 'Measure twice', 'Mae', []],
    ['org', 'principle', 'Measure twice', null, []],
  ])
  const pages = []
  for (let cursor = ''; cursor !== null; ) {
    const page = (await tenant.get(`${path}?byStatement=true&limit=1${cursor && `&cursor=${cursor}`}`)).body
    pages.push(...page.data.map(({ id }: any) => id))
    cursor = page.next_cursor
  }
  expect(pages).toEqual(body.data.map(({ id }: any) => id))
  const ofMae = (await tenant.get(`${path}?byStatement=true&agentId=${mae}`)).body
  expect(ofMae.data.map(({ statement }: any) => statement)).toEqual(['Measure twice', 'Measure twice'])
  expect((await tenant.get(path)).body.data).toHaveLength(6)
  expect((await tenant.get(path)).body.data[0].also_for).toBeUndefined()

  const [first] = body.data
  const ids = [first.id, ...first.also_for.map(({ id }: any) => id)]
  const decided = await tenant.patch('/beliefs/bulk', { ids, updates: { status: 'approved' } })
  expect(decided.body).toMatchObject({ updated: 3, agents_affected: 3 })
  expect((await tenant.get(`${path}?byStatement=true`)).body.count).toBe(3)
})

test('conflicts follow each change of the layers above', async () => {
  const owner = await service.register()
  const group = await owner.group({ name: 'Harbor' })
  const agentId = await owner.agent({ name: 'Ada', group_id: group })
  await owner.post('/beliefs', { agentId, ...principle('Always paint boats in winter') })
  const conflicts = async () => {
    const { body } = await owner.get(`/organizations/${owner.orgId}/proposals`)
    const [proposal] = body.data.filter(({ agent_id }: any) => agent_id === agentId)
    return proposal.conflicts_checked && proposal.conflicts.map(({ owner: { scope } }: any) => scope)
  }
  const no = principle('Never paint boats in winter')
  await expect.poll(conflicts).toEqual([])
  const { body: above } = await owner.post(`/organizations/${owner.orgId}/beliefs`, no)
  await expect.poll(conflicts).toEqual(['org'])
  await owner.patch(`/beliefs/${above.id}`, { status: 'rejected' })
  await expect.poll(conflicts).toEqual([])
  await owner.post(`/groups/${group}/beliefs`, no)
  await expect.poll(conflicts).toEqual(['group'])
  await owner.patch(`/agents/${agentId}`, { groupId: null })
  await expect.poll(conflicts).toEqual([])
})

test('a text finds statements and the names of their agents, among all and not only those of a page', async () => {
  const owner = await service.register()
  const [ada, lin] = [await owner.agent({ name: 'Ada Söder' }), await owner.agent({ name: 'Lin' })]
  for (const agentId of [ada, lin]) await owner.post('/beliefs', { agentId, ...principle('Measure twice') })
  for (let at = 0; at < 4; at++) await owner.post('/beliefs', { agentId: lin, ...principle(`Rule ${at} of 100%`) })
  const found = async (query: string) => {
    const { body } = await owner.get(`/organizations/${owner.orgId}/proposals?limit=2&${query}`)
    return [body.count, body.data.map(({ statement }: any) => statement)]
  }
  expect(await found('byStatement=true&q=RULE 3')).toEqual([1, ['Rule 3 of 100%']])
  expect(await found('byStatement=true&q=soder')).toEqual([1, ['Measure twice']])
  // The statement is listed as the item of Ada, and is for Lin too.
  expect(await found('byStatement=true&q=lin')).toEqual([5, ['Measure twice', 'Rule 0 of 100%']])
  expect(await found('q=lin')).toEqual([5, ['Measure twice', 'Rule 0 of 100%']])
  expect((await found('q=%25'))[0]).toBe(4)
  expect((await found('q=_'))[0]).toBe(0)
  expect((await found('q=%20'))[0]).toBe(6)
})
