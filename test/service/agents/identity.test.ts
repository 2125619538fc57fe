import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const nobody = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'

/** A new tenant whose agent inherits from a group and the organization. */
async function setUp() {
  tenant = await service.register()
  const group = await tenant.group()
  const agent = await tenant.agent({ groupId: group })
  const add = async (scope: 'org' | 'group' | 'agent', category: string, statement: string, plural = 'beliefs') => {
    const path = {
      org: `/organizations/${tenant.orgId}/${plural}`,
      group: `/groups/${group}/${plural}`,
      agent: `/${plural}`,
    }
    return (await tenant.post(path[scope], { category, statement, agentId: agent })).body.id as string
  }
  const resolved = async (query = '') => (await tenant.get(`/agents/${agent}/resolved-identity${query}`)).body
  const prompt = async () => (await tenant.get(`/agents/${agent}`)).body.system_prompt as string
  return { group, agent, add, resolved, prompt }
}

const sources = (body: any) => body.beliefs.map((item: any) => [item.statement, item.source])

describe('GET /agents/{agentId}/resolved-identity', () => {
  test('merges the layers in one order, and counts what it lists', async () => {
    const { add, resolved } = await setUp()
    await add('org', 'voice', 'Plain words')
    await add('org', 'axiom', 'People first')
    await add('group', 'axiom', 'Uptime matters')
    const own = await add('agent', 'axiom', 'Money is exact')
    await tenant.post(`/beliefs/${own}/star`)
    await add('group', 'monitoring', 'Watch the queue', 'responsibilities')
    const body = await resolved()
    expect(sources(body)).toEqual([
      ['Money is exact', 'agent'],
      ['People first', 'org'],
      ['Uptime matters', 'group'],
      ['Plain words', 'org'],
    ])
    expect(body.beliefs[0]).toEqual({
      id: own,
      category: 'axiom',
      statement: 'Money is exact',
      starred: true,
      hidden: false,
      status: 'pending',
      origin: 'manual',
      source: 'agent',
      display_order: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(body.summary).toEqual({
      total_beliefs: 4,
      total_responsibilities: 1,
      by_source: { org: 2, group: 2, agent: 1 },
    })
  })

  test('of equal statements the nearest layer wins, however they were written', async () => {
    const { add, resolved, prompt } = await setUp()
    await add('org', 'axiom', 'Don’t guess')
    await add('group', 'axiom', "Don't guess")
    expect(sources(await resolved())).toEqual([["Don't guess", 'group']])
    await add('agent', 'axiom', "Don't  guess")
    await add('org', 'principle', "Don't guess")
    expect(sources(await resolved())).toEqual([
      ["Don't guess", 'agent'],
      ["Don't guess", 'org'],
    ])
    expect((await prompt()).match(/Don't guess/g)).toHaveLength(2)
  })

  test('a hidden own version silences the inherited one', async () => {
    const { add, resolved, prompt } = await setUp()
    await add('org', 'axiom', 'Be quick')
    const own = await add('agent', 'axiom', 'Be quick')
    await tenant.post(`/beliefs/${own}/hide`)
    const body = await resolved()
    expect(body.beliefs).toMatchObject([{ id: own, hidden: true, source: 'agent' }])
    expect(body.summary.total_beliefs).toBe(1)
    expect(await prompt()).not.toContain('Be quick')
  })

  test('an override takes its item away before the merge: an equal one of a further layer shows', async () => {
    const { add, agent, resolved, prompt } = await setUp()
    const ofOrg = await add('org', 'axiom', 'Be quick')
    const ofGroup = await add('group', 'axiom', 'Be quick')
    await tenant.post(`/agents/${agent}/overrides`, { sourceType: 'group_belief', sourceId: ofGroup })
    expect((await resolved()).beliefs.map((item: any) => item.id)).toEqual([ofOrg])
    expect(await prompt()).toContain('Be quick')
    const all = await resolved('?includeOverridden=true')
    expect(all.beliefs.map((item: any) => [item.id, item.overridden]).sort()).toEqual(
      [
        [ofOrg, undefined],
        [ofGroup, true],
      ].sort(),
    )
    expect(all.summary).toEqual({
      total_beliefs: 2,
      total_responsibilities: 0,
      by_source: { org: 1, group: 1, agent: 0 },
    })
    await tenant.post(`/agents/${agent}/overrides`, { sourceType: 'org_belief', sourceId: ofOrg })
    expect((await resolved()).beliefs).toEqual([])
    expect(await prompt()).not.toContain('Be quick')
  })

  test('an override waits while the agent is away from the group, and takes effect on return', async () => {
    const { add, agent, group, resolved } = await setUp()
    const item = await add('group', 'axiom', 'Team rule')
    const override = await tenant.post(`/agents/${agent}/overrides`, { sourceType: 'group_belief', sourceId: item })
    expect(override.status).toBe(201)
    expect((await resolved()).beliefs).toEqual([])
    const elsewhere = await tenant.group({ name: 'Elsewhere' })
    await tenant.post(`/groups/${elsewhere}/beliefs`, { category: 'axiom', statement: 'Team rule' })
    await tenant.patch(`/agents/${agent}`, { groupId: elsewhere })
    expect(sources(await resolved())).toEqual([['Team rule', 'group']])
    expect((await tenant.get(`/agents/${agent}/overrides`)).body.data).toHaveLength(1)
    await tenant.patch(`/agents/${agent}`, { groupId: group })
    expect((await resolved()).beliefs).toEqual([])
  })

  test('400 for a flag that is none, 404 for a foreign agent', async () => {
    const { agent } = await setUp()
    expect((await tenant.get(`/agents/${agent}/resolved-identity?includeOverridden=yes`)).body.error).toContain(
      'includeOverridden',
    )
    const stranger = await service.register()
    expect((await stranger.get(`/agents/${agent}/resolved-identity`)).status).toBe(404)
  })
})

describe('/agents/{agentId}/overrides', () => {
  test('201, listed, 409 for the same item, and gone after DELETE', async () => {
    const { add, agent } = await setUp()
    const item = await add('org', 'ownership', 'The brand', 'responsibilities')
    const path = `/agents/${agent}/overrides`
    const { status, body } = await tenant.post(path, { source_type: 'org_responsibility', source_id: item })
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        agent_id: agent,
        source_type: 'org_responsibility',
        source_id: item,
        created_at: expect.any(String),
      },
    ])
    expect((await tenant.post(path, { sourceType: 'org_responsibility', sourceId: item })).status).toBe(409)
    expect((await tenant.get(path)).body).toMatchObject({ data: [body] })
    const other = await tenant.agent()
    expect((await tenant.delete(`/agents/${other}/overrides/${body.id}`)).status).toBe(404)
    expect((await tenant.delete(`${path}/${body.id}`)).body).toMatchObject({ success: true })
    expect((await tenant.delete(`${path}/${body.id}`)).body).toEqual({ error: 'Override not found', code: 'not_found' })
  })

  test('404 for an item of the wrong kind or scope, of another group, of the agent itself, or of another tenant', async () => {
    const { add, agent } = await setUp()
    const belief = await add('org', 'axiom', 'A')
    const ofGroup = await add('group', 'axiom', 'B')
    const own = await add('agent', 'axiom', 'C')
    const elsewhere = await tenant.group()
    const ofOther = (await tenant.post(`/groups/${elsewhere}/beliefs`, { category: 'axiom', statement: 'D' })).body.id
    const stranger = await service.register()
    const foreign = (
      await stranger.post(`/organizations/${stranger.slug}/beliefs`, { category: 'axiom', statement: 'E' })
    ).body.id
    const answers = []
    for (const [sourceType, sourceId] of [
      ['org_responsibility', belief],
      ['group_belief', belief],
      ['org_belief', ofGroup],
      ['org_belief', own],
      ['group_belief', own],
      ['group_belief', ofOther],
      ['org_belief', foreign],
      ['org_belief', nobody],
    ]) {
      answers.push(await tenant.post(`/agents/${agent}/overrides`, { sourceType, sourceId }))
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 404, body: { error: expect.stringContaining('sourceId') } })
  })

  test.each([
    ['sourceType', { sourceId: nobody }],
    ['sourceType', { sourceType: 'agent_belief', sourceId: nobody }],
    ['sourceId', { sourceType: 'org_belief' }],
    ['sourceId', { sourceType: 'org_belief', sourceId: 'x' }],
  ])('400 that names %s for %j', async (field, input) => {
    const { agent } = await setUp()
    const { status, body } = await tenant.post(`/agents/${agent}/overrides`, input)
    expect([status, body.error]).toEqual([400, expect.stringContaining(field)])
  })

  test('deleting the item takes the override along', async () => {
    const { add, agent } = await setUp()
    const item = await add('org', 'axiom', 'A')
    await tenant.post(`/agents/${agent}/overrides`, { sourceType: 'org_belief', sourceId: item })
    await tenant.delete(`/beliefs/${item}`)
    expect((await tenant.get(`/agents/${agent}/overrides`)).body.data).toEqual([])
  })
})
