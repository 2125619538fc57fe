import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson } from '../../support/people.ts'
import { type Answer, type Service, startService } from '../../support/service.ts'

let service: Service
const limits = { general: 12, heavy: 3, bulk: 4, auth: 6, register: 7, account: 2 }
beforeAll(async () => {
  const environment = Object.entries(limits).map(([tier, limit]) => [`RATE_LIMIT_${tier.toUpperCase()}`, String(limit)])
  service = await startService({ ...Object.fromEntries(environment), TRUST_PROXY: 'true' })
})
afterAll(() => service.stop())

let addresses = 0
/** An address that no one has called from yet. */
const newAddress = () => ({ 'x-forwarded-for': `10.1.${addresses >> 8}.${addresses++ & 255}` })
const register = async () => {
  const { body } = await service.call('POST', '/register', {}, newAddress())
  return { bearer: { authorization: `Bearer ${body.key}` }, organization: body.organization }
}
const remaining = ({ headers }: Answer) => Number(headers['x-ratelimit-remaining'])
const limit = ({ headers }: Answer) => Number(headers['x-ratelimit-limit'])

describe('rate limits', () => {
  test('the address is the one that the proxy saw, not what the client says before it', async () => {
    const [address] = Object.values(newAddress())
    const from = (claim: string) => service.call('GET', '/agents', undefined, { 'x-forwarded-for': claim + address })
    const answers = [await from(''), await from('203.0.113.1, '), await from('203.0.113.2, 203.0.113.3, ')]
    expect(answers.map(remaining)).toEqual([11, 10, 9])
  })

  test('of two proxies in front, the outer one saw the client', async () => {
    const behindTwo = await startService({ RATE_LIMIT_GENERAL: '12', TRUST_PROXY: '2' })
    try {
      const from = (addresses: string) =>
        behindTwo.call('GET', '/agents', undefined, { 'x-forwarded-for': `203.0.113.1, ${addresses}` })
      const answers = [
        await from('10.0.0.1, 10.9.9.9'),
        await from('10.0.0.1, 10.9.9.8'),
        await from('10.0.0.2, 10.9.9.9'),
      ]
      expect(answers.map(remaining)).toEqual([11, 10, 11])
    } finally {
      await behindTwo.stop()
    }
  })

  test('every answer carries the three headers: 200, 400, 401, 404, 405, and of addresses that do not exist', async () => {
    const { bearer } = await register()
    const address = newAddress()
    const answers = [
      await service.call('GET', '/agents', undefined, bearer),
      await service.call('GET', '/agents?limit=0', undefined, bearer),
      await service.call('GET', '/agents/x', undefined, bearer),
      await service.call('GET', '/nowhere', undefined, bearer),
      await service.call('POST', '/agents', '{', bearer),
      await service.call('PUT', '/agents', {}, bearer),
      await service.call('GET', '/agents', undefined, address),
      await service.call('GET', '/nowhere', undefined, address),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 404, 400, 405, 401, 404])
    expect(answers.map(limit)).toEqual(answers.map(() => limits.general))
    expect(answers.map(remaining)).toEqual([11, 10, 9, 8, 7, 6, 11, 10])
    const now = Date.now() / 1000
    for (const { headers } of answers) {
      expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(now)
      expect(Number(headers['x-ratelimit-reset'])).toBeLessThanOrEqual(Math.ceil(now + 60))
      expect(headers['x-request-id']).toEqual(expect.any(String))
    }
  })

  test('429 names the seconds in Retry-After and in the message; it writes and consumes nothing', async () => {
    const { bearer } = await register()
    for (let call = 0; call < limits.general; call++) {
      expect((await service.call('POST', '/agents', { name: 'Ada' }, bearer)).status).toBe(201)
    }
    for (let call = 0; call < 20; call++) {
      const denied = await service.call('POST', '/agents', { name: 'Ada' }, bearer)
      expect([denied.status, limit(denied), remaining(denied)]).toEqual([429, limits.general, 0])
      const seconds = Number(denied.headers['retry-after'])
      expect(seconds).toBeGreaterThanOrEqual(1)
      expect(seconds).toBeLessThanOrEqual(60)
      expect(denied.body).toEqual({ error: expect.stringContaining(`${seconds} second`), code: 'rate_limited' })
    }
    expect(await service.deps.db.selectFrom('agents').select('id').execute()).toHaveLength(limits.general)
  })

  test('/api and /api/v1 are one window, and a trailing slash changes nothing', async () => {
    const { bearer } = await register()
    for (const [path, left] of [
      ['/api/v1/agents', 11],
      ['/api/agents', 10],
      ['/api/agents/', 9],
      ['/api/agents?limit=5', 8],
    ] as const) {
      const answer = await service.call('GET', path, undefined, bearer)
      expect([answer.status, remaining(answer)]).toEqual([200, left])
    }
  })

  test('each tier has a window of its own', async () => {
    const { bearer } = await register()
    const call = async (method: 'GET' | 'PATCH' | 'POST', path: string, body?: unknown) => {
      const answer = await service.call(method, path, body, bearer)
      return [limit(answer), remaining(answer)]
    }
    expect(await call('GET', '/agents')).toEqual([limits.general, 11])
    expect(await call('PATCH', '/agents/bulk', {})).toEqual([limits.bulk, 3])
    expect(await call('POST', '/beliefs/bulk', {})).toEqual([limits.bulk, 2])
    expect(await call('PATCH', '/responsibilities/bulk', {})).toEqual([limits.bulk, 1])
    expect(await call('PATCH', '/account', {})).toEqual([limits.account, 1])
    expect(await call('GET', '/account')).toEqual([limits.general, 10])
  })

  test('PATCH /account counts per key', async () => {
    const [one, other] = [await register(), await register()]
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await service.call('PATCH', '/account', {}, one.bearer)).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await service.call('PATCH', '/account', {}, other.bearer)).status).toBe(200)
  })

  test('POST /register counts per address, whatever key comes along', async () => {
    const address = newAddress()
    const { bearer } = await register()
    const statuses = []
    for (let i = 0; i < limits.register + 2; i++) {
      statuses.push((await service.call('POST', '/register', {}, i % 2 ? address : { ...address, ...bearer })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: limits.register }, () => 201), 429, 429])
    expect((await service.call('POST', '/register', {}, newAddress())).status).toBe(201)
  })

  test('a wrong key counts for its address and never uses up another’s window', async () => {
    const { bearer } = await register()
    const wrong = { authorization: `${bearer.authorization.slice(0, -1)}!`, ...newAddress() }
    const statuses = []
    for (let i = 0; i <= limits.general; i++)
      statuses.push((await service.call('GET', '/agents', undefined, wrong)).status)
    expect(statuses).toEqual([...Array.from({ length: limits.general }, () => 401), 429])
    expect(remaining(await service.call('GET', '/agents', undefined, bearer))).toBe(11)
  })

  test('a key counts for itself, from whatever address', async () => {
    const { bearer } = await register()
    const left = []
    for (let i = 0; i < 3; i++) {
      left.push(remaining(await service.call('GET', '/agents', undefined, { ...bearer, ...newAddress() })))
    }
    expect(left).toEqual([11, 10, 9])
  })

  test('a session counts for its address', async () => {
    const person = await newPerson(service)
    const address = newAddress()
    expect(remaining(await person.get('/agents', address))).toBe(11)
    expect(remaining(await service.call('GET', '/agents', undefined, address))).toBe(10)
    const keys = await person.get(`/organizations/${person.tenant.slug}/api-keys`, address)
    expect([keys.status, limit(keys)]).toEqual([200, limits.auth])
  })

  test.each(['/healthz', '/readyz', '/docs', '/docs/json', '/docs/static/swagger-ui.css'])(
    '%s has no limit',
    async (url) => {
      const address = newAddress()
      for (let i = 0; i < limits.general + 3; i++) {
        const { statusCode, headers } = await service.app.inject({ url, headers: address })
        expect(statusCode).toBeLessThan(400)
        expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
      }
    },
  )
})

test('a tier that is switched off has no limit and sends no headers', async () => {
  const unlimited = await startService({ RATE_LIMIT_GENERAL: '0', RATE_LIMIT_BULK: '5' })
  const tenant = await unlimited.register()
  const { headers } = await tenant.get('/agents')
  expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
  expect((await tenant.patch('/agents/bulk', {})).headers).toMatchObject({ 'x-ratelimit-limit': '5' })
  await unlimited.stop()
})
