import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Deletions of agents and groups that are undone. */

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

const principle = (statement: string) => ({ category: 'principle', statement, status: 'approved' })

async function newWorld() {
  const group = await tenant.group()
  const agent = await tenant.agent({ groupId: group, identityMarkers: ['payments'] })
  await tenant.post('/beliefs', { agentId: agent, ...principle('Measure twice') })
  const shared = (await tenant.post(`/groups/${group}/beliefs`, principle('Cut once'))).body
  const override = { sourceType: 'group_belief', sourceId: shared.id }
  expect((await tenant.post(`/agents/${agent}/overrides`, override)).status).toBe(201)
  return { group, agent, shared }
}

const promptOf = async (agent: string) => (await tenant.get(`/agents/${agent}/prompt`)).text

test('an agent comes back with its id, its items, its overrides, its snapshots and its versions', async () => {
  const { agent } = await newWorld()
  const prompt = await promptOf(agent)
  expect((await tenant.post(`/agents/${agent}/snapshots`, { label: 'Before' })).status).toBe(201)
  expect((await tenant.put(`/agents/${agent}/labels/stable`, { version: 1 })).status).toBe(200)
  const addresses = [
    'export?format=json',
    'snapshots',
    'prompt-versions',
    'labels',
    'labels/stable/history',
    'overrides',
  ].map((name) => `/agents/${agent}/${name}`)
  const readAll = async () => {
    const answers = await Promise.all([...addresses, `/beliefs?agentId=${agent}`].map((path) => tenant.get(path)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    return answers.map(({ text }) => text)
  }
  const before = await readAll()
  expect(before.join(' ')).toContain('stable')
  const { body } = await tenant.delete(`/agents/${agent}`)
  expect(body).toMatchObject({ success: true, restorable_until: expect.any(String) })
  expect((await tenant.get(`/agents/${agent}`)).status).toBe(404)
  expect((await tenant.post(`/agents/${agent}/restore`)).status).toBe(200)
  expect(await promptOf(agent)).toBe(prompt)
  expect(await readAll()).toEqual(before)
  // A restored agent is changed like any other.
  expect((await tenant.patch(`/agents/${agent}`, { jobTitle: 'Pilot' })).status).toBe(200)
  expect((await tenant.post(`/agents/${agent}/restore`)).status).toBe(404)
  const log = (await tenant.get(`/organizations/${tenant.orgId}/audit-log?limit=20`)).body.data
  const actions = log.filter(({ target }: any) => target?.id === agent).map(({ action }: any) => action)
  expect(actions).toEqual(expect.arrayContaining(['agent.delete', 'agent.restore']))
})

test('a group comes back with its items and agents, but not with those that joined another one', async () => {
  const { group, agent, shared } = await newWorld()
  const other = await tenant.agent({ groupId: group })
  const prompt = await promptOf(other)
  const moved = await tenant.agent({ groupId: group })
  await tenant.delete(`/groups/${group}`)
  expect(await promptOf(other)).not.toContain('Cut once')
  const elsewhere = await tenant.group()
  await tenant.patch(`/agents/${moved}`, { groupId: elsewhere })
  expect((await tenant.post(`/groups/${group}/restore`)).status).toBe(200)
  expect(await promptOf(other)).toBe(prompt)
  expect(await promptOf(agent)).not.toContain('Cut once')
  expect((await tenant.get(`/groups/${group}/beliefs`)).body.data).toMatchObject([{ id: shared.id }])
  expect((await tenant.get(`/agents/${moved}`)).body.group_id).toBe(elsewhere)
})

test('an agent whose group is gone comes back without one, and a taken slug is told', async () => {
  const { group, agent } = await newWorld()
  const { slug } = (await tenant.get(`/agents/${agent}`)).body
  await tenant.delete(`/agents/${agent}`)
  await tenant.delete(`/groups/${group}`)
  const other = await tenant.agent({ slug })
  expect((await tenant.post(`/agents/${agent}/restore`)).status).toBe(409)
  await tenant.patch(`/agents/${other}`, { slug: `${slug}-2` })
  expect((await tenant.post(`/agents/${agent}/restore`)).status).toBe(200)
  expect((await tenant.get(`/agents/${agent}`)).body.group_id).toBeNull()
})

test('what others deleted does not exist, nor what was never deleted', async () => {
  const stranger = await service.register()
  const { agent, group } = await newWorld()
  expect((await tenant.post(`/agents/${agent}/restore`)).status).toBe(404)
  await tenant.delete(`/agents/${agent}`)
  await tenant.delete(`/groups/${group}`)
  const answers = [
    await stranger.post(`/agents/${agent}/restore`),
    await stranger.post(`/groups/${group}/restore`),
    await tenant.post(`/groups/${agent}/restore`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await tenant.post(`/agents/${agent}/restore`)).status).toBe(200)
})
