import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ RATE_LIMIT_AUTH: '1000', TRUST_PROXY: 'true' })
})
afterAll(() => service.stop())

const from = (ip: string) => ({ 'x-forwarded-for': ip })
const password = 'correct horse battery staple'
const login = (ip: string, email: string, attempt = password) =>
  service.call('POST', '/auth/login', { email, password: attempt }, from(ip))

test('POST /auth/login › 429 after 5 failures of one address for one email, the right password included', async () => {
  await service.register({ email: 'ada@example.com', password })
  for (let failure = 0; failure < 5; failure++)
    expect((await login('10.0.0.1', 'ada@example.com', 'wrong')).status).toBe(401)
  const denied = await login('10.0.0.1', 'Ada@example.com')
  expect(denied.status).toBe(429)
  expect(denied.body.error).toContain(`${denied.headers['retry-after']} second`)
  expect(denied.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' })
  expect((await login('10.0.0.2', 'ada@example.com')).status).toBe(200)
})

test('POST /auth/login › what succeeds does not count as a failure', async () => {
  await service.register({ email: 'bea@example.com', password })
  for (let attempt = 0; attempt < 7; attempt++) expect((await login('10.0.1.1', 'bea@example.com')).status).toBe(200)
})

test('POST /auth/login › 429 after 20 failures of one address, whatever the emails', async () => {
  await service.register({ email: 'cleo@example.com', password })
  const failures = Array.from({ length: 25 }, (_, i) => login('10.0.2.1', `guess-${i}@example.com`, 'wrong'))
  const statuses = (await Promise.all(failures)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect((await login('10.0.2.1', 'cleo@example.com')).status).toBe(429)
  expect((await login('10.0.2.2', 'cleo@example.com')).status).toBe(200)
})

test('POST /auth/login › the addresses of one IPv6 /64 are one address', async () => {
  await service.register({ email: 'dora@example.com', password })
  for (let host = 1; host <= 5; host++)
    expect((await login(`2001:db8:1:2::${host}`, 'dora@example.com', 'wrong')).status).toBe(401)
  expect((await login('2001:db8:1:2:ffff::1', 'dora@example.com')).status).toBe(429)
  expect((await login('2001:db8:1:3::1', 'dora@example.com')).status).toBe(200)
})

test('POST /auth/login › a proxy that adds the port of each connection hides no address', async () => {
  await service.register({ email: 'eve@example.com', password })
  for (let port = 1; port <= 5; port++)
    expect((await login(`10.0.3.1:${port}`, 'eve@example.com', 'wrong')).status).toBe(401)
  expect((await login('10.0.3.1:6', 'eve@example.com')).status).toBe(429)
})

test('POST /auth/login › 429 for an account after 20 failures from anywhere, but not where it logged in before', async () => {
  await service.register({ email: 'finn@example.com', password })
  await service.register({ email: 'gil@example.com', password })
  expect((await login('10.1.0.1', 'finn@example.com')).status).toBe(200)
  expect((await login('2001:db8:9::1', 'finn@example.com')).status).toBe(200)
  for (const email of ['finn@example.com', 'nobody@example.com']) {
    const guesses = Array.from({ length: 24 }, (_, i) => login(`10.2.${i}.1`, email, 'wrong'))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  }
  const denied = await login('10.3.0.1', 'FINN@example.com')
  expect(denied.status).toBe(429)
  expect(denied.headers['x-ratelimit-limit']).toBe('20')
  const seconds = Number(denied.headers['retry-after'])
  expect(seconds).toBeGreaterThan(60)
  expect(seconds).toBeLessThanOrEqual(600)
  expect((await login('10.1.0.1', 'finn@example.com')).status).toBe(200)
  expect((await login('2001:db8:9::2', 'finn@example.com')).status).toBe(200)
  // A successful attempt refunds only its own part.
  expect((await login('10.3.0.2', 'finn@example.com')).status).toBe(429)
  expect((await login('10.3.0.3', 'gil@example.com')).status).toBe(200)
})

test('POST /auth/login › a first login from an address is a security event, by its /64', async () => {
  const tenant = await service.register({ email: 'hal@example.com', password })
  for (const ip of ['10.4.0.1', '10.4.0.1', '2001:db8:4::1', '2001:db8:4::2']) await login(ip, 'hal@example.com')
  const { security_events } = (await tenant.get('/account')).body
  expect(security_events).toEqual(
    ['2001:db8:4::1', '10.4.0.1'].map((ip) => ({
      at: expect.any(String),
      what: 'new_login_address',
      by: 'password',
      ip,
    })),
  )
})

test('PATCH /account › 429 after 20 wrong current passwords of an account, from whatever address', async () => {
  const guarded = await startService({ RATE_LIMIT_ACCOUNT: '1000', TRUST_PROXY: 'true' })
  try {
    const person = await newPerson(guarded)
    const change = (i: number, current_password: string) =>
      guarded.call(
        'PATCH',
        '/account',
        { email: `new-${i}@example.com`, current_password },
        { cookie: person.cookie, 'sec-fetch-site': 'same-origin', ...from(`10.5.0.${i}`) },
      )
    for (let i = 0; i < 20; i++) expect((await change(i, 'wrong')).status).toBe(401)
    expect((await change(21, person.password)).status).toBe(429)
    expect((await person.patch('/account', { display_name: 'Ada' })).status).toBe(200)
  } finally {
    await guarded.stop()
  }
})
