import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../service.ts'

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
