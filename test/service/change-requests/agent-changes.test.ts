import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newTeam, override, path, promptOf, propose } from '../../support/agent-requests.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Change requests about inherited items and the profile of an agent. */

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('overriding hides inherited items from one agent when it is merged, and restoring shows them again', async () => {
  const { tenant, group, ada, lin, ofOrganization, ofGroup } = await newTeam(service)
  const start = [await promptOf(tenant, ada), await promptOf(tenant, lin)]
  const request = await propose(tenant, override(ada, ofOrganization), override(ada, ofGroup, 'group_responsibility'))
  expect(await promptOf(tenant, ada)).toBe(start[0])
  const { body } = await tenant.get(`${path}/${request.id}`)
  expect(body.changes).toMatchObject([
    {
      op: 'override',
      kind: 'belief',
      id: null,
      agent_id: ada,
      source_type: 'org_belief',
      source_id: ofOrganization,
      owner: { agent_id: ada },
      owner_name: 'Ada',
      before: { statement: 'Never deploy on Fridays', category: 'boundary', overridden: false },
      after: { statement: 'Never deploy on Fridays', overridden: true },
      conflict: null,
      merged: false,
    },
    { kind: 'responsibility', source_id: ofGroup, before: { overridden: false }, after: { overridden: true } },
  ])
  expect(body.blast_radius).toMatchObject({
    agents_reached: 1,
    agents_changed: 1,
    agents: [{ id: ada, name: 'Ada' }],
    groups: [{ id: group }],
  })
  expect(body.prompt.before).toBe(start[0])
  expect(body.prompt.after).not.toMatch(/Fridays|every change/)
  expect((await tenant.post(`${path}/${request.id}/merge`)).body).toMatchObject({ status: 'merged' })
  expect([await promptOf(tenant, ada), await promptOf(tenant, lin)]).toEqual([body.prompt.after, start[1]])
  const overrides = (await tenant.get(`/agents/${ada}/overrides`)).body.data
  expect(overrides.map(({ source_id }: any) => source_id)).toEqual([ofOrganization, ofGroup])

  const back = await propose(tenant, { ...override(ada, ofOrganization), op: 'restore' })
  expect(back.changes[0]).toMatchObject({ before: { overridden: true }, after: { overridden: false } })
  const { prompt } = (await tenant.get(`${path}/${back.id}`)).body
  expect(prompt.after).toContain('Never deploy on Fridays')
  expect((await tenant.post(`${path}/${back.id}/merge`)).status).toBe(200)
  expect(await promptOf(tenant, ada)).toBe(prompt.after)
  expect((await tenant.get(`/agents/${ada}/overrides`)).body.data).toHaveLength(1)
})

test('a profile changes in the named fields, its group included, with the prompt as it was shown before', async () => {
  const { tenant, group, other, ada } = await newTeam(service)
  const profile = {
    name: 'Ada Lovelace',
    description: 'Reviews all changes',
    jobTitle: 'Engineer',
    location: null,
    timezone: 'Europe/Berlin',
    groupId: other,
  }
  const request = await propose(tenant, { op: 'profile', agentId: ada, ...profile })
  const { body } = await tenant.get(`${path}/${request.id}`)
  expect(body.changes).toMatchObject([
    {
      op: 'profile',
      kind: null,
      id: null,
      agent_id: ada,
      owner: { agent_id: ada },
      name: 'Ada Lovelace',
      location: null,
      before: {
        name: 'Ada',
        description: 'Reviews changes',
        job_title: null,
        location: 'Berlin',
        timezone: null,
        group_id: group,
        group_name: 'Platform',
      },
      after: { name: 'Ada Lovelace', location: null, group_id: other, group_name: 'Support' },
    },
  ])
  expect(Object.keys(body.changes[0].before).sort()).toEqual([
    'description',
    'group_id',
    'group_name',
    'job_title',
    'location',
    'name',
    'timezone',
  ])
  expect(body.prompt.before).toBe(await promptOf(tenant, ada))
  expect(body.prompt.after).toMatch(/# Ada Lovelace[\s\S]*Answer within a day/)
  expect(body.prompt.after).not.toContain('Review every change')
  expect((await tenant.post(`${path}/${request.id}/merge`)).status).toBe(200)
  expect(await promptOf(tenant, ada)).toBe(body.prompt.after)
  expect((await tenant.get(`/agents/${ada}`)).body).toMatchObject({
    name: 'Ada Lovelace',
    slug: 'ada',
    job_title: 'Engineer',
    location: null,
    group_id: other,
  })
  const leaving = await propose(tenant, { op: 'profile', agentId: 'ada', groupId: null })
  const { prompt } = (await tenant.get(`${path}/${leaving.id}`)).body
  expect(prompt.after).not.toContain('Answer within a day')
  expect((await tenant.post(`${path}/${leaving.id}/merge`)).status).toBe(200)
  expect(await promptOf(tenant, ada)).toBe(prompt.after)
})

test('all operations are merged together, in part, or not at all', async () => {
  const { tenant, ada, lin, ofOrganization, ofGroup } = await newTeam(service)
  const own = (await tenant.post('/beliefs', { agentId: ada, category: 'axiom', statement: 'Ask first' })).body.id
  const request = await propose(
    tenant,
    { op: 'remove', id: own },
    { op: 'add', owner: { agentId: ada }, kind: 'belief', category: 'axiom', statement: 'Ask  first' },
    override(ada, ofOrganization),
    { op: 'edit', id: ofGroup, statement: 'Review each change' },
    { op: 'profile', agentId: lin, jobTitle: 'Engineer' },
    override(lin, ofOrganization),
    { op: 'remove', id: ofOrganization },
  )
  const { body } = await tenant.get(`${path}/${request.id}`)
  const shown = {
    ada: body.prompt.after,
    lin: (await tenant.get(`${path}/${request.id}?agentId=${lin}`)).body.prompt.after,
  }
  await tenant.patch(`/agents/${lin}`, { jobTitle: 'Owner' })
  const before = await promptOf(tenant, ada)
  const refused = await tenant.post(`${path}/${request.id}/merge`)
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringMatching(/^Changes 4 cannot be merged/)])
  expect(await promptOf(tenant, ada)).toBe(before)
  expect((await tenant.get(`/agents/${ada}/overrides`)).body.data).toEqual([])
  const merged = await tenant.post(`${path}/${request.id}/merge`, { only: [0, 1, 2, 3, 5, 6] })
  expect(merged.body.changes.map((change: any) => change.merged)).toEqual([true, true, true, true, false, true, true])
  expect(await promptOf(tenant, ada)).toBe(shown.ada)
  expect(shown.lin).toContain('Engineer')
  expect(await promptOf(tenant, lin)).toMatch(/Owner[\s\S]*Review each change/)
})

describe('a change is stale', () => {
  const conflictsOf = async (tenant: Tenant, id: string) =>
    (await tenant.get(`${path}/${id}`)).body.changes.map(({ conflict }: any) => conflict)

  test('when a field of the profile differs from what it was, and only then', async () => {
    const { tenant, ada, lin } = await newTeam(service)
    const { id } = await propose(
      tenant,
      { op: 'profile', agentId: ada, description: 'New', name: 'Ada II' },
      { op: 'profile', agentId: lin, description: 'New' },
    )
    await tenant.patch(`/agents/${lin}`, { location: 'Paris' })
    await tenant.patch(`/agents/${ada}`, { location: 'Paris' })
    expect(await conflictsOf(tenant, id)).toEqual([null, null])
    await tenant.patch(`/agents/${ada}`, { name: 'Ada I' })
    expect(await conflictsOf(tenant, id)).toEqual(['stale', null])
    expect((await tenant.post(`${path}/${id}/merge`)).status).toBe(409)
    await tenant.patch(`/agents/${ada}`, { name: 'Ada' })
    expect((await tenant.post(`${path}/${id}/merge`)).status).toBe(200)
  })

  test('when the group to join is gone, or its manager is the agent by now', async () => {
    const { tenant, other, ada, lin } = await newTeam(service)
    const toOther = await propose(tenant, { op: 'profile', agentId: ada, groupId: other })
    const ofLin = await propose(tenant, { op: 'profile', agentId: lin, groupId: other })
    await tenant.patch(`/groups/${other}`, { managerAgentId: ada })
    const managed = await tenant.post(`${path}/${toOther.id}/merge`)
    expect([managed.status, managed.body.error]).toEqual([409, expect.stringContaining('the group is gone, or')])
    await tenant.delete(`/groups/${other}`)
    expect((await tenant.post(`${path}/${ofLin.id}/merge`)).status).toBe(409)
    expect((await tenant.get(`${path}/${ofLin.id}`)).body.changes[0].after).toMatchObject({ group_name: null })
  })

  test('when the item changed, went, is overridden already, or is no longer inherited', async () => {
    const { tenant, ada, lin, ofOrganization, ofGroup } = await newTeam(service)
    const { id } = await propose(
      tenant,
      override(ada, ofOrganization),
      override(ada, ofGroup, 'group_responsibility'),
      override(lin, ofOrganization),
      override(lin, ofGroup, 'group_responsibility'),
    )
    const created = await tenant.post(`/agents/${ada}/overrides`, {
      sourceType: 'org_belief',
      sourceId: ofOrganization,
    })
    await tenant.patch(`/agents/${lin}`, { groupId: null })
    expect(await conflictsOf(tenant, id)).toEqual(['stale', null, null, 'stale'])
    await tenant.delete(`/agents/${ada}/overrides/${created.body.id}`)
    expect(await conflictsOf(tenant, id)).toEqual([null, null, null, 'stale'])
    await tenant.patch(`/organizations/${tenant.orgId}/beliefs/${ofOrganization}`, { starred: true })
    expect(await conflictsOf(tenant, id)).toEqual(['stale', null, 'stale', 'stale'])
    expect((await tenant.post(`${path}/${id}/merge`, { only: [0] })).status).toBe(409)
    expect((await tenant.post(`${path}/${id}/merge`, { only: [1] })).status).toBe(200)
  })
})
