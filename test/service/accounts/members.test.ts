import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { join, newPerson, type Person } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const unauthorized = { error: 'Unauthorized' }
const setUp = async () => {
  const [owner, guest] = [await newPerson(service), await newPerson(service)]
  return { owner, guest, path: `/organizations/${owner.tenant.slug}/members` }
}

/** Verifies a person's address like the link of a mail. */
const verify = (person: Person) =>
  service.deps.db
    .updateTable('users')
    .set({ email_verified_at: new Date().toISOString() })
    .where('id', '=', person.tenant.userId)
    .execute()

describe('POST /organizations/{orgId}/members', () => {
  test('makes an account with a verified address a member, which sees the organization at once', async () => {
    const { owner, guest, path } = await setUp()
    await verify(guest)
    const agent = await owner.tenant.agent()
    expect((await guest.get(`/agents/${agent}`)).status).toBe(404)
    const { status, body } = await owner.post(path, { email: guest.email.toUpperCase(), role: 'member' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      user_id: guest.tenant.userId,
      role: 'member',
      display_name: expect.any(String),
      email: guest.email,
      email_verified: true,
      profiles: { display_name: body.display_name, email: guest.email },
    })
    expect((await guest.get(`/agents/${agent}`)).status).toBe(200)
    const listed = await owner.get(path)
    expect(listed.body.count).toBe(2)
    expect(listed.body.data[1]).toEqual(body)
    expect((await owner.tenant.get(path)).body).toEqual(listed.body)
    expect(await owner.post(path, { email: guest.email })).toMatchObject({ status: 409 })
    const [event] = (await guest.get('/account')).body.security_events
    expect(event).toMatchObject({ what: 'organization_joined', by: 'an owner of the organization' })
  })

  test('an account whose address is only claimed is invited, with the same answer as for no account at all', async () => {
    const { owner, guest, path } = await setUp()
    const answers = []
    for (const email of [guest.email, 'nobody@example.com']) {
      const { status, body, headers } = await owner.post(path, { email, role: 'member' })
      expect(body.link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/invitations\/[\w-]{43}$/)
      answers.push([status, Object.keys(headers), { ...body, id: '', email: '', link: '', expires_at: '' }])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]![0]).toBe(202)
    expect((await guest.get(path)).status).toBe(404)
    expect((await owner.get(path)).body.count).toBe(1)
    expect((await owner.get(path.replace('/members', '/invitations'))).body.count).toBe(2)
  })

  test('a verified address that is replaced is a claim again', async () => {
    const { owner, guest, path } = await setUp()
    await verify(guest)
    const email = `new-${guest.email}`
    await guest.patch('/account', { email, current_password: guest.password })
    expect((await guest.get('/account')).body).toMatchObject({ email, email_verified: false })
    expect((await owner.post(path, { email })).status).toBe(202)
  })

  test('is for owners', async () => {
    const { owner, guest, path } = await setUp()
    const third = await newPerson(service)
    await verify(third)
    await join(owner, guest)
    const input = { email: third.email, role: 'member' }
    expect(await guest.post(path, input)).toMatchObject({ status: 401, body: unauthorized })
    expect((await third.post(path, input)).status).toBe(404)
    expect((await owner.get(path)).body.count).toBe(2)
    expect((await owner.post(path, input)).status).toBe(201)
    expect((await owner.delete(`${path}/${third.tenant.userId}`)).status).toBe(200)
  })

  test('400 for a role or address that is none', async () => {
    const { owner, path } = await setUp()
    for (const [field, input] of [
      ['email', { role: 'member' }],
      ['email', { email: 'x', role: 'member' }],
      ['role', { email: owner.email, role: 'king' }],
    ] as const) {
      const { status, body } = await owner.post(path, input)
      expect([status, body.error]).toEqual([400, expect.stringContaining(field)])
    }
  })
})

describe('DELETE /organizations/{orgId}/members/{userId}', () => {
  test('takes the access away at once; never from the last owner', async () => {
    const { owner, guest, path } = await setUp()
    await join(owner, guest, 'owner')
    expect((await guest.delete(`${path}/${guest.tenant.userId}`)).body).toMatchObject({ success: true })
    expect((await guest.get(path)).status).toBe(404)
    const last = await owner.delete(`${path}/${owner.tenant.userId}`)
    expect([last.status, last.body.error]).toEqual([400, expect.stringContaining('last owner')])
    expect((await owner.delete(`${path}/${guest.tenant.userId}`)).status).toBe(404)
    expect((await owner.delete(`${path}/not-an-id`)).status).toBe(404)
  })

  test('takes the keys that they made, and no other', async () => {
    const { owner, guest, path } = await setUp()
    await join(owner, guest)
    const keysPath = path.replace('/members', '/api-keys')
    const { key } = (await guest.post(keysPath, { label: 'Laptop' })).body
    const asGuest = () => service.call('GET', '/agents', undefined, { authorization: `Bearer ${key}` })
    expect((await asGuest()).status).toBe(200)
    await owner.delete(`${path}/${guest.tenant.userId}`)
    expect((await asGuest()).status).toBe(401)
    expect((await owner.tenant.get('/agents')).status).toBe(200)
    expect((await owner.get(keysPath)).body.filter(({ label }: any) => label === 'Laptop')).toEqual([])
  })

  test('two owners who remove each other at the same moment leave one', async () => {
    const { owner, guest, path } = await setUp()
    await join(owner, guest, 'owner')
    const statuses = await Promise.all([
      owner.delete(`${path}/${guest.tenant.userId}`),
      guest.delete(`${path}/${owner.tenant.userId}`),
    ])
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = statuses[0]!.status === 200 ? owner : guest
    expect((await left.get(path)).body.data.filter(({ role }: any) => role === 'owner')).toHaveLength(1)
  })

  test('everybody removes themselves, and an invitation that they made goes with them', async () => {
    const { owner, guest, path } = await setUp()
    await join(owner, guest, 'owner')
    const invitations = path.replace('/members', '/invitations')
    const { link } = (await guest.post(invitations, {})).body
    expect((await guest.delete(`${path}/${guest.tenant.userId}`)).status).toBe(200)
    expect((await guest.get(path)).status).toBe(404)
    expect((await service.call('GET', `/invitations/${link.split('/').at(-1)}`)).status).toBe(404)
    expect((await owner.get(invitations)).body.count).toBe(0)
    await join(owner, guest)
    expect((await guest.delete(`${path}/${guest.tenant.userId}`)).status).toBe(200)
  })

  test('is for owners, where it is about somebody else', async () => {
    const { owner, guest, path } = await setUp()
    await join(owner, guest)
    const denied = await guest.delete(`${path}/${owner.tenant.userId}`)
    expect(denied).toMatchObject({ status: 401, body: unauthorized })
  })
})

describe('the default organization of an account', () => {
  const whose = async (person: Person) => (await person.get('/groups')).body.data?.[0]?.name

  test('stays the one that it registered with when it joins others, and comes back with it', async () => {
    const { owner, guest, path } = await setUp()
    await guest.tenant.group({ name: 'Home' })
    await owner.tenant.group({ name: 'Other' })
    expect(await whose(guest)).toBe('Home')
    await join(owner, guest, 'owner')
    expect(await whose(guest)).toBe('Home')
    const { data } = (await guest.get('/organizations')).body
    expect(data.map(({ organization }: any) => organization.id)).toEqual([guest.tenant.orgId, owner.tenant.orgId])

    const [friend, third] = [await newPerson(service), await newPerson(service)]
    await join(guest, friend, 'owner')
    const home = path.replace(owner.tenant.slug, guest.tenant.slug)
    await guest.delete(`${home}/${guest.tenant.userId}`)
    expect(await whose(guest)).toBe('Other')
    await join(third, guest)
    expect((await guest.get('/groups')).status).toBe(400)
    const invited = await friend.post(home.replace('/members', '/invitations'), {})
    await guest.post(`/invitations/${invited.body.link.split('/').at(-1)}/accept`)
    expect(await whose(guest)).toBe('Home')
  })
})
