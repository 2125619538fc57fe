import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { join, newPerson, type Person } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  // Nothing listens at this address: no test calls GitHub.
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9' })
})
afterAll(() => service.stop())

type Role = 'owner' | 'member' | 'viewer'

/** An owner and a second person with a role in the owner's organization, who has no other. */
async function setUp(role: Role) {
  const [owner, person] = [await newPerson(service), await newPerson(service)]
  const organization = `/organizations/${owner.tenant.slug}`
  await join(owner, person, role)
  const left = await leave(person)
  expect(left.status).toBe(200)
  return { owner, person, organization }
}

/** Leaves the organization that a person registered with, so that another one is the default. */
async function leave(person: Person) {
  const path = `/organizations/${person.tenant.slug}`
  return person.delete(path, { confirmSlug: person.tenant.slug })
}

const withKey = (key: string) => ({
  call: (method: string, path: string, body?: unknown) =>
    service.call(method as 'GET', path, body, { authorization: `Bearer ${key}` }),
})

describe('a viewer', () => {
  test('reads everything and changes nothing, with a sentence that names the role', async () => {
    const { owner, person, organization } = await setUp('viewer')
    const agentId = await owner.tenant.agent()
    await owner.tenant.post('/beliefs', { agentId, category: 'axiom', statement: 'Tests come first' })
    for (const path of [`/agents/${agentId}`, `/agents/${agentId}/prompt`, `/beliefs?agentId=${agentId}`, '/groups'])
      expect([path, (await person.get(path)).status]).toEqual([path, 200])
    for (const [method, path, body] of [
      ['post', '/beliefs', { agentId, category: 'axiom', statement: 'Ship on Friday' }],
      ['patch', `/agents/${agentId}`, { name: 'Renamed' }],
      ['delete', `/agents/${agentId}`, undefined],
      ['post', '/agents', { name: 'New' }],
      ['post', `${organization}/beliefs`, { category: 'axiom', statement: 'Ship on Friday' }],
      ['post', '/change-requests', { agentId, title: 'Add', changes: [] }],
      ['post', `/agents/${agentId}/import`, { content: '- Use tabs', dryRun: false }],
    ] as const) {
      const { status, body: answer } = await person[method](path, body)
      expect([path, status, answer.error]).toEqual([
        path,
        401,
        expect.stringMatching(/role in this organization is viewer/),
      ])
    }
    expect((await owner.tenant.get(`/beliefs?agentId=${agentId}`)).body.data).toHaveLength(1)
  })

  test('comments on a change request, and neither merges nor closes it', async () => {
    const { owner, person } = await setUp('viewer')
    const agentId = await owner.tenant.agent()
    const change = { op: 'profile', agentId, description: 'Tests first' }
    const { body: request } = await owner.post('/change-requests', { title: 'Describe', changes: [change] })
    const path = `/change-requests/${request.id}`
    expect(await person.post(`${path}/comments`, { text: 'Why?' })).toMatchObject({ status: 201 })
    for (const verb of ['merge', 'close']) expect((await person.post(`${path}/${verb}`)).status).toBe(401)
    expect((await person.get(path)).body).toMatchObject({ status: 'open' })
  })

  test('changes an account of their own, and an organization of their own', async () => {
    const { person } = await setUp('viewer')
    expect((await person.patch('/account', { display_name: 'Grace' })).status).toBe(200)
    const slug = `own-${Date.now()}`
    expect((await person.post('/organizations', { name: 'Own', slug })).status).toBe(201)
    expect((await person.post('/agents', { orgSlug: slug, name: 'Mine' })).status).toBe(201)
  })

  test('writes in another organization, where the default cannot be written', async () => {
    const { owner, person } = await setUp('viewer')
    const slug = `own-${Date.now()}`
    await person.post('/organizations', { name: 'Own', slug })
    for (const reference of [{ orgId: owner.tenant.orgId }, { orgSlug: owner.tenant.slug }]) {
      const { status, body } = await person.post('/agents', { ...reference, name: 'New' })
      expect([status, body.error]).toEqual([401, expect.stringMatching(/viewer/)])
    }
    expect((await person.get(`/agents?orgSlug=${owner.tenant.slug}`)).status).toBe(200)
  })
})

describe('settings, members, connections and webhooks', () => {
  const attempts = (organization: string, orgId: string): [method: 'post' | 'patch', path: string, body: object][] => [
    ['patch', organization, { name: 'Renamed' }],
    ['post', `${organization}/invitations`, {}],
    ['post', `${organization}/webhooks`, { url: 'https://example.com/hook', events: ['prompt.changed'] }],
    ['post', '/github/connections', { orgId, token: 'ghp_x' }],
    [
      'post',
      '/x-connections',
      {
        orgId,
        xUsername: 'ada',
        xUserId: '1',
        apiKey: 'xvz1evFS4wEEPTGEFPHBog',
        apiSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
        accessToken: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
        accessTokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
      },
    ],
  ]

  test.each(['member', 'viewer'] as const)('are not changed by a %s', async (role) => {
    const { owner, person, organization } = await setUp(role)
    for (const [method, path, body] of attempts(organization, owner.tenant.orgId))
      expect([path, (await person[method](path, body)).status]).toEqual([path, 401])
    const { body: connection } = await owner.post(...xConnection(owner))
    expect((await person.delete('/x-connections', { id: connection.id })).status).toBe(401)
    expect((await owner.delete('/x-connections', { id: connection.id })).status).toBe(200)
  })

  const xConnection = (owner: Person) => {
    const [, path, body] = attempts('', owner.tenant.orgId).at(-1)!
    return [path, body] as const
  }
})

describe('keys', () => {
  test.each([
    ['owner', 'full', []],
    ['member', 'write', ['full']],
    ['viewer', 'read', ['full', 'write', 'propose']],
  ] as const)('of an %s have at most %s', async (role, most, refused) => {
    const { person, organization } = await setUp(role)
    const path = `${organization}/api-keys`
    const made = await person.post(path, { label: 'Default' })
    expect([made.status, made.body.access]).toEqual([201, most])
    expect((await person.post(path, { access: most })).status).toBe(201)
    for (const access of refused) {
      const { status, body } = await person.post(path, { access })
      expect([status, body.error]).toEqual([
        401,
        `Your role in this organization is ${role}: access can be at most ${most}`,
      ])
    }
  })

  test('made before are lowered with the role, at once, and stay low when it rises', async () => {
    const { owner, person, organization } = await setUp('owner')
    const { key, id } = (await person.post(`${organization}/api-keys`, {})).body
    const { link } = (await person.post(`${organization}/invitations`, {})).body
    const agents = withKey(key)
    const change = (role: Role) => owner.patch(`${organization}/members/${person.tenant.userId}`, { role })
    const write = async () => (await agents.call('POST', '/agents', { name: 'By key' })).status
    const settings = async () => (await agents.call('PATCH', organization, { name: 'By key' })).status
    const access = async () => (await owner.get(`${organization}/api-keys`)).body.find((k: any) => k.id === id).access
    expect([await write(), await settings()]).toEqual([201, 200])
    expect(await change('member')).toMatchObject({ status: 200, body: { role: 'member' } })
    expect([await access(), await write(), await settings()]).toEqual(['write', 201, 401])
    expect((await service.call('GET', `/invitations/${link.split('/').at(-1)}`)).status).toBe(404)
    await change('viewer')
    expect([await access(), await write()]).toEqual(['read', 401])
    expect((await agents.call('GET', '/agents')).status).toBe(200)
    await change('owner')
    expect([await access(), await write()]).toEqual(['read', 401])
    expect((await owner.tenant.get('/agents')).status).toBe(200)
  })
})

describe('PATCH /organizations/{orgId}/members/{userId}', () => {
  test('is for owners, never takes the last owner, and finds members alone', async () => {
    const { owner, person, organization } = await setUp('member')
    const path = `${organization}/members/${owner.tenant.userId}`
    expect((await person.patch(path, { role: 'viewer' })).status).toBe(401)
    const last = await owner.patch(path, { role: 'viewer' })
    expect([last.status, last.body.error]).toEqual([
      400,
      'The last owner cannot be made a viewer; add another one first',
    ])
    expect((await owner.patch(path, { role: 'king' })).status).toBe(400)
    const stranger = await newPerson(service)
    for (const id of [stranger.tenant.userId, crypto.randomUUID(), 'x'])
      expect((await owner.patch(`${organization}/members/${id}`, { role: 'viewer' })).status).toBe(404)
    expect((await stranger.patch(path, { role: 'viewer' })).status).toBe(404)
  })

  test('takes effect in the sessions that are open, and stands in the audit log', async () => {
    const { owner, person, organization } = await setUp('member')
    expect((await person.post('/agents', { name: 'Before' })).status).toBe(201)
    await owner.patch(`${organization}/members/${person.tenant.userId}`, { role: 'viewer' })
    expect((await person.post('/agents', { name: 'After' })).status).toBe(401)
    const { body } = await owner.get(`${organization}/audit-log?action=member.update`)
    expect(body.data[0]).toMatchObject({ before: { role: 'member' }, after: { role: 'viewer' } })
  })
})
