import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Reads that agents repeat: documents that are cached, lists of an agent's own items, and randomized prompts. */

const limit = 1000
let service: Service
let tenant: Tenant
let agent: string
let session: Record<string, string>
beforeAll(async () => {
  service = await startService({ RATE_LIMIT_GENERAL: String(limit) })
  tenant = await service.register()
  agent = await tenant.agent({ name: 'Zoë' })
  await tenant.post('/beliefs', { agentId: agent, category: 'boundary', statement: 'Never merge on red' })
  const credentials = { email: 'zoe@example.com', password: 'correct horse battery staple' }
  await tenant.patch('/account', credentials)
  const login = await service.call('POST', '/auth/login', credentials)
  const [cookie] = [login.headers['set-cookie']].flat()[0]!.split(';')
  session = { cookie: cookie!, 'sec-fetch-site': 'same-origin' }
})
afterAll(() => service.stop())

const documents = [
  '',
  '/resolved-identity',
  '/prompt',
  '/prompt-parts',
  '/digest',
  ...['agent', 'soul', 'responsibilities', 'identity'].map((type) => `/files?type=${type}`),
]

test.each(documents)(
  'GET /agents/{agentId}%s answers the same again, and 304 to a client that has it',
  async (path) => {
    const address = `/agents/${agent}${path}`
    const [first, second] = [await tenant.get(address), await tenant.get(address)]
    expect([second.status, second.text, second.headers.etag]).toEqual([200, first.text, first.headers.etag])
    const unchanged = await tenant.get(address, { 'if-none-match': first.headers.etag! })
    expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, '', first.headers.etag])
  },
)

test('a cached document ends with its key', async () => {
  const keys = `/organizations/${tenant.orgId}/api-keys`
  const { body } = await service.call('POST', keys, {}, session)
  const read = () => service.call('GET', `/agents/${agent}`, undefined, { authorization: `Bearer ${body.key}` })
  expect((await read()).status).toBe(200)
  await service.call('DELETE', `${keys}/${body.id}`, undefined, session)
  expect((await read()).status).toBe(401)
})

test('cached documents count in the same window as all other calls, and not beyond it', async () => {
  const other = await service.register()
  const own = await other.agent()
  const first = await other.get(`/agents/${own}`)
  await other.get('/agents')
  const left = Number(first.headers['x-ratelimit-remaining']) - 1
  const answers = await Promise.all(Array.from({ length: limit }, () => other.get(`/agents/${own}`)))
  const allowed = answers.filter(({ status }) => status === 200)
  const remaining = allowed.map(({ headers }) => Number(headers['x-ratelimit-remaining']))
  expect(remaining.sort((a, b) => b - a)).toEqual(Array.from({ length: left }, (_, n) => left - 1 - n))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
})

test('a foreign agent that is cached answers like one that does not exist', async () => {
  const stranger = await service.register()
  for (const path of documents) {
    expect((await tenant.get(`/agents/${agent}${path}`)).status).toBe(200)
    const [foreign, missing] = [
      await stranger.get(`/agents/${agent}${path}`),
      await stranger.get(`/agents/${crypto.randomUUID()}${path}`),
    ]
    expect([foreign.status, foreign.text]).toEqual([404, missing.text])
  }
})

test('a key of one agent reads no other agent, cached or not', async () => {
  const other = await tenant.agent({ name: 'Lin' })
  const { body } = await service.call('POST', `/organizations/${tenant.orgId}/api-keys`, { agentId: agent }, session)
  const addresses = [
    ...documents.map((path) => (id: string) => `/agents/${id}${path}`),
    (id: string) => `/beliefs?agentId=${id}`,
  ]
  for (const address of addresses) {
    await tenant.get(address(other))
    const readOf = (id: string) =>
      service.call('GET', address(id), undefined, { authorization: `Bearer ${body.key as string}` })
    expect((await readOf(agent)).status).toBe(200)
    const [ofOther, ofNone] = [await readOf(other), await readOf(crypto.randomUUID())]
    expect([ofOther.status, ofOther.text]).toEqual([404, ofNone.text])
  }
})

describe('POST /agents/{agentId}/dynamic-prompt', () => {
  const draw = (body?: object) => tenant.post(`/agents/${agent}/dynamic-prompt`, body)

  test('answers what a client makes of the prompt parts, whatever items say', async () => {
    for (const statement of ['Say "no" \\ or \\n it', 'Größer ist nicht besser 🦉', '`code` & <b>'])
      await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement, status: 'approved' })
    for (const seed of [0, 1, 4_294_967_295]) {
      const { body, text } = await draw({ seed })
      expect(body.prompt).toContain('Größer')
      expect(Object.keys(body)).toEqual(['prompt', 'manifest', 'config', 'next_steps'])
      expect((await draw({ seed })).text).toBe(text)
    }
  })

  test('draws a seed where there is none', async () => {
    for (const body of [undefined, {}]) {
      const drawn = (await draw(body)).body
      expect((await draw({ seed: drawn.manifest.seed })).body).toEqual(drawn)
    }
  })
})

test('reads beside writes never show less than what was acknowledged before they began', async () => {
  const writer = await service.register()
  const own = await writer.agent()
  let acknowledged = 0
  const total = 40
  const write = async () => {
    for (let at = 1; at <= total; at++) {
      const path = at % 3 ? '/beliefs' : `/organizations/${writer.slug}/beliefs`
      await writer.post(path, { agentId: own, category: 'boundary', statement: `Number ${at}.` })
      acknowledged = at
    }
  }
  const readAll = async (read: () => Promise<{ text: string }>, isSeen: (at: number) => boolean = () => true) => {
    // Fewer than the window allows.
    for (let reads = 0; acknowledged < total && reads < 200; reads++) {
      await nextTurn()
      const known = acknowledged
      const { text } = await read()
      for (let at = 1; at <= known; at++) if (isSeen(at)) expect(text).toContain(`Number ${at}.`)
    }
  }
  await Promise.all([
    write(),
    readAll(() => writer.get(`/agents/${own}`)),
    readAll(
      () => writer.get(`/beliefs?agentId=${own}`),
      (at) => at % 3 !== 0,
    ),
    readAll(() => writer.post(`/agents/${own}/dynamic-prompt`)),
    readAll(() => writer.post(`/agents/${own}/dynamic-prompt`, { seed: 7 })),
  ])
})
