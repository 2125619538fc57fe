import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { newPerson, type Person } from '../support/people.ts'
import { type Service, startService } from '../support/service.ts'

/** The pages of the operator: open to one token, and to nothing else. */

const token = 'a token of the operator, at least 32 long'.replaceAll(' ', '-')
const pages = ['stats', 'organizations', 'users', 'usage', 'health']
let service: Service
let person: Person
beforeAll(async () => {
  service = await startService({ ADMIN_TOKEN: token })
  person = await newPerson(service, { org_name: 'Acme', org_slug: 'acme' })
  await newPerson(service)
  const agentId = await person.tenant.agent()
  for (const statement of ['One', 'Two'])
    await person.tenant.post('/beliefs', { agentId, category: 'axiom', statement })
})
afterAll(() => service.stop())

const read = (path: string, secret = token) =>
  service.call('GET', `/admin/${path}`, undefined, { authorization: `Bearer ${secret}` })

test('the token shows every organization and account by numbers and names', async () => {
  expect((await read('stats')).body).toMatchObject({
    organizations: 2,
    users: 2,
    agents: 1,
    items: 2,
    conversations: 0,
  })
  const { data, count } = (await read('organizations')).body
  expect([count, data[0]]).toEqual([
    2,
    { id: person.tenant.orgId, slug: 'acme', name: 'Acme', created_at: expect.any(String), members: 1, agents: 1 },
  ])
  expect((await read('organizations?limit=1&offset=1')).body).toMatchObject({ count: 2, data: [{ agents: 0 }] })
  const users = (await read('users')).body
  expect(users.count).toBe(2)
  expect(users.data[0]).toMatchObject({ email: person.email, is_agent: false, email_verified: false, organizations: 1 })
  const usage = (await read('usage')).body
  expect(usage.data[0]).toMatchObject({ slug: 'acme', agents: 1, items: 2, content_items: 0 })
  expect(usage.data[0].changes).toBeGreaterThan(usage.data[1].changes)
  expect((await read('health')).body).toMatchObject({ status: 'ok', reason: null, jobs: [] })
})

test('no page shows a secret or a statement', async () => {
  const { key } = (await person.post(`/organizations/${person.tenant.orgId}/api-keys`, {})).body
  for (const page of pages) {
    const { status, text } = await read(page)
    expect(status).toBe(200)
    for (const secret of [key, person.tenant.key, person.cookie.split('=')[1]!, 'argon2', 'Two', token])
      expect(text).not.toContain(secret)
  }
})

test('keys, sessions, other tokens and other methods get a 401, on every address', async () => {
  for (const page of [...pages, 'nothing']) {
    const path = `/admin/${page}`
    for (const answer of [
      await person.get(path),
      await person.tenant.get(path),
      await service.call('GET', path),
      await read(page, `${token}x`),
      await read(page, token.slice(1)),
    ])
      expect([path, answer.status, answer.body]).toEqual([path, 401, { error: 'Unauthorized' }])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      expect((await service.call(method, path, {}, { authorization: `Bearer ${token}` })).status).toBe(401)
  }
  expect((await read('nothing')).status).toBe(404)
})

test('the token opens nothing else', async () => {
  for (const path of ['/organizations', '/agents', '/account', `/organizations/${person.tenant.orgId}/audit-log`])
    expect((await service.call('GET', path, undefined, { authorization: `Bearer ${token}` })).status).toBe(401)
})

test('without the variable the pages do not exist, and a short token does not start', async () => {
  const without = await startService()
  try {
    for (const page of pages)
      expect(
        (await without.call('GET', `/admin/${page}`, undefined, { authorization: `Bearer ${token}` })).status,
      ).toBe(404)
  } finally {
    await without.stop()
  }
  expect(() => readConfig({ ADMIN_TOKEN: 'short' })).toThrow(/ADMIN_TOKEN must be at least 32 characters/)
})
