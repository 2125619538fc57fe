import { afterAll, beforeAll, expect, test } from 'vitest'
import { newTeam, override, path, promptOf, propose } from '../../support/agent-requests.ts'
import { type Service, startService } from '../../support/service.ts'
import { tenantOf } from '../../support/tenant.ts'

/** Merged change requests that are taken back as a whole. */

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** A team with a merged request that makes a change of each kind. */
async function newMerged() {
  const team = await newTeam(service)
  const { tenant, group, other, ada } = team
  const create = async (statement: string) =>
    (await tenant.post('/beliefs', { agentId: ada, category: 'voice', statement })).body.id as string
  const [edited, removed] = [await create('Be brief'), await create('Be kind')]
  await tenant.post(`/beliefs/${removed}/star`)
  const before = await promptOf(tenant, ada)
  const request = await propose(
    tenant,
    { op: 'add', owner: { agentId: ada }, category: 'principle', statement: 'Measure first' },
    { op: 'edit', id: edited, statement: 'Be very brief', starred: true },
    { op: 'remove', id: removed },
    override(ada, team.ofOrganization),
    { op: 'profile', agentId: ada, description: null, location: 'Oslo', groupId: other },
  )
  await tenant.post(`${path}/${request.id}/merge`)
  expect(await promptOf(tenant, ada)).not.toBe(before)
  return { ...team, group, edited, before, request }
}

const revert = (tenant: { post: (path: string) => Promise<any> }, id: string) => tenant.post(`${path}/${id}/revert`)

test('one request takes every change back, so that the prompt is as it was', async () => {
  const { tenant, ada, before, request } = await newMerged()
  const { status, body } = await revert(tenant, request.id)
  expect([status, body.status, body.title, body.description]).toEqual([
    201,
    'open',
    `Revert of ${request.number}: Better`,
    null,
  ])
  expect(body.changes.map(({ op }: any) => op)).toEqual(['remove', 'edit', 'add', 'restore', 'profile'])
  const again = await revert(tenant, request.id)
  expect([again.status, again.body.id, again.body._existing]).toEqual([200, body.id, true])
  expect((await tenant.post(`${path}/${body.id}/merge`)).status).toBe(200)
  expect(await promptOf(tenant, ada)).toBe(before)
  const twice = (await revert(tenant, request.id)).body
  expect(twice.changes).toMatchObject([{ op: 'add', statement: 'Be kind', conflict: 'duplicate' }])
  // Taking that back makes the changes again.
  const forward = (await revert(tenant, body.id)).body
  expect((await tenant.post(`${path}/${forward.id}/merge`)).status).toBe(200)
  expect(await promptOf(tenant, ada)).toContain('Measure first')
})

test('a change whose subject changed again since is left out, and a group that is gone too', async () => {
  const { tenant, ada, group, edited, request } = await newMerged()
  await tenant.patch(`/beliefs/${edited}`, { statement: 'Be as brief as you can' })
  await tenant.delete(`/groups/${group}`)
  const { body } = await revert(tenant, request.id)
  expect(body.changes.map(({ op }: any) => op)).toEqual(['remove', 'add', 'restore'])
  expect(body.description).toBe('Left out, since they changed again: 2 of its 5 changes.')
  expect((await tenant.post(`${path}/${body.id}/merge`)).status).toBe(200)
  expect(await promptOf(tenant, ada)).toContain('Be as brief as you can')
})

test('what was not merged cannot be taken back, nor what is foreign or of another layer', async () => {
  const { person, tenant, ada, ofOrganization, request } = await newMerged()
  const open = await propose(tenant, { op: 'remove', id: ofOrganization })
  expect((await revert(tenant, open.id)).body.error).toBe('Only a merged change request can be taken back')
  const stranger = await service.register()
  const answers = [await revert(stranger, request.id), await revert(stranger, crypto.randomUUID())]
  for (const { status, body } of answers)
    expect([status, body]).toEqual([404, { error: 'Change request not found', code: 'not_found' }])
  await tenant.post(`${path}/${open.id}/merge`)
  const added = { op: 'add', owner: { agentId: ada }, category: 'voice', statement: 'Whisper' }
  const gone = await propose(tenant, added)
  await tenant.post(`${path}/${gone.id}/merge`)
  const { id } = (await tenant.get(`/beliefs?agentId=${ada}`)).body.data.find(
    ({ statement }: any) => statement === 'Whisper',
  )
  await tenant.delete(`/beliefs/${id}`)
  const nothing = await revert(tenant, gone.id)
  expect([nothing.status, nothing.body.error]).toEqual([
    409,
    'Nothing is left to take back: what was merged has changed since',
  ])
  const bound = async (access: string) => {
    const { key } = (await person.post(`/organizations/${tenant.orgId}/api-keys`, { access, agentId: ada })).body
    const organization = { id: tenant.orgId, slug: tenant.slug }
    return tenantOf(service.call, { key, user_id: tenant.userId, organization })
  }
  expect((await revert(await bound('propose'), open.id)).status).toBe(401)
  expect((await revert(await bound('read'), request.id)).status).toBe(401)
  expect((await revert(await bound('propose'), request.id)).status).toBe(201)
})
