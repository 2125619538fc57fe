import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookieOf, newPerson, signIn } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let now = new Date('2026-11-21T10:00:00Z')
beforeAll(async () => {
  service = await startService({}, { now: () => now })
})
afterAll(() => service.stop())

const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
const unauthorized = { error: 'Unauthorized' }

describe('POST /register', () => {
  test('needs nothing and answers with everything the specification names', async () => {
    const { status, body } = await service.call('POST', '/register')
    expect(status).toBe(201)
    expect(Object.keys(body).sort()).toEqual(
      ['email', 'key', 'next_steps', 'organization', 'user_id', 'warning', 'your_token'].sort(),
    )
    expect(body.key).toBe(body.your_token)
    expect(body.email).toBeNull()
    expect(body.warning).toMatch(/cannot be recovered/)
    expect(body.organization.slug).toMatch(/^[a-z]+-[a-z]+-\d{4}$/)
    expect(body.organization.name).toBe(body.organization.slug)
    for (const step of body.next_steps) {
      expect(step).toEqual({
        action: expect.any(String),
        method: expect.any(String),
        path: expect.stringMatching(/^\/api\/v1\//),
        description: expect.any(String),
      })
    }
    const account = await service.call('GET', '/account', undefined, { authorization: `Bearer ${body.key}` })
    expect(account.body).toEqual({
      user_id: body.user_id,
      email: null,
      display_name: expect.any(String),
      is_agent: true,
      has_email: false,
      email_verified: false,
      has_password: false,
      created_at: now.toISOString(),
      security_events: [],
    })
  })

  test('takes names, an email and a password, in either case of the keys', async () => {
    const { status, body } = await service.call('POST', '/register', {
      email: 'Grace@Example.com',
      password: 'long enough',
      orgName: 'Navy',
      org_slug: 'navy',
      displayName: 'Grace',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      email: 'grace@example.com',
      organization: { name: 'Navy', slug: 'navy' },
      warning: null,
    })
    const account = await service.call('GET', '/account', undefined, { authorization: `Bearer ${body.key}` })
    expect(account.body).toMatchObject({ is_agent: false, has_email: true, has_password: true, display_name: 'Grace' })
  })

  test('an organization gets the slug of its name where it is free, and of two at once both get one', async () => {
    const register = async (org_name: string) =>
      (await service.call('POST', '/register', { org_name })).body.organization
    expect((await register('Harbor & Sons')).slug).toBe('harbor-sons')
    const generated = /^[a-z]+-[a-z]+-\d{4}$/
    expect(await register('Harbor & Sons')).toMatchObject({
      name: 'Harbor & Sons',
      slug: expect.stringMatching(generated),
    })
    expect((await register('\u65e5\u672c')).slug).toMatch(generated)
    expect((await register('x'.repeat(65))).slug).toMatch(generated)
    expect((await register('019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11')).slug).toMatch(generated)
    const slugs = (await Promise.all([1, 2, 3].map(() => register('Quay')))).map(({ slug }) => slug)
    expect(slugs.filter((slug) => slug === 'quay')).toHaveLength(1)
    expect(new Set(slugs).size).toBe(3)
  })

  test('409 for an email in use, in any case, and for a slug in use; nothing is left behind', async () => {
    await service.register({ email: 'one@example.com', org_slug: 'one' })
    const users = await service.deps.db.selectFrom('users').select('id').execute()
    expect((await service.call('POST', '/register', { email: 'ONE@example.com' })).status).toBe(409)
    const taken = await service.call('POST', '/register', { email: 'two@example.com', orgSlug: 'one' })
    expect([taken.status, taken.body.error]).toEqual([409, expect.stringContaining('slug')])
    expect(await service.deps.db.selectFrom('users').select('id').execute()).toHaveLength(users.length)
  })

  test('a password without an email is taken, with a warning', async () => {
    const { status, body } = await service.call('POST', '/register', { password: 'long enough' })
    expect(status).toBe(201)
    expect(body.warning).toMatch(/password cannot be used/)
  })

  test.each([
    ['email', { email: 'nobody' }],
    ['email', { email: `${'a'.repeat(250)}@example.com` }],
    ['password', { password: 'short' }],
    ['password', { password: 'x'.repeat(257) }],
    ['orgName', { org_name: ' ' }],
    ['orgSlug', { org_slug: 'Has Capitals' }],
    ['orgSlug', { org_slug: '-edge' }],
    ['displayName', { displayName: '' }],
    ['displayName', { displayName: 'x'.repeat(201) }],
  ])('400 that names %s for %j', async (field, input) => {
    const { status, body } = await service.call('POST', '/register', input)
    expect([status, body.error]).toEqual([400, expect.stringContaining(field)])
  })
})

describe('PATCH /account', () => {
  test('changes what is given and says so', async () => {
    const tenant = await service.register()
    const { status, body } = await tenant.patch('/account', { email: 'Late@example.com', displayName: 'Late' })
    expect(status).toBe(200)
    expect(body).toEqual({
      user_id: tenant.userId,
      email: 'late@example.com',
      display_name: 'Late',
      has_email: true,
      updated: true,
      next_steps: expect.any(Array),
    })
    expect((await tenant.patch('/account', {})).body.updated).toBe(false)
    expect((await tenant.get('/account')).body).toMatchObject({ is_agent: false, email: 'late@example.com' })
  })

  test('409 for an email of somebody else, 401 without a credential', async () => {
    const { email } = await newPerson(service)
    const tenant = await service.register()
    expect((await tenant.patch('/account', { email })).status).toBe(409)
    expect(await service.call('PATCH', '/account', {})).toMatchObject({ status: 401, body: unauthorized })
  })

  test('a new password ends all sessions but the one that set it', async () => {
    const person = await newPerson(service)
    const other = await signIn(service, person.email, person.password)
    const change = { password: 'another password', current_password: person.password }
    expect((await person.patch('/account', change)).status).toBe(200)
    expect((await person.get('/auth/session')).status).toBe(200)
    expect((await other.get('/auth/session')).status).toBe(401)
    expect((await service.call('POST', '/auth/login', person)).status).toBe(401)
    expect((await service.call('POST', '/auth/login', { ...person, password: 'another password' })).status).toBe(200)
  })
})

describe('POST /auth/login', () => {
  test('answers who signed in and sets a cookie that scripts cannot read', async () => {
    const { email, password, tenant } = await newPerson(service)
    const answer = await service.call('POST', '/auth/login', { email: email.toUpperCase(), password })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ user_id: tenant.userId, email, display_name: expect.any(String) })
    const cookie = String(answer.headers['set-cookie'])
    for (const part of ['session=', 'HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=2592000']) {
      expect(cookie).toContain(part)
    }
    expect(cookie).not.toContain('Secure')
  })

  test('the cookie is stored only as a hash', async () => {
    const { cookie } = await newPerson(service)
    const stored = await service.deps.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(cookie.split('=')[1])
  })

  test('401 in the same words for a wrong password, an unknown address and an account without a password', async () => {
    const { email } = await newPerson(service)
    await service.register({ email: 'bare@example.com' })
    for (const pair of [
      { email, password: 'not the password' },
      { email: 'nobody@example.com', password: 'not the password' },
      { email: 'bare@example.com', password: '' },
    ]) {
      const answer = await service.call('POST', '/auth/login', pair)
      expect([answer.status, answer.body, answer.headers['set-cookie']]).toEqual([401, unauthorized, undefined])
    }
  })
})

describe('GET /auth/session', () => {
  test('tells who is signed in; 401 for nobody, a key, and a cookie that means nothing', async () => {
    const { tenant, email, ...person } = await newPerson(service)
    const { status, body } = await person.get('/auth/session')
    expect([status, body]).toEqual([200, { user_id: tenant.userId, email, display_name: expect.any(String) }])
    expect((await service.call('GET', '/auth/session')).status).toBe(401)
    expect((await tenant.get('/auth/session')).status).toBe(401)
    const fake = await service.call('GET', '/auth/session', undefined, { cookie: 'session=made-up' })
    expect([fake.status, fake.body]).toEqual([401, unauthorized])
  })

  test('an Authorization header decides alone: a wrong one spoils a valid cookie', async () => {
    const { cookie } = await newPerson(service)
    for (const authorization of ['Bearer wrong', 'Basic abc', 'Bearer', '']) {
      const answer = await service.call('GET', '/account', undefined, { cookie, authorization })
      expect([authorization, answer.status, answer.body]).toEqual([authorization, 401, unauthorized])
    }
  })

  test('lives 30 days from its last use', async () => {
    const start = now
    const person = await newPerson(service)
    now = days(20)
    const extended = await person.get('/auth/session')
    expect(extended.status).toBe(200)
    expect(cookieOf(extended)).toBe(person.cookie)
    now = days(29)
    expect((await person.get('/auth/session')).status).toBe(200)
    now = days(31)
    expect((await person.get('/auth/session')).status).toBe(401)
    now = start
  })
})

test('a session ends 90 days after it was opened, however much it is used', async () => {
  const start = now
  const person = await newPerson(service)
  for (const day of [25, 50, 75]) {
    now = new Date(start.getTime() + day * 86_400_000)
    expect((await person.get('/auth/session')).status).toBe(200)
  }
  now = new Date(start.getTime() + 85 * 86_400_000)
  const late = await person.get('/auth/session')
  expect([late.status, late.headers['set-cookie']]).toEqual([200, undefined])
  now = new Date(start.getTime() + 90 * 86_400_000)
  expect((await person.get('/auth/session')).status).toBe(401)
  now = start
})

describe('POST /auth/logout', () => {
  test('ends the session and clears the cookie', async () => {
    const person = await newPerson(service)
    const answer = await person.post('/auth/logout')
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect(String(answer.headers['set-cookie'])).toMatch(/session=;.*Max-Age=0/)
    expect((await person.get('/auth/session')).status).toBe(401)
    expect((await service.call('POST', '/auth/logout')).status).toBe(200)
  })

  test('401 for a request of another site, which signs nobody out', async () => {
    const person = await newPerson(service)
    const answer = await service.call('POST', '/auth/logout', undefined, {
      cookie: person.cookie,
      origin: 'https://evil.example',
    })
    expect([answer.status, answer.body, answer.headers['set-cookie']]).toEqual([401, unauthorized, undefined])
    expect((await person.get('/auth/session')).status).toBe(200)
  })
})

describe('a request with a cookie that changes something', () => {
  const change = (cookie: string, headers: Record<string, string>) =>
    service.call('PATCH', '/account', { displayName: 'Changed' }, { cookie, host: 'localhost:80', ...headers })

  test.each([
    ['its own origin', { origin: 'http://localhost:80' }],
    ['the public address', { origin: 'http://127.0.0.1:3000' }],
    ['Sec-Fetch-Site same-origin', { 'sec-fetch-site': 'same-origin' }],
  ])('is taken from %s', async (_name, headers) => {
    const { cookie } = await newPerson(service)
    expect((await change(cookie, headers as never)).status).toBe(200)
  })

  test.each([
    ['no origin at all', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['another host that it calls its own', { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }],
    ['no origin of its own', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another site that names our origin', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80' }],
    ['a neighboring site', { 'sec-fetch-site': 'same-site' }],
  ])('is refused with 401 from %s', async (_name, headers) => {
    const { cookie } = await newPerson(service)
    const { status, body } = await change(cookie, headers as never)
    expect([status, body]).toEqual([401, unauthorized])
  })

  test('reading needs no origin', async () => {
    const { cookie } = await newPerson(service)
    expect((await service.call('GET', '/account', undefined, { cookie })).status).toBe(200)
  })
})
