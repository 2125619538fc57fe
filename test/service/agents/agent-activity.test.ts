import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('the activity of each agent: what it inherits, when it changed, and when it was read', async () => {
  const tenant = await service.register()
  const group = await tenant.group()
  const [ada, bob] = [await tenant.agent({ groupId: group }), await tenant.agent()]
  const axiom = (statement: string) => ({ category: 'axiom', statement, status: 'approved' })
  await tenant.post(`/organizations/${tenant.orgId}/beliefs`, axiom('Of all'))
  const hidden = (await tenant.post(`/organizations/${tenant.orgId}/beliefs`, axiom('Hidden'))).body.id
  await tenant.patch(`/beliefs/${hidden}`, { hidden: true })
  await tenant.post(`/groups/${group}/beliefs`, axiom('Of the group'))
  const activity = async () => {
    const { status, body } = await tenant.get(`/organizations/${tenant.slug}/agent-activity`)
    expect(status).toBe(200)
    return Object.fromEntries(body.data.map(({ agent_id, ...rest }: { agent_id: string }) => [agent_id, rest]))
  }
  const profileOf = async (id: string) => (await tenant.get(`/agents/${id}`)).body.updated_at
  expect(await activity()).toEqual({
    [ada]: {
      inherited_count: 2,
      characters: { agent: 0, group: 'Of the group'.length, org: 'Of all'.length },
      changed_at: await profileOf(ada),
      last_read_at: null,
      version: null,
      tokens: null,
    },
    [bob]: {
      inherited_count: 1,
      characters: { agent: 0, group: 0, org: 'Of all'.length },
      changed_at: await profileOf(bob),
      last_read_at: null,
      version: null,
      tokens: null,
    },
  })
  const own = (await tenant.post('/beliefs', { agentId: bob, ...axiom('His own') })).body
  expect((await tenant.get(`/agents/${bob}/prompt`, { 'x-client': 'cli/shop' })).status).toBe(200)
  await service.deps.promptReads.flush()
  expect((await activity())[bob]).toMatchObject({
    changed_at: own.updated_at,
    characters: { agent: 'His own'.length },
    last_read_at: expect.any(String),
    version: expect.any(Number),
  })
  // The same number as in the list of versions, counted by whichever reads first.
  expect((await activity())[bob].tokens).toBe((await tenant.get(`/agents/${bob}/prompt-versions`)).body.data[0].tokens)
  const stranger = await service.register()
  expect((await stranger.get(`/organizations/${tenant.orgId}/agent-activity`)).status).toBe(404)
})

test('many agents move to a group and get tags in one request, after a preview of their prompts', async () => {
  const tenant = await service.register()
  const group = await tenant.group({ name: 'Platform' })
  const agents = [await tenant.agent({ name: 'Ada' }), await tenant.agent({ name: 'Bob' })]
  const rule = { category: 'axiom', statement: 'Deploy in daylight', status: 'approved' }
  await tenant.post(`/groups/${group}/beliefs`, rule)
  const moves = (groupId: string | null) => agents.map((agentId) => ({ agentId, groupId }))
  const preview = (body: object) => tenant.post(`/organizations/${tenant.orgId}/preview-changes`, body)
  const { body } = await preview({ changes: [], moves: moves(group) })
  expect(body).toMatchObject({ agents_reached: 2, agents_changed: 2, agent: { name: 'Ada' } })
  expect(body.agent.after).toContain('Deploy in daylight')
  expect((await preview({ changes: [], moves: moves(null) })).body.agents_changed).toBe(0)
  const bulk = (groupId: string | null) =>
    tenant.patch('/agents/bulk', { agents: agents.map((id) => ({ id, groupId, identityMarkers: ['ops'] })) })
  expect((await bulk(group)).body).toMatchObject({
    updated: 2,
    agents: [{ group_id: group, identity_markers: ['ops'], agent_groups: { name: 'Platform' } }, { group_id: group }],
  })
  expect((await tenant.get(`/agents/${agents[1]}`)).body.system_prompt).toBe(body.agent.after.replaceAll('Ada', 'Bob'))

  expect((await preview({ changes: [] })).status).toBe(400)
  const foreign = await (await service.register()).group()
  const random = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'
  for (const id of [foreign, random]) {
    expect((await preview({ changes: [], moves: moves(id) })).body).toMatchObject({ error: 'Group not found' })
    expect((await bulk(id)).body).toMatchObject({ error: 'groupId is not a group in this organization' })
  }
  // Swapped at the same time, again and again.
  const other = await tenant.group({ name: 'Other' })
  const swap = (first: string, second: string) =>
    tenant.patch('/agents/bulk', {
      agents: [
        { id: agents[0], groupId: first },
        { id: agents[1], groupId: second },
      ],
    })
  const swaps = await Promise.all(
    Array.from({ length: 6 }, (_, n) => (n % 2 ? swap(group, other) : swap(other, group))),
  )
  expect(swaps.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
})
