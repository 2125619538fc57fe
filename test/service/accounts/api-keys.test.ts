import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { join, newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let now = new Date('2026-11-21T10:00:00Z')
beforeAll(async () => {
  service = await startService({}, { now: () => now })
})
afterAll(() => service.stop())

const unauthorized = { error: 'Unauthorized' }
const call = (key: string) => service.call('GET', '/account', undefined, { authorization: `Bearer ${key}` })

describe('API keys', () => {
  test('are created, listed without the key, used and revoked at once', async () => {
    const person = await newPerson(service)
    const path = `/organizations/${person.tenant.slug}/api-keys`
    const created = await person.post(path, { label: 'CI' })
    expect(created.status).toBe(201)
    const { key, warning, ...record } = created.body
    expect(key).toMatch(/^ais_[0-9A-Za-z]{40}$/)
    expect(warning).toEqual(expect.any(String))
    expect(record).toEqual({
      id: expect.any(String),
      org_id: person.tenant.orgId,
      created_by: person.tenant.userId,
      label: 'CI',
      key_hint: key.slice(-4),
      access: 'full',
      agent_id: null,
      expires_at: null,
      last_used_at: null,
      created_at: now.toISOString(),
    })
    expect((await call(key)).status).toBe(200)

    const listed = await person.get(path)
    expect(listed.status).toBe(200)
    expect(listed.body).toHaveLength(2)
    expect(listed.text).not.toContain(key)
    expect(listed.body[1]).toEqual({ ...record, last_used_at: now.toISOString() })

    expect((await person.delete(`${path}/${record.id}`)).body).toMatchObject({ success: true })
    expect(await call(key)).toMatchObject({ status: 401, body: unauthorized })
    expect((await person.delete(`${path}/${record.id}`)).status).toBe(404)
  })

  test('are renamed by their maker and by owners, and go on working', async () => {
    const owner = await newPerson(service)
    const member = await newPerson(service)
    await join(owner, member)
    const path = `/organizations/${owner.tenant.orgId}/api-keys`
    const { id, key } = (await member.post(path, { label: 'CI' })).body
    const renamed = await member.patch(`${path}/${id}`, { label: 'Nightly build' })
    expect(renamed).toMatchObject({ status: 200, body: { id, label: 'Nightly build', key_hint: key.slice(-4) } })
    expect(renamed.text).not.toContain(key)
    expect((await owner.patch(`${path}/${id}`, { label: 'Night' })).status).toBe(200)
    expect((await call(key)).status).toBe(200)
    const own = (await owner.post(path, { label: 'Mine' })).body
    expect((await member.patch(`${path}/${own.id}`, { label: 'Taken' })).status).toBe(401)
    expect((await owner.patch(`${path}/${id}`, { label: ' ' })).status).toBe(400)
    const stranger = await newPerson(service)
    expect((await stranger.patch(`${path}/${id}`, { label: 'Taken' })).status).toBe(404)
    expect((await owner.get(path)).body.map(({ label }: any) => label)).toContain('Night')
  })

  test('without a label have none', async () => {
    const person = await newPerson(service)
    const { body } = await person.post(`/organizations/${person.tenant.orgId}/api-keys`)
    expect(body.label).toBeNull()
  })

  test('are stored as a hash and their last 4 characters', async () => {
    const { key } = await service.register()
    const stored = JSON.stringify(await service.deps.db.selectFrom('api_keys').selectAll().execute())
    expect(stored).not.toContain(key)
    expect(stored).toContain(key.slice(-4))
  })

  test('with a typo, of unknown origin or of another form are 401', async () => {
    const { key } = await service.register()
    const mistyped = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21)
    for (const wrong of [mistyped, key.slice(0, -1), `${key}0`, key.toUpperCase(), 'ais_', '', '\u00e9']) {
      expect(await call(wrong)).toMatchObject({ status: 401, body: unauthorized })
    }
    expect((await service.call('GET', '/account', undefined, { authorization: `bearer  ${key}` })).status).toBe(200)
  })

  test('note their last use, at most once a minute', async () => {
    const start = now
    const person = await newPerson(service)
    const path = `/organizations/${person.tenant.slug}/api-keys`
    const lastUse = async () => (await person.get(path)).body[0].last_used_at
    await person.tenant.get('/account')
    expect(await lastUse()).toBe(start.toISOString())
    now = new Date(start.getTime() + 59_000)
    service.deps.keys.clear()
    await person.tenant.get('/account')
    expect(await lastUse()).toBe(start.toISOString())
    now = new Date(start.getTime() + 60_000)
    service.deps.keys.clear()
    await person.tenant.get('/account')
    expect(await lastUse()).toBe(now.toISOString())
    now = start
  })

  test('are managed by sessions alone', async () => {
    const { tenant } = await newPerson(service)
    const path = `/organizations/${tenant.orgId}/api-keys`
    const [{ id }] = (await service.deps.db
      .selectFrom('api_keys')
      .select('id')
      .where('org_id', '=', tenant.orgId)
      .execute()) as [{ id: string }]
    for (const answer of [await tenant.get(path), await tenant.post(path), await tenant.delete(`${path}/${id}`)]) {
      expect(answer).toMatchObject({ status: 401, body: unauthorized })
    }
  })

  test('a member revokes its own, an owner any, a stranger none', async () => {
    const owner = await newPerson(service)
    const member = await newPerson(service)
    const stranger = await newPerson(service)
    const path = `/organizations/${owner.tenant.slug}/api-keys`
    await join(owner, member)
    const ofMember = (await member.post(path)).body
    const ofOwner = (await owner.post(path)).body
    const second = (await member.post(path)).body
    expect(await member.delete(`${path}/${ofOwner.id}`)).toMatchObject({ status: 401, body: unauthorized })
    expect((await call(ofOwner.key)).status).toBe(200)
    expect((await member.delete(`${path}/${ofMember.id}`)).status).toBe(200)
    expect((await owner.delete(`${path}/${second.id}`)).status).toBe(200)
    const denied = await stranger.delete(`${path}/${ofOwner.id}`)
    expect([denied.status, denied.body]).toEqual([404, { error: 'Organization not found', code: 'not_found' }])
  })
})
