import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const categories = ['ownership', 'execution', 'collaboration', 'deliverables', 'monitoring']
const gapsOf = async (agentId: string) => {
  const { status, body } = await tenant.post(`/agents/${agentId}/responsibility-gaps`)
  expect(status).toBe(200)
  return body.gaps as { category: string; label: string; current_count: number; suggestions: Suggestion[] }[]
}
interface Suggestion {
  statement: string
  confidence: number
}
const add = (agentId: string, category: string, statement: string) =>
  tenant.post('/responsibilities', { agentId, category, statement })

test('an agent without responsibilities has a gap in every category, in order, with 3 suggestions each', async () => {
  tenant = await service.register()
  const gaps = await gapsOf(await tenant.agent({ jobTitle: 'Backend engineer' }))
  expect(gaps.map(({ category, current_count }) => [category, current_count])).toEqual(
    categories.map((each) => [each, 0]),
  )
  expect(gaps[0]!.label).toBe('Ownership')
  const suggestions = gaps.flatMap((gap) => gap.suggestions)
  expect(suggestions).toHaveLength(15)
  expect(new Set(suggestions.map(({ statement }) => statement)).size).toBe(15)
  expect(suggestions.every(({ confidence }) => confidence > 0 && confidence < 1)).toBe(true)
})

test('says who suggests', async () => {
  tenant = await service.register()
  const { body } = await tenant.post(`/agents/${await tenant.agent()}/responsibility-gaps`)
  expect(body.engine).toBe('builtin')
})

test('suggests for the role: other words for a designer than for an engineer, and less surely without a job title', async () => {
  tenant = await service.register()
  const first = async (jobTitle?: string) => (await gapsOf(await tenant.agent({ jobTitle })))[0]!.suggestions[0]!
  const [designer, engineer, anybody] = [
    await first('Product designer'),
    await first('Backend engineer'),
    await first(),
  ]
  expect(new Set([designer, engineer, anybody].map(({ statement }) => statement)).size).toBe(3)
  expect(anybody.confidence).toBeLessThan(designer.confidence)
})

test('counts the resolved identity: other layers and hidden items count, rejected and overridden ones do not', async () => {
  tenant = await service.register()
  const groupId = await tenant.group()
  const agentId = await tenant.agent({ groupId })
  const { body: inherited } = await tenant.post(`/organizations/${tenant.orgId}/responsibilities`, {
    category: 'ownership',
    statement: 'Own the brand',
  })
  await tenant.post(`/groups/${groupId}/responsibilities`, { category: 'ownership', statement: 'Own the build' })
  await add(agentId, 'execution', 'Fix bugs')
  const { body: hidden } = await add(agentId, 'execution', 'Write tests')
  await tenant.post(`/responsibilities/${hidden.id}/hide`)
  await add(agentId, 'monitoring', 'Watch errors')
  const { body: rejected } = await add(agentId, 'monitoring', 'Watch users')
  await tenant.patch(`/responsibilities/${rejected.id}`, { status: 'rejected' })
  const counts = async () => (await gapsOf(agentId)).map(({ category, current_count }) => [category, current_count])
  const rest = [
    ['collaboration', 0],
    ['deliverables', 0],
    ['monitoring', 1],
  ]
  expect(await counts()).toEqual(rest)

  await tenant.post(`/agents/${agentId}/overrides`, { sourceType: 'org_responsibility', sourceId: inherited.id })
  expect(await counts()).toEqual([['ownership', 1], ...rest])
})

test('suggests nothing that the agent has at any layer, whatever its state', async () => {
  tenant = await service.register()
  const agentId = await tenant.agent({ jobTitle: 'Support lead' })
  const before = await gapsOf(agentId)
  const [own, inherited] = before[0]!.suggestions
  const { body: rejected } = await add(agentId, 'ownership', own!.statement)
  await tenant.patch(`/responsibilities/${rejected.id}`, { status: 'rejected' })
  await tenant.post(`/organizations/${tenant.orgId}/beliefs`, {
    category: 'principle',
    statement: `${inherited!.statement.toUpperCase()}.`,
  })
  const gap = (await gapsOf(agentId))[0]!
  expect([gap.category, gap.current_count, gap.suggestions.length]).toEqual(['ownership', 0, 3])
  const statements = gap.suggestions.map(({ statement }) => statement)
  expect(statements).not.toContain(own!.statement)
  expect(statements).not.toContain(inherited!.statement)
})

test('an agent with 2 responsibilities in each category has no gap', async () => {
  tenant = await service.register()
  const agentId = await tenant.agent()
  for (const category of categories)
    for (const which of ['one', 'two']) await add(agentId, category, `Do ${category} ${which}`)
  expect(await gapsOf(agentId)).toEqual([])
})

test('404 for an agent that is unknown or of another tenant, 401 without a key', async () => {
  tenant = await service.register()
  const agentId = await tenant.agent()
  const stranger = await service.register()
  expect((await stranger.post(`/agents/${agentId}/responsibility-gaps`)).status).toBe(404)
  expect((await tenant.post('/agents/none/responsibility-gaps')).status).toBe(404)
  expect((await service.call('POST', `/agents/${agentId}/responsibility-gaps`)).status).toBe(401)
})
