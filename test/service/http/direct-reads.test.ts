import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DirectReader, lasting, startDirectReader } from '../../support/direct-reader.ts'
import type { Service, Tenant } from '../../support/service.ts'

/** Reads over a real connection, which are answered without their routes once the key is known. */

const limit = 1000
let reader: DirectReader
let service: Service
let tenant: Tenant
let agent: string
beforeAll(async () => {
  reader = await startDirectReader({ RATE_LIMIT_GENERAL: String(limit) })
  ;({ service, tenant, agent } = reader)
})
afterAll(() => reader.stop())

const fetchAs: DirectReader['fetchAs'] = (...args) => reader.fetchAs(...args)
const readOnce: DirectReader['readOnce'] = (...args) => reader.readOnce(...args)
const readDirectly: DirectReader['readDirectly'] = (...args) => reader.readDirectly(...args)

const paths = [
  '',
  '/resolved-identity',
  '/prompt',
  ...['agent', 'soul', 'responsibilities', 'identity'].map((type) => `/files?type=${type}`),
]

describe.each(paths)('GET /agents/{agentId}%s', (path) => {
  test('200 and 304 with the bytes and headers of the route', async () => {
    for (const prefix of ['/api/v1', '/api']) {
      const address = `${prefix}/agents/${agent}${path}`
      const byRoute = await tenant.get(address)
      const direct = await readDirectly(address)
      expect([direct.status, direct.text]).toEqual([200, byRoute.text])
      expect(lasting(direct.headers)).toEqual(lasting(Object.entries(byRoute.headers)))
      const condition = { 'if-none-match': byRoute.headers.etag! }
      const unchanged = await readDirectly(address, { headers: condition })
      expect([unchanged.status, unchanged.text]).toEqual([304, ''])
      const unchangedByRoute = await tenant.get(address, condition)
      expect(lasting(unchanged.headers)).toEqual(lasting(Object.entries(unchangedByRoute.headers)))
    }
  })
})

describe('direct reads', () => {
  const address = () => `/api/v1/agents/${agent}`

  test('show what was written before', async () => {
    for (let round = 0; round < 20; round++) {
      const statement = `Promise ${round}`
      await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement })
      expect((await readOnce(address())).text).toContain(statement)
    }
  })

  test('leave to the route what is out of the ordinary', async () => {
    const stranger = await service.register()
    const random = '00000000-0000-7000-8000-000000000000'
    const cases: [string, number, string?][] = [
      [`/api/v1/agents/${random}`, 404],
      [address(), 404, stranger.key],
      [`${address()}/files?type=soul&download=true`, 200],
      [`${address()}?x=1`, 200],
      [`${address()}/`, 200],
    ]
    for (const [path, status, key] of cases) {
      await readOnce(address())
      const answer = await readOnce(path, key === undefined ? {} : { key })
      expect([path, answer.status, answer.isDirect]).toEqual([path, status, false])
    }
  })

  test('leave wrong credentials to the route', async () => {
    for (const authorization of ['Bearer idk_unknown', 'Basic abc', '']) {
      expect((await readOnce(address(), { headers: { authorization } })).status).toBe(401)
    }
  })

  test('a foreign agent answers like one that does not exist', async () => {
    const stranger = await service.register()
    const foreign = await readOnce(address(), { key: stranger.key })
    const missing = await readOnce('/api/v1/agents/00000000-0000-7000-8000-000000000000', { key: stranger.key })
    expect([foreign.status, foreign.text]).toEqual([missing.status, missing.text])
  })

  test('end with the key', async () => {
    const { body } = await tenant.post(`/organizations/${tenant.orgId}/api-keys`, {})
    expect((await readOnce(address(), { key: body.key })).status).toBe(200)
    await tenant.delete(`/organizations/${tenant.orgId}/api-keys/${body.id}`)
    expect((await fetchAs(body.key, address())).status).toBe(401)
  })

  test('count in the same window as all other calls, and not beyond it', async () => {
    const other = await service.register()
    const own = await other.agent()
    const first = await fetchAs(other.key, `/api/v1/agents/${own}`)
    await other.get('/agents')
    const left = Number(first.headers.get('x-ratelimit-remaining')) - 1
    const answers = await Promise.all(Array.from({ length: limit }, () => fetchAs(other.key, `/api/v1/agents/${own}`)))
    const allowed = answers.filter(({ status }) => status === 200)
    const remaining = allowed.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
    expect(remaining.sort((a, b) => b - a)).toEqual(Array.from({ length: left }, (_, n) => left - 1 - n))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  })

  test('are counted once in the metrics, under their route', async () => {
    const count = async () => {
      const { text } = await service.call('GET', '/metrics')
      const series = 'http_request_duration_seconds_count{method="GET",route="/api/v1/agents/:agentId",status="200"}'
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(series))
          ?.slice(series.length),
      )
    }
    const before = await count()
    await readOnce(address())
    expect(await count()).toBe(before + 1)
  })
})

test('a key of one agent reads no other agent here either', async () => {
  const other = await tenant.agent({ name: 'Lin' })
  const password = 'correct horse battery staple'
  const email = 'zoe@example.com'
  await tenant.patch('/account', { email, password })
  const login = await service.call('POST', '/auth/login', { email, password })
  const [cookie] = [login.headers['set-cookie']].flat()[0]!.split(';')
  const session = { cookie: cookie!, 'sec-fetch-site': 'same-origin' }
  const { body } = await service.call('POST', `/organizations/${tenant.orgId}/api-keys`, { agentId: agent }, session)
  const addresses = [
    ...paths.map((path) => (id: string) => `/api/v1/agents/${id}${path}`),
    (id: string) => `/api/v1/beliefs?agentId=${id}`,
  ]
  for (const address of addresses) {
    const readOf = (id: string) => readOnce(address(id), { key: body.key })
    // The key is known after the first read, so that the others could be answered directly.
    expect((await readOf(agent)).status).toBe(200)
    const [ofOther, ofNone] = [await readOf(other), await readOf(crypto.randomUUID())]
    expect([ofOther.status, ofOther.text]).toEqual([404, ofNone.text])
  }
})
