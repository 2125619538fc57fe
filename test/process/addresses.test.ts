import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleRequest, newWorld, type Operation, operationsOf, type World } from '../support/operations.ts'
import { startThreadedService } from '../support/threaded-service.ts'

/** Paths that one parser routes differently from the next one. They are sent as they are: `fetch` and `inject` would normalize them first. */

let service: Awaited<ReturnType<typeof startThreadedService>>
let world: World
let operations: Operation[]
/** The headers of each kind of caller, all of them of the same organization. */
const callers: Record<string, Record<string, string>> = { none: {} }

beforeAll(async () => {
  // Nothing listens at this address: no test calls GitHub.
  const limits = { RATE_LIMIT_BULK: '2', RATE_LIMIT_HEAVY: '0', RATE_LIMIT_AUTH: '0', RATE_LIMIT_ACCOUNT: '0' }
  service = await startThreadedService({ GITHUB_API_URL: 'http://127.0.0.1:9', ...limits })
  world = await newWorld(service)
  operations = operationsOf(await (await fetch(`${service.base}/openapi.json`)).json())
  const { person, ids } = world
  const keys = { full: {}, write: { access: 'write' }, propose: { access: 'propose' }, read: { access: 'read' } }
  for (const [name, limit] of Object.entries({ ...keys, agent: { access: 'write', agentId: ids.agentId } })) {
    const { body } = await person.post(`/organizations/${person.tenant.orgId}/api-keys`, limit)
    callers[name] = { authorization: `Bearer ${body.key}` }
  }
  callers.session = { cookie: person.cookie, 'sec-fetch-site': 'same-origin' }
})
afterAll(() => service.stop())

const connections = new Agent({ keepAlive: true, maxSockets: 1 })
afterAll(() => connections.destroy())

/** Sends an address as it stands, all on one connection. */
function send(method: string, path: string, headers: object = {}, body?: unknown) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string; headers: object }>()
  const { hostname, port } = new URL(service.base)
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const sent = httpRequest(
    {
      agent: connections,
      hostname,
      port,
      method,
      path,
      headers: { ...headers, ...(payload && { 'content-length': Buffer.byteLength(payload) }) },
    },
    async (answer) => {
      let text = ''
      for await (const chunk of answer.setEncoding('utf8')) text += chunk
      resolve({ status: answer.statusCode!, text, headers: answer.headers })
    },
  )
  sent.on('error', reject).end(payload)
  return promise
}

describe('a backslash in a path', () => {
  test('is a 400 that says so, before anything is looked up', async () => {
    for (const path of [
      '/api/v1/agents\\',
      '/api/v1/agents/..\\organizations',
      '/docs\\..\\api',
      '/nothing\\x',
      '/api/v1/agents\\..?limit=1',
    ]) {
      for (const headers of [{}, callers.full, { accept: 'text/html' }]) {
        const answer = await send('GET', path, headers)
        expect([path, answer.status, JSON.parse(answer.text)]).toEqual([
          path,
          400,
          { error: 'The path must not contain a backslash; write it as %5C', code: 'invalid' },
        ])
        expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': expect.any(String) })
      }
    }
  })

  test('may stand in a query, where browsers send it as it is', async () => {
    const { orgId } = world.person.tenant
    expect((await send('GET', `/api/v1/search?orgId=${orgId}&q=a\\b`, callers.full)).status).toBe(200)
  })
})

test('a key of one agent does not delete its organization as if that were a content source', async () => {
  const { orgId, slug } = world.person.tenant
  for (const separator of ['\\', '/', '%5c', '%5C', '%2f', '%2F', '%255c']) {
    for (const up of ['..', '%2e%2e', '.%2e', '..;', '.']) {
      const path = `/api/v1/content-sources/${[up, 'organizations', orgId].join(separator)}`
      const { status } = await send('DELETE', path, callers.agent, { confirmSlug: slug })
      expect([path, [400, 404].includes(status)]).toEqual([path, true])
    }
  }
  expect((await send('GET', `/api/v1/organizations/${orgId}/summary`, callers.full)).status).toBe(200)
})

test('a key that may read does not reach private repositories as if they were a change request', async () => {
  for (const separator of ['\\', '/', '%5c', '%2f']) {
    const path = `/api/v1/change-requests/${['..', 'github', 'repos'].join(separator)}?connectionId=${world.ids.agentId}`
    const { status, text } = await send('GET', path, callers.read)
    expect([path, [400, 404].includes(status)]).toEqual([path, true])
    expect(text).not.toContain('GitHub connection')
  }
})

test('the limit of bulk writes cannot be passed by', async () => {
  const { agentId } = world.ids
  const move = (path: string, location: string) =>
    send('PATCH', `/api/v1/agents/${path}`, callers.full, { agents: [{ id: agentId, location }] })
  const bulk = () => move('bulk', 'Elsewhere')
  expect([(await bulk()).status, (await bulk()).status, (await bulk()).status]).toEqual([200, 200, 429])
  const location = async () => JSON.parse((await send('GET', `/api/v1/agents/${agentId}`, callers.full)).text)
  expect((await location()).location).toBe('Elsewhere')
  for (const path of [
    'x\\..\\bulk',
    '.\\bulk',
    './bulk',
    '%2e%2fbulk',
    'x%2f..%2fbulk',
    '..%5cagents%5cbulk',
    'bulk;x',
    '/bulk',
  ])
    await move(path, 'Past the limit')
  expect((await location()).location).toBe('Elsewhere')
})

test('the pages of the reference reach nothing but its own files', async () => {
  const paths = [
    '../api/v1/agents',
    '%2e%2e/api/v1/agents',
    '..%2fapi%2fv1%2fagents',
    'static/../../api/v1/agents',
    '../openapi.json',
    '/..',
    '..',
    'none',
    'static/none.js',
    'static/csp.json',
    'static/..%2f..%2fpackage.json',
  ]
  for (const path of paths) {
    const { status, text } = await send('GET', `/docs/${path}`)
    expect([path, status, JSON.parse(text)]).toEqual([
      path,
      404,
      { error: expect.stringContaining(`No route for GET /docs/${path}`), code: 'no_route' },
    ])
  }
  // The thread that makes the pages answers the next one.
  expect((await send('GET', '/docs')).status).toBe(200)
})

/** The paths of an operation, spelled so that another parser could take one for one of `carrier`'s. */
function spellings(target: string, carrier: string): string[] {
  const rest = target.split('/').slice(1)
  const prefix = carrier.split('/').slice(1, -1)
  const below = (up: string, separator: string) =>
    `/api/v1/${[...prefix, [...prefix.map(() => up), ...rest].join(separator)].join('/')}`
  const first = `/${rest[0]}`
  return [
    ...['..', '%2e%2e'].flatMap((up) => ['\\', '/', '%2f', '%5c'].map((separator) => below(up, separator))),
    below('..;', '/'),
    `/api/v1/${target}`,
    `/api/v1${target};x=1`,
    `/api/v1${target.replace(first, `${first};x=1`)}`,
    `/api/v1${target.replace(first, `${first}%2f`)}`,
    `/api/v1/.${target}`,
    `/api/v1${target}\\`,
    `/api/v1\\${target.slice(1)}`,
    `/docs/../api/v1${target}`,
    `/docs/..%2fapi%2fv1${target}`,
  ]
}

/** Columns that every call updates, or the delivery of webhooks, whose rows of deliveries are left out too. */
const moving = { last_used_at: null, last_seq: null, layer_seq: null, layer_agent_id: null, failing_since: null }

/** Everything that people and keys write. */
async function storedRows() {
  const { db } = service.deps
  const rows: Record<string, string[]> = {}
  for (const { name } of await db.introspection.getTables()) {
    if (
      /^(jobs|schedules|sessions|login_addresses|webhook_deliveries|.*(search|_fts|vectors|calibrations).*)$/.test(name)
    )
      continue
    const found = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    rows[name] = found.rows.map((row) => JSON.stringify({ ...row, ...moving })).sort()
  }
  return rows
}

describe('every operation, by every kind of caller, in every spelling', () => {
  test('is reached by its plain address alone', async () => {
    const { tenant } = world.person
    while (
      (await tenant.get('/jobs?status=queued')).body.count + (await tenant.get('/jobs?status=running')).body.count >
      0
    )
      await sleep(50)
    const addressOf = ({ path }: Operation, ids: Record<string, string>) =>
      path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!)
    const carriers = Object.groupBy(
      operations.filter(({ path }) => path.endsWith('}')),
      ({ method }) => method,
    )
    const before = await storedRows()
    const wrong: string[] = []
    let asked = 0
    for (const [at, operation] of operations
      .filter(({ path }) => !/^\/(healthz|readyz|metrics|avatars|llms|\.well)/.test(path))
      .entries()) {
      const { method, path: pattern, isForm } = operation
      const { path, query, body } = exampleRequest(world, operation)
      // One that matches any path with one more segment, another one for each operation.
      const candidates = carriers[method] ?? carriers.GET!
      const carrier = candidates[at % candidates.length]!
      const search = new URLSearchParams(query).toString()
      const addresses = spellings(addressOf(operation, path), addressOf(carrier, exampleRequest(world, carrier).path))
      for (const address of addresses) {
        for (const [name, headers] of Object.entries(callers)) {
          const { status, text } = await send(
            method,
            search ? `${address}?${search}` : address,
            headers,
            isForm ? {} : body,
          )
          asked++
          if (![400, 401, 404, 405].includes(status))
            wrong.push(`${name} ${method} ${pattern} as ${address}: ${status} ${text.slice(0, 200)}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(15_000)
    expect(await storedRows()).toEqual(before)
    expect(service.logged).toEqual([])
  })
})
