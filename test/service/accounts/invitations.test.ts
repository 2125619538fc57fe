import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { join, newPerson, signIn } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let now = new Date('2026-11-21T10:00:00Z')
beforeAll(async () => {
  service = await startService({}, { now: () => now })
})
afterAll(() => service.stop())

const tokenOf = ({ body }: { body: any }): string => body.link.split('/').at(-1)
const setUp = async () => {
  const [owner, guest] = [await newPerson(service), await newPerson(service)]
  return { owner, guest, path: `/organizations/${owner.tenant.slug}/invitations` }
}

describe('POST /organizations/{orgId}/invitations', () => {
  test('makes a link that works once, for whoever has it', async () => {
    const { owner, guest, path } = await setUp()
    const third = await newPerson(service)
    const invited = await owner.post(path, { role: 'owner' })
    expect([invited.status, invited.body]).toEqual([
      201,
      {
        id: expect.any(String),
        email: null,
        role: 'owner',
        link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/invitations\/[\w-]{43}$/),
        expires_at: '2026-11-28T10:00:00.000Z',
      },
    ])
    const token = tokenOf(invited)
    expect((await service.call('GET', `/invitations/${token}`)).body).toEqual({
      organization: { name: expect.any(String), slug: owner.tenant.slug },
      email: null,
      role: 'owner',
      expires_at: invited.body.expires_at,
    })
    const accepted = await guest.post(`/invitations/${token}/accept`)
    expect([accepted.status, accepted.body]).toEqual([
      200,
      {
        id: expect.any(String),
        user_id: guest.tenant.userId,
        role: 'owner',
        display_name: expect.any(String),
        email: guest.email,
        email_verified: false,
        profiles: { display_name: expect.any(String), email: guest.email },
        organization: { id: owner.tenant.orgId, name: expect.any(String), slug: owner.tenant.slug },
      },
    ])
    expect((await guest.get(`/organizations/${owner.tenant.slug}/members`)).body.count).toBe(2)
    for (const person of [third, guest]) {
      const again = await person.post(`/invitations/${token}/accept`)
      expect([again.status, again.body]).toEqual([404, { error: 'Invitation not found', code: 'not_found' }])
    }
    expect((await service.call('GET', `/invitations/${token}`)).status).toBe(404)
  })

  test('two who accept one link at the same moment: one becomes a member', async () => {
    const { owner, guest, path } = await setUp()
    const third = await newPerson(service)
    const token = tokenOf(await owner.post(path, {}))
    const answers = await Promise.all([guest, third].map((person) => person.post(`/invitations/${token}/accept`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await owner.get(`/organizations/${owner.tenant.slug}/members`)).body.count).toBe(2)
  })

  test('one that names an address is for its account alone; a new one of the address replaces it', async () => {
    const { owner, guest, path } = await setUp()
    const third = await newPerson(service)
    const first = tokenOf(await owner.post(path, { email: guest.email.toUpperCase() }))
    const refused = await third.post(`/invitations/${first}/accept`)
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('another email address')])
    const second = tokenOf(await owner.post(path, { email: guest.email }))
    expect((await guest.post(`/invitations/${first}/accept`)).status).toBe(404)
    expect((await owner.get(path)).body.count).toBe(1)
    const accepted = await guest.post(`/invitations/${second}/accept`)
    // The owner has seen this link, so it proves nothing about the address.
    expect([accepted.status, accepted.body.email_verified]).toEqual([200, false])
    expect(await owner.post(path, { email: guest.email })).toMatchObject({ status: 409 })
  })

  test('ends after 7 days', async () => {
    const { owner, guest, path } = await setUp()
    const token = tokenOf(await owner.post(path, {}))
    const start = now
    now = new Date('2026-11-28T10:00:00Z')
    expect((await service.call('GET', `/invitations/${token}`)).status).toBe(404)
    expect(
      (await (await signIn(service, guest.email, guest.password)).post(`/invitations/${token}/accept`)).status,
    ).toBe(404)
    expect((await owner.get(path)).body.count).toBe(0)
    now = start
  })

  test('is accepted in a session; a member who accepts another one gets 409 and leaves it open', async () => {
    const { owner, guest, path } = await setUp()
    const token = tokenOf(await owner.post(path, {}))
    expect((await guest.tenant.post(`/invitations/${token}/accept`)).status).toBe(401)
    expect((await service.call('POST', `/invitations/${token}/accept`)).status).toBe(401)
    expect((await owner.post(`/invitations/${token}/accept`)).status).toBe(409)
    expect((await guest.post(`/invitations/${token}/accept`)).status).toBe(200)
    for (const wrong of ['made-up', 'x'.repeat(43), 'a%20b', 'x'.repeat(65)])
      expect([wrong, (await guest.post(`/invitations/${wrong}/accept`)).status]).toEqual([wrong, 404])
  })

  test('is for owners; a stranger finds nothing', async () => {
    const { owner, guest, path } = await setUp()
    const { body } = await owner.post(path, {})
    const stranger = await newPerson(service)
    await join(owner, guest)
    const one = `${path}/${body.id}`
    for (const [person, status] of [
      [guest, 401],
      [stranger, 404],
    ] as const) {
      expect((await person.post(path, {})).status).toBe(status)
      expect((await person.get(path)).status).toBe(status)
      expect((await person.delete(one)).status).toBe(status)
    }
  })

  test('is listed without its link, and gone when it is revoked', async () => {
    const { owner, guest, path } = await setUp()
    const invited = await owner.post(path, { email: 'ada@example.com' })
    const listed = await owner.get(path)
    expect(listed.body).toEqual({
      data: [
        {
          id: invited.body.id,
          email: 'ada@example.com',
          role: 'member',
          created_by: owner.tenant.userId,
          created_at: now.toISOString(),
          expires_at: invited.body.expires_at,
        },
      ],
      count: 1,
    })
    const stored = await service.deps.db.selectFrom('invitations').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(tokenOf(invited))
    expect((await guest.delete(`/organizations/${guest.tenant.slug}/invitations/${invited.body.id}`)).status).toBe(404)
    expect((await owner.delete(`${path}/${invited.body.id}`)).body).toMatchObject({ success: true })
    expect((await owner.delete(`${path}/${invited.body.id}`)).status).toBe(404)
    expect((await guest.post(`/invitations/${tokenOf(invited)}/accept`)).status).toBe(404)
  })

  test('at most 200 are open at a time', async () => {
    const { owner, path } = await setUp()
    for (let i = 0; i < 200; i++) await owner.post(path, {})
    const { status, body } = await owner.post(path, {})
    expect([status, body.error]).toEqual([400, expect.stringContaining('200')])
  })
})

describe('POST /invitations/{token}/register', () => {
  test('makes an account that has this organization alone, as its default', async () => {
    const { owner, path } = await setUp()
    const token = tokenOf(await owner.post(path, { role: 'member' }))
    const input = { email: 'New.Here@example.com', password: 'long enough', displayName: 'New' }
    const { status, body } = await service.call('POST', `/invitations/${token}/register`, input)
    expect([status, body]).toMatchObject([201, { role: 'member', display_name: 'New', email: 'new.here@example.com' }])
    const person = await signIn(service, input.email, input.password)
    const { data } = (await person.get('/organizations')).body
    expect(data.map(({ organization }: any) => organization.id)).toEqual([owner.tenant.orgId])
    const another = await newPerson(service)
    const invited = await another.post(`/organizations/${another.tenant.slug}/invitations`, {})
    await person.post(`/invitations/${tokenOf(invited)}/accept`)
    expect((await person.get('/groups')).status).toBe(200)
  })

  test('leaves nothing behind when the link, the address or the email is wrong', async () => {
    const { owner, guest, path } = await setUp()
    const token = tokenOf(await owner.post(path, { email: 'right@example.com' }))
    const register = (link: string, email: string) =>
      service.call('POST', `/invitations/${link}/register`, { email, password: 'long enough' })
    const users = await service.deps.db.selectFrom('users').select('id').execute()
    expect((await register('x'.repeat(43), 'right@example.com')).status).toBe(404)
    expect((await register(token, 'wrong@example.com')).status).toBe(400)
    expect((await register(token, guest.email)).status).toBe(409)
    expect((await register(token, 'no-address')).status).toBe(400)
    expect(await service.deps.db.selectFrom('users').select('id').execute()).toHaveLength(users.length)
    expect((await register(token, 'right@example.com')).status).toBe(201)
  })
})
