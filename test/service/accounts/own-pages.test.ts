import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleRequest, newWorld, readOperations, send, type World } from '../../support/operations.ts'
import { cookieOf, newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

/** A page of another site cannot make the browser of a signed-in person do anything (behavior: Sessions). */

const unauthorized = { error: 'Unauthorized' }
const password = 'correct horse battery staple'
const foreign: [string, Record<string, string>][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['an origin that hides', { origin: 'null' }],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['a neighboring site', { 'sec-fetch-site': 'same-site' }],
  ['another origin, by a reload', { 'sec-fetch-site': 'none', origin: 'https://evil.example' }],
]

let service: Service
let world: World
beforeAll(async () => {
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9', CRON_SECRET: 'hush' })
  world = await newWorld(service)
})
afterAll(() => service.stop())

describe.each(foreign)('a request from %s', (_name, headers) => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json'])(
    'signs nobody in and registers nobody, as %s',
    async (type) => {
      await service.register({ email: `thief${Math.random()}@example.com`, password })
      const before = await service.deps.db.selectFrom('users').select('id').execute()
      for (const [path, body] of [
        ['/auth/login', { email: 'thief@example.com', password }],
        ['/register', { email: `new${Math.random()}@example.com` }],
        ['/register', { nonsense: true }],
      ] as const) {
        const answer = await service.call('POST', path, body, { ...headers, 'content-type': type })
        expect([answer.status, answer.body, answer.headers['set-cookie']]).toEqual([401, unauthorized, undefined])
      }
      expect(await service.deps.db.selectFrom('users').select('id').execute()).toHaveLength(before.length)
    },
  )
})

test.each([
  ['its own origin', { origin: 'http://127.0.0.1:3000' }],
  ['its own pages', { 'sec-fetch-site': 'same-origin' }],
  ['no page', {}],
])('a login from %s works', async (_name, headers) => {
  const { email } = await newPerson(service)
  const text = JSON.stringify({ email, password })
  const answer = await service.call('POST', '/auth/login', text, { ...headers, 'content-type': 'text/plain' })
  expect([answer.status, cookieOf(answer)]).toEqual([200, expect.stringMatching(/^session=/)])
})

test('every operation that changes something is 401 with a cookie from another page, uploads too', async () => {
  const person = world.person
  const thief = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  const post =
    (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE') =>
    (path: string, body?: unknown, more: Record<string, string> = {}) =>
      service.call(method, path, body, { cookie: person.cookie, ...thief, ...more })
  const writes = { post: post('POST'), patch: post('PATCH'), put: post('PUT'), delete: post('DELETE') }
  const attacked = { ...world, person: { ...person, ...writes } }
  const operations = (await readOperations(service)).filter(({ method }) => method !== 'GET')
  expect(operations.length).toBeGreaterThan(60)
  const statuses = []
  for (const operation of operations) {
    const { status } = await send(attacked.person, 'session', operation, exampleRequest(attacked, operation))
    statuses.push([operation.name, status])
  }
  expect(statuses).toEqual(operations.map(({ name }) => [name, 401]))
})

test('a cookie adds nothing to a key: with both, the key decides', async () => {
  const other = await service.register()
  const both = { authorization: `Bearer ${other.key}`, cookie: world.person.cookie, 'sec-fetch-site': 'same-origin' }
  expect((await service.call('GET', '/account', undefined, both)).body.user_id).toBe(other.userId)
  const keys = `/organizations/${world.person.tenant.orgId}/api-keys`
  expect((await service.call('POST', keys, {}, both)).status).toBe(401)
  expect((await service.call('GET', keys, undefined, both)).status).toBe(401)
})

describe('over https', () => {
  test('the cookie is bound to the host by its name, and one without it opens nothing', async () => {
    const secure = await startService({ PUBLIC_URL: 'https://identity.example' })
    try {
      await secure.register({ email: 'ada@example.com', password })
      const login = await secure.call('POST', '/auth/login', { email: 'ada@example.com', password })
      const written = String(login.headers['set-cookie'])
      expect(written).toMatch(/^__Host-session=[\w-]{43}; /)
      for (const part of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax']) expect(written).toContain(part)
      expect(written).not.toContain('Domain')
      const read = (cookie: string) => secure.call('GET', '/auth/session', undefined, { cookie })
      expect((await read(cookieOf(login))).status).toBe(200)
      expect((await read(cookieOf(login).replace('__Host-', ''))).status).toBe(401)
      const headers = { cookie: cookieOf(login), origin: 'https://identity.example' }
      const logout = await secure.call('POST', '/auth/logout', undefined, headers)
      expect(String(logout.headers['set-cookie'])).toMatch(/^__Host-session=; Max-Age=0/)
    } finally {
      await secure.stop()
    }
  })
})

describe('X-Forwarded-Host', () => {
  const change = async (trustProxy: string) => {
    const behind = await startService({ TRUST_PROXY: trustProxy })
    try {
      const person = await newPerson(behind)
      const forwarded = { 'x-forwarded-host': 'identity.example', 'x-forwarded-proto': 'https' }
      const headers = { cookie: person.cookie, origin: 'https://identity.example', ...forwarded }
      return (await behind.call('PATCH', '/account', { displayName: 'Changed' }, headers)).status
    } finally {
      await behind.stop()
    }
  }
  test('names the own host when a proxy sends it that TRUST_PROXY names', async () => {
    expect(await change('127.0.0.0/8')).toBe(200)
  })
  test.each(['false', 'true', '1', '10.0.0.0/8'])('does not with TRUST_PROXY=%s', async (trustProxy) => {
    expect(await change(trustProxy)).toBe(401)
  })
})
