import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { join, newPerson, type Person } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'
import { type Tenant, tenantOf } from '../../support/tenant.ts'

let service: Service
let person: Person
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  person = await newPerson(service)
  tenant = person.tenant
})
afterAll(() => service.stop())

let agent: string
let belief: string
/** An agent with versions 1 to 3, each named by its statement. */
beforeEach(async () => {
  agent = await tenant.agent()
  belief = (await tenant.post('/beliefs', { agentId: agent, category: 'principle', statement: 'Text 1' })).body.id
  await prompt()
  for (const statement of ['Text 2', 'Text 3']) await reword(statement)
})

const prompt = (query = '') => tenant.get(`/agents/${agent}/prompt${query}`)
async function reword(statement: string) {
  await tenant.patch(`/beliefs/${belief}`, { statement })
  return prompt()
}
const path = (label = 'production', rest = '') => `/agents/${agent}/labels/${label}${rest}`
const put = (version: number | 'live', label?: string, reason?: string) =>
  tenant.put(path(label), { version, ...(reason && { reason }) })

test('a label answers its version, byte for byte, whatever is written', async () => {
  const second = await prompt('?version=2')
  const { status, body } = await put(2, 'production', 'Reviewed')
  expect([status, body]).toEqual([
    200,
    {
      label: 'production',
      version: 2,
      moved_at: expect.any(String),
      actor: { type: 'key', id: expect.any(String), name: expect.any(String), key_hint: expect.any(String) },
      reason: 'Reviewed',
      live_version: 3,
      behind: 1,
      stale: false,
      next_steps: expect.any(Array),
    },
  ])
  await reword('Text 4')
  const labeled = await prompt('?label=production')
  expect([labeled.text, labeled.headers.etag]).toEqual([second.text, second.headers.etag])
  expect([labeled.headers['x-prompt-version'], labeled.headers['x-prompt-label']]).toEqual(['2', 'production'])
  expect((await prompt()).text).toContain('Text 4')
  const { data } = (await tenant.get(`/agents/${agent}/prompt-versions`)).body
  expect(data.map(({ labels }: { labels: string[] }) => labels)).toEqual([[], [], ['production'], []])
})

test('live and latest always are the live prompt, and cannot be set', async () => {
  for (const label of ['live', 'latest']) {
    expect((await prompt(`?label=${label}`)).headers['x-prompt-version']).toBe('3')
    expect((await put(1, label)).body.error).toContain(`label must not be ${label}`)
  }
})

test.each(['Production', 'a_b', 'x'.repeat(65), 'über', '\0'])('%j is no label', async (label) => {
  const inPath = encodeURIComponent(label)
  const ofOrganization = `/organizations/${tenant.orgId}/labels/${inPath}`
  for (const answer of [await put(1, inPath), await tenant.put(ofOrganization, { all: true })])
    expect([answer.status, answer.body.error]).toEqual([
      400,
      'label must be 1 to 64 lowercase letters, digits and hyphens',
    ])
  const missing = [
    await tenant.get(path(inPath, '/history')),
    await tenant.post(path(inPath, '/rollback')),
    await tenant.delete(path(inPath)),
    await tenant.get(ofOrganization),
    await tenant.post(`${ofOrganization}/rollback`, { jobId: crypto.randomUUID() }),
  ]
  expect(missing.map(({ status, body }) => [status, body.error])).toEqual(missing.map(() => [404, 'Label not found']))
})

test.each([{}, { version: 'newest' }, { version: 0 }, { version: 1, reason: 'x'.repeat(1001) }])(
  'PUT with %j › 400',
  async (body) => {
    const answer = await tenant.put(path(), body)
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/version|reason/)])
  },
)

test('an environment answers the label of its slug, and the live prompt without one', async () => {
  await tenant.post('/environments', { name: 'Staging', slug: 'staging' })
  expect((await prompt('?environment=staging')).headers['x-prompt-label']).toBe('live')
  await put(1, 'staging')
  const { text, headers } = await prompt('?environment=staging')
  expect([headers['x-prompt-version'], headers['x-prompt-label']]).toEqual(['1', 'staging'])
  expect(text).toContain('Text 1')
})

test('a rollback goes back move by move, and the history tells each', async () => {
  for (const version of [1, 2, 'live'] as const) await put(version)
  expect((await tenant.post(path('production', '/rollback'), { reason: 'Too strict' })).body.version).toBe(2)
  expect((await tenant.post(path('production', '/rollback'))).body.version).toBe(1)
  const nothing = await tenant.post(path('production', '/rollback'))
  expect([nothing.status, nothing.body.code]).toEqual([409, 'conflict'])
  const { data, count } = (await tenant.get(path('production', '/history'))).body
  const moves = data.map(({ from, to, reason }: any) => [from, to, reason])
  expect([count, moves]).toEqual([
    5,
    [
      [2, 1, null],
      [3, 2, 'Too strict'],
      [2, 3, null],
      [1, 2, null],
      [null, 1, null],
    ],
  ])
  await put(3)
  expect((await tenant.post(path('production', '/rollback'))).body.version).toBe(1)
})

test('a label that was taken away is gone for readers, and a rollback brings it back', async () => {
  await put(1)
  await put(2)
  expect((await tenant.delete(path(), { reason: 'Unused' })).status).toBe(200)
  expect((await prompt('?label=production')).status).toBe(404)
  expect((await tenant.get(`/agents/${agent}/labels`)).body.data).toEqual([])
  expect((await tenant.delete(path())).status).toBe(404)
  expect((await tenant.post(path('production', '/rollback'))).body.version).toBe(2)
  expect((await tenant.post(path('production', '/rollback'))).body.version).toBe(1)
})

test('setting a label where it is writes no move', async () => {
  await put(2)
  await put(2)
  expect((await tenant.get(path('production', '/history'))).body.count).toBe(1)
})

test('behind counts changes of the live text since it was the labeled one', async () => {
  await put(1)
  const label = async () => (await tenant.get(`/agents/${agent}/labels`)).body.data[0]
  expect(await label()).toMatchObject({ live_version: 3, behind: 2 })
  await reword('Text 1')
  expect(await label()).toMatchObject({ live_version: 1, behind: 0 })
  await reword('Text 2')
  expect(await label()).toMatchObject({ live_version: 2, behind: 1, stale: false })
})

test('a pin that is behind and did not move for 30 days is stale', async () => {
  await put(1)
  const { db } = service.deps
  await db
    .updateTable('prompt_labels')
    .set({ moved_at: '2020-01-01T00:00:00.000Z' })
    .where('agent_id', '=', agent)
    .execute()
  expect((await tenant.get(`/agents/${agent}/labels`)).body.data[0]).toMatchObject({ behind: 2, stale: true })
  await reword('Text 1')
  expect((await tenant.get(`/agents/${agent}/labels`)).body.data[0]).toMatchObject({ behind: 0, stale: false })
})

test('only owners and keys with full access move a protected label', async () => {
  const owner = await newPerson(service)
  const member = await newPerson(service)
  await join(owner, member)
  const { orgId, slug, userId } = owner.tenant
  const own = await owner.tenant.agent()
  const at = `/agents/${own}/labels/production`
  const newKey = async (access: string) => {
    const { key } = (await owner.post(`/organizations/${orgId}/api-keys`, { access })).body
    return tenantOf(service.call, { key, user_id: userId, organization: { id: orgId, slug } })
  }
  const [full, write, read] = [await newKey('full'), await newKey('write'), await newKey('read')]
  expect((await write.put(at, { version: 'live' })).status).toBe(200)
  expect((await read.put(at, { version: 'live' })).status).toBe(401)
  const settings = `/organizations/${orgId}`
  expect((await member.patch(settings, { protectedLabels: ['production'] })).status).toBe(401)
  expect((await owner.patch(settings, { protectedLabels: ['production'] })).body.protected_labels).toEqual([
    'production',
  ])
  const calls = (caller: Tenant | Person) => [
    () => caller.put(at, { version: 'live' }),
    () => caller.delete(at),
    () => caller.post(`${at}/rollback`),
    () => caller.put(`/organizations/${orgId}/labels/production`, { all: true }),
  ]
  for (const call of [...calls(write), ...calls(member)]) expect((await call()).status).toBe(401)
  expect((await write.put(`/agents/${own}/labels/early`, { version: 'live' })).status).toBe(200)
  for (const caller of [full, owner]) expect((await caller.put(at, { version: 'live' })).status).toBe(200)
})

test('a person is the actor by name', async () => {
  const { body } = await person.put(path(), { version: 'live' })
  const { display_name } = (await person.get('/auth/session')).body
  expect(body.actor).toEqual({ type: 'user', id: tenant.userId, name: display_name, key_hint: null })
})

test('a key of another agent sees neither versions nor labels', async () => {
  await put(1)
  const other = await tenant.agent()
  const { key } = (await person.post(`/organizations/${tenant.orgId}/api-keys`, { agentId: other })).body
  const ofOther = tenantOf(service.call, {
    key,
    user_id: tenant.userId,
    organization: { id: tenant.orgId, slug: tenant.slug },
  })
  for (const rest of ['/prompt?label=production', '/prompt?version=1', '/prompt-versions', '/labels'])
    expect([rest, (await ofOther.get(`/agents/${agent}${rest}`)).status]).toEqual([rest, 404])
  expect((await ofOther.put(path(), { version: 1 })).status).toBe(404)
  expect((await ofOther.put(`/agents/${other}/labels/production`, { version: 'live' })).status).toBe(200)
  expect((await ofOther.get(`/agents/${other}/prompt?label=production`)).status).toBe(200)
})
