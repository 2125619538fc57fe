import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

const origin = 'https://app.example.com'
let service: Service
beforeAll(async () => {
  service = await startService({ CORS_ORIGINS: `${origin}, http://localhost:5173`, RATE_LIMIT_AUTH: '3' })
})
afterAll(() => service.stop())

const send = (method: 'GET' | 'OPTIONS', url: string, headers: Record<string, string>) =>
  service.app.inject({ method, url, headers })
const preflight = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }

test('a preflight request is answered for every address, without counting', async () => {
  for (const url of ['/api/v1/agents', '/api/agents', '/api/v1/beliefs', '/api/v1/agents', '/nothing']) {
    const { statusCode, headers, body } = await send('OPTIONS', url, preflight)
    expect([url, statusCode, body]).toEqual([url, 204, ''])
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': expect.stringContaining('Authorization'),
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-max-age': '86400',
      vary: 'origin',
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    expect(headers).not.toHaveProperty('x-ratelimit-remaining')
  }
})

test('errors can be read too, with the seconds to wait', async () => {
  const statuses: number[] = []
  for (let call = 0; call < 4; call++) {
    const { statusCode, headers } = await service.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { origin },
      remoteAddress: '192.0.2.7',
    })
    statuses.push(statusCode)
    expect(headers['access-control-allow-origin']).toBe(origin)
    expect(headers['access-control-expose-headers']).toContain('Retry-After')
  }
  expect(statuses).toEqual([401, 401, 401, 429])
})

test.each([origin, 'https://other.example.com'])('a cookie opens nothing for a script of %s', async (other) => {
  const person = await newPerson(service)
  expect((await person.get('/agents', { origin: other })).status).toBe(401)
  expect((await person.get('/agents', { origin: other, 'sec-fetch-site': 'same-site' })).status).toBe(401)
  expect((await person.post('/agents', {}, { origin: other, 'sec-fetch-site': 'same-site' })).status).toBe(401)
  expect((await person.get('/agents')).status).toBe(200)
})

test.each([undefined, 'https://other.example.com', 'null', `${origin}.example.org`, 'http://app.example.com'])(
  'the origin %s gets no permission',
  async (other) => {
    const headers: Record<string, string> = other === undefined ? {} : { origin: other }
    for (const [method, more] of [
      ['GET', {}],
      ['OPTIONS', { 'access-control-request-method': 'GET' }],
    ] as const) {
      const answer = await send(method, '/healthz', Object.assign({}, headers, more))
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(answer.headers.vary).toContain('origin')
    }
  },
)

test.each([
  '*',
  'app.example.com',
  `${origin}/`,
  `${origin}/path`,
  'https://app.example.com:443',
  'null',
  `${origin},`,
])('CORS_ORIGINS=%s is refused', (value) => {
  expect(() => readConfig({ CORS_ORIGINS: value })).toThrow('CORS_ORIGINS must be origins such as')
})

test('a page of an allowed origin on this machine reads the answers of MCP', async () => {
  const { key } = await service.register()
  const page = 'http://localhost:5173'
  const { statusCode, headers, body } = await service.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { origin: page, authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  })
  expect(statusCode).toBe(200)
  expect(JSON.parse(body).result.tools.length).toBeGreaterThan(10)
  expect(headers['access-control-allow-origin']).toBe(page)
})
