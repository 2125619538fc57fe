import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

/** Sends raw bytes with any content type. */
const raw = async (
  payload: string | Buffer | undefined,
  contentType?: string,
  url = '/api/v1/agents',
  method: 'POST' | 'DELETE' = 'POST',
) => {
  const headers: Record<string, string> = { authorization: `Bearer ${tenant.key}` }
  if (contentType !== undefined) headers['content-type'] = contentType
  const answer = await service.app.inject({ method, url, headers, payload })
  return { status: answer.statusCode, body: answer.json() }
}
const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`

describe('a body', () => {
  test.each([
    undefined,
    '',
    'application/json',
    'application/json; charset=latin1',
    'text/plain',
    'application/x-www-form-urlencoded',
    'nonsense',
    ';;;',
    'a/b/c',
  ])('is read as JSON with the content type %j', async (contentType) => {
    expect(await raw('{"name":"Ada"}', contentType)).toMatchObject({ status: 201, body: { name: 'Ada' } })
  })

  test.each([
    ['none', undefined],
    ['an empty one', ''],
    ['white space', ' \n '],
  ])('%s is {}', async (_name, payload) => {
    const agent = await tenant.agent()
    for (const contentType of [undefined, 'application/json']) {
      expect(await raw(payload, contentType)).toEqual({
        status: 400,
        body: { error: 'name is required', code: 'invalid' },
      })
      const snapshot = await raw(payload, contentType, `/api/v1/agents/${agent}/snapshots`)
      expect(snapshot.status).toBe(201)
    }
    expect((await raw(payload, 'application/json', `/api/v1/agents/${agent}`, 'DELETE')).status).toBe(200)
  })

  test.each(['{', '{"name":}', "{'name':'Ada'}", 'name=Ada', '{"name":"Ada"} x', 'NaN', '{"name":"\n"}'])(
    '400 for malformed JSON: %s',
    async (payload) => {
      expect(await raw(payload)).toEqual({
        status: 400,
        body: { error: expect.stringContaining('JSON'), code: 'invalid' },
      })
    },
  )

  test.each(['null', '[]', '"text"', '5', 'true'])('400 for a body that is no object: %s', async (payload) => {
    expect(await raw(payload)).toEqual({
      status: 400,
      body: { error: expect.stringContaining('object'), code: 'invalid' },
    })
  })

  test('may be 1 MiB large; 413 above it', async () => {
    const padded = (size: number) => `{"name":"Ada","unknown":"${'x'.repeat(size)}"}`
    expect((await raw(padded(1024 * 1024 - 100))).status).toBe(201)
    expect(await raw(padded(1024 * 1024))).toEqual({
      status: 413,
      body: { error: expect.stringContaining('1 MiB'), code: 'too_large' },
    })
  })

  test('may be nested 32 levels deep; 400 below that', async () => {
    const within = (depth: number) => `{"name":"Ada","unknown":${nested(depth - 1)}}`
    expect((await raw(within(32))).status).toBe(201)
    for (const payload of [within(33), within(100_000), `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`]) {
      expect(await raw(payload)).toEqual({
        status: 400,
        body: { error: expect.stringContaining('32'), code: 'invalid' },
      })
    }
  })

  test('may hold 50,000 values; 413 above that, long before anything is made of them', async () => {
    const holding = (values: number) => `{"name":"Ada","unknown":[${'0,'.repeat(values - 3)}0]}`
    expect((await raw(holding(50_000))).status).toBe(201)
    const keys = Array.from({ length: 60_000 }, (_, at) => `"${at}":0`).join(',')
    const tooMany = [holding(50_001), `{"name":"Ada","unknown":{${keys}}}`, `{"unknown":[${'{},'.repeat(40_000)}0]}`]
    for (const payload of tooMany) {
      expect(await raw(payload)).toEqual({
        status: 413,
        body: { error: expect.stringContaining('50000 values'), code: 'too_large' },
      })
    }
  })

  test('signs within texts are no values', async () => {
    const name = '[{,"'.repeat(20_000)
    const { status, body } = await raw(JSON.stringify({ name: 'Ada', unknown: `\\${name}\\` }))
    expect([status, body.name]).toEqual([201, 'Ada'])
  })

  test('400 that names the field for NUL, at any depth, and in a key', async () => {
    for (const [field, body] of [
      ['name', { name: 'a\0' }],
      ['identityMarkers[1]', { name: 'A', identityMarkers: ['a', '\0'] }],
      ['unknown.deep', { name: 'A', unknown: { deep: '\0' } }],
      ['NUL', { name: 'A', 'k\0': 1 }],
    ] as const) {
      const { status, body: answer } = await tenant.post('/agents', body)
      expect([status, answer]).toEqual([400, { error: expect.stringContaining(field), code: 'invalid' }])
    }
    expect((await tenant.get('/agents?orgSlug=a%00b')).body).toEqual({
      error: expect.stringContaining('orgSlug'),
      code: 'invalid',
    })
  })

  test('a lone surrogate becomes U+FFFD, in values and in keys of free-form objects', async () => {
    expect((await raw('{"name":"a\\ud800b"}')).body.name).toBe('a\ufffdb')
    expect((await raw('{"name":"\\ud83e\\udd89"}')).body.name).toBe('🦉')
  })

  test('a number that no double can hold is 400, also where nobody looks at it', async () => {
    expect(await raw('{"name":"Ada","unknown":{"x":[1e400]}}')).toEqual({
      status: 400,
      body: { error: expect.stringContaining('unknown.x[0]'), code: expect.any(String) },
    })
  })

  test('__proto__ and constructor are no keys', async () => {
    const { status, body } = await raw(
      '{"name":"Ada","__proto__":{"job_title":"x"},"constructor":{"prototype":{"y":1}}}',
    )
    expect([status, body.job_title]).toEqual([201, null])
    expect(({} as any).y).toBeUndefined()
    expect((await raw('{"__proto__":{"name":"Ada"}}')).body).toEqual({ error: 'name is required', code: 'invalid' })
  })

  test('values are never coerced', async () => {
    for (const [field, input] of [
      ['name', { name: 123 }],
      ['name', { name: true }],
      ['minNCount', { name: 'A', minNCount: '3' }],
      ['identityMarkers', { name: 'A', identityMarkers: 'one' }],
      ['decayRate', { name: 'A', decayRate: null }],
    ] as const) {
      expect((await tenant.post('/agents', input)).body).toEqual({
        error: expect.stringContaining(field),
        code: expect.any(String),
      })
    }
  })
})

describe('an address', () => {
  test.each(['GET', 'POST', 'PATCH', 'DELETE', 'PUT'] as const)(
    '404 for one that does not exist: %s',
    async (method) => {
      for (const path of ['/nowhere', '/agents/x/y/z', '/api', '/api/v2/agents', '/api/v1']) {
        const { status, body } = await service.call(method, path)
        expect([status, body]).toEqual([404, { error: expect.stringContaining(method), code: 'no_route' }])
      }
    },
  )

  test('404 for a malformed id, 400 for invalid percent-encoding; both as {error} with X-Request-Id', async () => {
    for (const [id, expected] of [
      ['x', 404],
      ['%00', 404],
      ['x'.repeat(5000), 404],
      ['%E0%A4%A', 400],
      ['%zz', 400],
    ] as const) {
      for (const path of [`/agents/${id}`, `/organizations/${id}/summary`, `/groups/${id}/beliefs`]) {
        const { status, body, headers } = await tenant.get(path)
        expect([path, status, body]).toEqual([path, expected, { error: expect.any(String), code: expect.any(String) }])
        expect(headers['x-request-id']).toEqual(expect.any(String))
      }
    }
  })

  test('401 comes before everything that is wrong with a request', async () => {
    for (const path of ['/agents', '/agents/x', '/beliefs/bulk']) {
      const { status, body } = await service.call('PATCH', path, '{')
      expect([status, body.error]).toEqual(path === '/agents' ? [405, expect.any(String)] : [401, 'Unauthorized'])
    }
  })
})

test('a 500 shows nothing of its cause and carries the id under which it is logged', async () => {
  const broken = await startService(
    {},
    { language: { readRules: () => Promise.reject(new Error('select * from /etc/secret')) } as any },
  )
  const own = await broken.register()
  const { status, body, headers } = await own.post(`/agents/${await own.agent()}/import-claude-md`, {
    content: 'Be kind.',
  })
  expect([status, body]).toEqual([500, { error: 'Internal error', code: 'internal' }])
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  await broken.stop()
})
