import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  exampleRequest,
  newWorld,
  type Operation,
  readDescription,
  readOperations,
  send,
  type World,
} from '../../support/operations.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let world: World
let operations: Operation[]
beforeAll(async () => {
  service = await startService()
  world = await newWorld(service)
  operations = await readOperations(service)
})
afterAll(() => service.stop())

/** Deletions come last. */
const inOrder = () => operations.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const
const inject = async (method: (typeof methods)[number], url: string, headers = {}) => {
  const { statusCode, headers: answered, body } = await service.app.inject({ method, url, headers })
  return { status: statusCode, headers: answered, body }
}

describe('another method', () => {
  test('405 with Allow on every documented address, without credentials too', async () => {
    const byPath = Map.groupBy(operations, ({ path }) => path)
    const wrong: string[] = []
    let asked = 0
    for (const [path, known] of byPath) {
      const { path: ids } = exampleRequest(world, known[0]!)
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!)
      const url = /^\/(healthz|readyz|metrics|avatars|llms\.txt|\.well-known)/.test(path)
        ? address
        : `/api/v1${address}`
      // Another path may match too: /agents/bulk also matches /agents/{agentId}.
      const taken = operations
        .filter((operation) => new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(address))
        .map(({ method }) => method as string)
      for (const method of methods.filter(
        (name) => !taken.includes(name) && !(name === 'HEAD' && taken.includes('GET')),
      )) {
        const { status, headers, body } = await inject(method, url)
        const expected = [...new Set([...taken, ...(taken.includes('GET') ? ['HEAD'] : [])])].sort().join(', ')
        if (status !== 405 || headers.allow !== expected) wrong.push(`${method} ${url}: ${status} ${headers.allow}`)
        if (method !== 'HEAD')
          expect(JSON.parse(body)).toEqual({ error: expect.stringContaining(expected), code: expect.any(String) })
        asked++
      }
    }
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(200)
  })

  test.each([
    ['POST', '/'],
    ['DELETE', '/api/agents/'],
    ['POST', '/openapi.json'],
    ['POST', '/docs'],
  ] as const)('405 for %s %s', async (method, url) => {
    expect((await inject(method, url)).status).toBe(405)
  })

  test('404 stays 404: an address that is none, a file that is not there', async () => {
    for (const url of ['/api/v1/nothing', '/api/v1/agents/a/b/c', '/assets/none.js', '/docs/static/none.js']) {
      expect([url, (await inject('GET', url)).status]).toEqual([url, 404])
      expect((await inject('POST', '/api/v1/nothing')).status).toBe(404)
    }
  })
})

describe('every answer', () => {
  test('is nosniff, and no-store unless it is made for caches', async () => {
    const wrong: string[] = []
    const cached = new Set<string>()
    const look = (name: string, headers: Record<string, unknown>) => {
      if (headers['x-content-type-options'] !== 'nosniff') wrong.push(`${name} may be sniffed`)
      if (headers['cache-control'] !== 'no-store') cached.add(`${name}: ${headers['cache-control']}`)
    }
    for (const operation of inOrder().filter(({ path }) => !/^\/github\/|scrape$/.test(path))) {
      const answer = await send(world.person, 'key', operation, exampleRequest(world, operation))
      look(operation.name, answer.headers)
    }
    for (const url of [
      '/',
      '/openapi.json',
      '/docs',
      '/docs/static/index.css',
      '/nothing',
      '/api/v1/agents/%',
      '/healthz',
    ])
      look(url, (await inject('GET', url)).headers)
    expect(wrong).toEqual([])
    expect([...cached].sort()).toEqual([
      '/: no-cache',
      expect.stringMatching(/^\/docs\/static\/index.css: public/),
      'GET /agents/{agentId}/digest: private, no-cache',
      'GET /agents/{agentId}/files: private, no-cache',
      'GET /agents/{agentId}/prompt-parts: private, no-cache',
      'GET /agents/{agentId}/resolved-identity: private, no-cache',
      'GET /agents/{agentId}: private, no-cache',
    ])
  })

  test('also one to what is no HTTP', async () => {
    const address = await service.app.listen({ port: 0, host: '127.0.0.1' })
    for (const [request, status] of [
      ['nonsense\r\n\r\n', '400'],
      [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
    ]) {
      const answer = await new Promise<string>((resolve, reject) => {
        let text = ''
        const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(request!))
        socket
          .on('data', (chunk) => (text += chunk))
          .on('close', () => resolve(text))
          .on('error', reject)
      })
      expect(answer).toMatch(
        new RegExp(`^HTTP/1.1 ${status} [^]*cache-control: no-store[^]*x-content-type-options: nosniff`),
      )
    }
  })
})

describe('the OpenAPI document', () => {
  test('lists 413 where a body is read, 401 where credentials are needed, 431 and 503 everywhere', () => {
    for (const { name, method, security, responses } of operations) {
      const isWrite = method !== 'GET'
      const expected = [
        '400',
        '431',
        '500',
        '503',
        ...(isWrite ? ['413'] : []),
        ...(security.length > 0 ? ['401'] : []),
      ]
      expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining(expected)])
    }
  })

  test('413 is what every write answers to a body beyond its limit, also one that takes no body', async () => {
    const fresh = await newWorld(service)
    const tooLarge = JSON.stringify({ x: 'x'.repeat(1024 * 1024) })
    const wrong: string[] = []
    const bodiless = operations.filter(
      ({ method, body, path }) => method !== 'GET' && !body && !path.startsWith('/cron'),
    )
    for (const operation of bodiless) {
      const isSessionOnly = !operation.security.some((way) => 'apiKey' in way) && operation.security.length > 0
      const request = { ...exampleRequest(fresh, operation), body: tooLarge }
      const { status, body } = await send(fresh.person, isSessionOnly ? 'session' : 'key', operation, request)
      if (status !== 413 || body.error !== 'The body must be at most 1 MiB') wrong.push(`${operation.name}: ${status}`)
    }
    expect(wrong).toEqual([])
    expect(bodiless.length).toBeGreaterThan(30)
  })

  test('errors are JSON, whatever the answer is', () => {
    for (const { name, responses } of operations) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (Number(status) >= 400)
          expect([name, status, Object.keys(content!)]).toEqual([name, status, ['application/json']])
      }
    }
  })

  test('a body is required exactly where an empty one is refused', async () => {
    const { paths } = await readDescription(service)
    const fresh = await newWorld(service)
    const wrong: string[] = []
    for (const operation of inOrder().filter(
      ({ body, isForm, path }) => body && !isForm && !/scrape$|^\/(auth|github)/.test(path),
    )) {
      const { path, query } = exampleRequest(fresh, operation)
      const isSessionOnly = !operation.security.some((way) => 'apiKey' in way) && operation.security.length > 0
      const answer = await send(fresh.person, isSessionOnly ? 'session' : 'key', operation, {
        path,
        query,
        body: undefined,
      })
      const { required } = paths[operation.path][operation.method.toLowerCase()].requestBody
      if (Boolean(required) !== (answer.status === 400)) wrong.push(`${operation.name} ${required} ${answer.text}`)
    }
    expect(wrong).toEqual([])
  })

  test('a statement has at most 4,000 characters', () => {
    const create = operations.find(({ name }) => name === 'POST /beliefs')!
    expect(create.body!.schema.properties!.statement).toMatchObject({ minLength: 1, maxLength: 4000 })
  })
})
