import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson } from '../people.ts'
import { type Service, startService } from '../service.ts'

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

describe('POST /organizations/{orgId}/members', () => {
  test('makes an existing account a member, which sees the organization at once', async () => {
    const { owner, guest, path } = await setUp()
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
    })
    expect((await guest.get(`/agents/${agent}`)).status).toBe(200)
    const listed = await owner.get(path)
    expect(listed.body.count).toBe(2)
    expect(listed.body.data[1]).toEqual(body)
    expect((await owner.tenant.get(path)).body).toEqual(listed.body)
    expect(await owner.post(path, { email: guest.email })).toMatchObject({ status: 409 })
  })

  test('is for owners; a key of theirs adds members, and owners come by a session alone', async () => {
    const { owner, guest, path } = await setUp()
    const third = await newPerson(service)
    await owner.post(path, { email: guest.email, role: 'member' })
    const input = { email: third.email, role: 'member' }
    expect(await guest.post(path, input)).toMatchObject({ status: 401, body: unauthorized })
    expect(await owner.tenant.post(path, { ...input, role: 'owner' })).toMatchObject({
      status: 401,
      body: unauthorized,
    })
    expect((await third.post(path, input)).status).toBe(404)
    expect((await owner.get(path)).body.count).toBe(2)
    expect((await owner.tenant.post(path, input)).status).toBe(201)
    expect((await owner.tenant.delete(`${path}/${owner.tenant.userId}`)).status).toBe(401)
    expect((await owner.tenant.delete(`${path}/${third.tenant.userId}`)).status).toBe(200)
  })

  test('404 for an address without an account, 400 for a role or address that is none', async () => {
    const { owner, path } = await setUp()
    expect((await owner.post(path, { email: 'nobody@example.com', role: 'member' })).status).toBe(404)
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
    await owner.post(path, { email: guest.email, role: 'owner' })
    expect((await guest.delete(`${path}/${guest.tenant.userId}`)).body).toEqual({ success: true })
    expect((await guest.get(path)).status).toBe(404)
    const last = await owner.delete(`${path}/${owner.tenant.userId}`)
    expect([last.status, last.body.error]).toEqual([400, expect.stringContaining('last owner')])
    expect((await owner.delete(`${path}/${guest.tenant.userId}`)).status).toBe(404)
    expect((await owner.delete(`${path}/not-an-id`)).status).toBe(404)
  })

  test('takes the keys that they made, and no other', async () => {
    const { owner, guest, path } = await setUp()
    await owner.post(path, { email: guest.email, role: 'member' })
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
    await owner.post(path, { email: guest.email, role: 'owner' })
    const statuses = await Promise.all([
      owner.delete(`${path}/${guest.tenant.userId}`),
      guest.delete(`${path}/${owner.tenant.userId}`),
    ])
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = statuses[0]!.status === 200 ? owner : guest
    expect((await left.get(path)).body.data.filter(({ role }: any) => role === 'owner')).toHaveLength(1)
  })

  test('is for owners', async () => {
    const { owner, guest, path } = await setUp()
    await owner.post(path, { email: guest.email, role: 'member' })
    const denied = await guest.delete(`${path}/${owner.tenant.userId}`)
    expect(denied).toMatchObject({ status: 401, body: unauthorized })
  })
})
