import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson, signIn } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** The changes that a leaked key or a forgotten session may make to its account, and the notices to the account (behavior: Accounts). */

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const unauthorized = { error: 'Unauthorized' }
const whats = async (tenant: Tenant) =>
  (await tenant.get('/account')).body.security_events.map(({ what, by }: { what: string; by: string }) => [what, by])

describe('PATCH /account by a key', () => {
  test('takes no account over: 401 for the email and the password of an account that has them', async () => {
    const { tenant, email, password } = await newPerson(service)
    for (const change of [
      { email: 'thief@example.com', password: 'the password of a thief' },
      { email: 'thief@example.com' },
      { password: 'the password of a thief' },
      { password: 'the password of a thief', current_password: password },
    ]) {
      const { status, body } = await tenant.patch('/account', change)
      expect([change, status, body]).toEqual([change, 401, unauthorized])
    }
    expect((await service.call('POST', '/auth/login', { email, password })).status).toBe(200)
    expect((await tenant.patch('/account', { email, display_name: 'Renamed' })).status).toBe(200)
    expect((await tenant.get('/account')).body).toMatchObject({ email, display_name: 'Renamed' })
  })

  test('gives an account its first email and its first password, each once', async () => {
    const tenant = await service.register()
    expect((await tenant.patch('/account', { email: 'first@example.com' })).status).toBe(200)
    expect((await tenant.patch('/account', { email: 'second@example.com' })).status).toBe(401)
    expect((await tenant.patch('/account', { password: 'first password' })).status).toBe(200)
    expect((await tenant.patch('/account', { password: 'second password' })).status).toBe(401)
    const by = `key ending in ${tenant.key.slice(-4)}`
    expect(await whats(tenant)).toEqual([
      ['password_changed', by],
      ['email_changed', by],
    ])
  })

  test('of two first passwords at once one is set', async () => {
    const tenant = await service.register()
    const changes = Array.from({ length: 6 }, (_, i) => tenant.patch('/account', { password: `password number ${i}` }))
    const statuses = (await Promise.all(changes)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 401 || status === 409)).toHaveLength(5)
  })
})

describe('PATCH /account in a session', () => {
  test.each(['email', 'password'])('a change of the %s needs the current password', async (field) => {
    const person = await newPerson(service)
    const change = { [field]: `new-${field}-${person.email}` }
    for (const current of [{}, { current_password: 'wrong' }, { current_password: '' }]) {
      const { status, body } = await person.patch('/account', { ...change, ...current, display_name: 'Never' })
      expect([current, status, body]).toEqual([current, 401, unauthorized])
    }
    expect((await person.get('/account')).body).toMatchObject({
      email: person.email,
      display_name: expect.not.stringContaining('Never'),
    })
    const changed = await person.patch('/account', { ...change, current_password: person.password })
    expect(changed.status).toBe(200)
    const [event] = (await person.get('/account')).body.security_events
    expect(event).toEqual({ at: expect.any(String), what: `${field}_changed`, by: 'session', ip: '127.0.0.1' })
  })

  test('the name, and the email that it has, need none; a first password neither', async () => {
    const person = await newPerson(service)
    expect((await person.patch('/account', { email: person.email, display_name: 'Ada' })).status).toBe(200)
    const { db } = service.deps
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', person.tenant.userId).execute()
    expect((await person.patch('/account', { password: 'a first password' })).status).toBe(200)
    await signIn(service, person.email, 'a first password')
  })
})

describe('GET /account › security_events', () => {
  test('tells of keys that come and go, to whoever made them', async () => {
    const person = await newPerson(service)
    const { id } = (await person.post(`/organizations/${person.tenant.orgId}/api-keys`, {})).body
    await person.delete(`/organizations/${person.tenant.orgId}/api-keys/${id}`)
    expect((await whats(person.tenant)).slice(0, 2)).toEqual([
      ['key_revoked', 'session'],
      ['key_created', 'session'],
    ])
  })

  test('are the last 20 of the account alone, and no more than 200 are kept', async () => {
    const [person, other] = [await newPerson(service), await newPerson(service)]
    for (let i = 0; i < 205; i++) await person.post(`/organizations/${person.tenant.orgId}/api-keys`, {})
    expect((await person.get('/account')).body.security_events).toHaveLength(20)
    const { db } = service.deps
    const kept = await db
      .selectFrom('security_events')
      .selectAll()
      .where('user_id', '=', person.tenant.userId)
      .execute()
    expect(kept).toHaveLength(200)
    expect((await whats(other.tenant)).filter(([what]: string[]) => what === 'key_created')).toEqual([])
  })
})
