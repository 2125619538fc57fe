import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DirectReader, lasting, startDirectReader } from '../../support/direct-reader.ts'
import type { Service, Tenant } from '../../support/service.ts'

/** Lists of an agent's items and randomized prompts, where their routes have nothing to do with them. */

let reader: DirectReader
let service: Service
let tenant: Tenant
let agent: string
beforeAll(async () => {
  reader = await startDirectReader()
  ;({ service, tenant, agent } = reader)
})
afterAll(() => reader.stop())

const readOnce: DirectReader['readOnce'] = (...args) => reader.readOnce(...args)
const readDirectly: DirectReader['readDirectly'] = (...args) => reader.readDirectly(...args)

describe.each(['beliefs?agentId=', 'beliefs?limit=1&agent_id=', 'responsibilities?status=approved&agentId='])(
  'GET /%s',
  (path) => {
    test('has the bytes and headers of the route, and shows what was written before', async () => {
      for (const prefix of ['/api/v1', '/api']) {
        const address = `${prefix}/${path}${agent}`
        for (let round = 0; round < 3; round++) {
          const direct = await readDirectly(address)
          const byRoute = await tenant.get(address)
          expect([direct.status, direct.text]).toEqual([200, byRoute.text])
          expect(lasting(direct.headers)).toEqual(lasting(Object.entries(byRoute.headers)))
          const statement = `Promise ${round} at ${address}`
          const { body } = await tenant.post('/beliefs', {
            agentId: agent,
            category: 'axiom',
            statement,
            status: 'approved',
          })
          expect((await readOnce(address)).text).toBe((await tenant.get(address)).text)
          await tenant.delete(`/beliefs/${body.id}`)
          expect((await readOnce(address)).text).toBe(byRoute.text)
        }
      }
    })

    test('is left to the route where it is out of the ordinary', async () => {
      const stranger = await service.register()
      const [missing, foreign] = [crypto.randomUUID(), await stranger.agent()]
      await readDirectly(`/api/v1/${path}${agent}`)
      for (const [address, status, key] of [
        [`/api/v1/${path}${missing}`, 404],
        [`/api/v1/${path}${foreign}`, 404],
        [`/api/v1/${path}${agent}`, 404, stranger.key],
        [`/api/v1/${path}${agent}&agentId=${missing}`, 400],
        [`/api/v1/${path}${agent}&limit=0`, 400],
      ] satisfies [string, number, string?][]) {
        for (let round = 0; round < 3; round++) {
          const answer = await readOnce(address, key === undefined ? {} : { key })
          expect([address, answer.status]).toEqual([address, status])
        }
      }
    })
  },
)

describe('POST /agents/{agentId}/dynamic-prompt', () => {
  const path = (of = agent) => `/api/v1/agents/${of}/dynamic-prompt`
  const post = (body?: string) => ({ method: 'POST', ...(body !== undefined && { body }) })

  test('has the bytes and headers of the route, whatever items say', async () => {
    for (const statement of ['Say "no" \\ or \\n it', 'Größer ist nicht besser 🦉', '`code` & <b>'])
      await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement, status: 'approved' })
    for (const seed of [0, 1, 2, 3, 4, 5, 4_294_967_295]) {
      for (const body of [`{"seed":${seed}}`, ` { "seed" : ${seed} }\n`]) {
        const direct = await readDirectly(path(), post(body))
        const byRoute = await tenant.post(`/agents/${agent}/dynamic-prompt`, { seed })
        expect([direct.status, direct.text]).toEqual([200, byRoute.text])
        expect(lasting(direct.headers)).toEqual(lasting(Object.entries(byRoute.headers)))
        const parsed = JSON.parse(direct.text)
        expect(parsed.prompt).toContain('Größer')
        expect(Object.keys(parsed)).toEqual(['prompt', 'manifest', 'config', 'next_steps'])
      }
    }
  })

  test('draws a seed where there is none', async () => {
    for (const body of [undefined, '', '{}']) {
      const direct = JSON.parse((await readDirectly(path(), post(body))).text)
      const { seed } = direct.manifest
      expect((await tenant.post(`/agents/${agent}/dynamic-prompt`, { seed })).body).toEqual(direct)
    }
  })

  test('shows what was written before', async () => {
    for (let round = 0; round < 20; round++) {
      const statement = `Draw ${round}`
      await tenant.post('/beliefs', { agentId: agent, category: 'boundary', statement, status: 'approved' })
      expect((await readOnce(path(), post('{"seed":1}'))).text).toContain(statement)
    }
  })

  test('is left to the route where it is out of the ordinary', async () => {
    await readDirectly(path(), post('{"seed":1}'))
    for (const [body, status] of [
      ['{"seed":4294967296}', 400],
      ['{"seed":01}', 400],
      ['{"seed":-1}', 400],
      ['{"seed":"1"}', 400],
      ['{"seed":1,"seed":2}', 200],
      ['{"seed":1', 400],
      ['{"config":{"emphasis_rate":0}}', 200],
      ['{"seed":1,"template":"# A"}', 400],
      ['x'.repeat(2000), 400],
    ] satisfies [string, number][]) {
      const answer = await readOnce(path(), post(body))
      expect([body, answer.status]).toEqual([body, status])
    }
    const stranger = await service.register()
    for (let round = 0; round < 3; round++) {
      expect((await readOnce(path(), { ...post('{"seed":1}'), key: stranger.key })).status).toBe(404)
      expect((await readOnce(path(crypto.randomUUID()), post('{"seed":1}'))).status).toBe(404)
    }
  })
})

test('reads among writers never show less than what was acknowledged before they began', async () => {
  const own = await tenant.agent()
  let acknowledged = 0
  const total = 40
  const write = async () => {
    for (let at = 1; at <= total; at++) {
      const path = at % 3 ? '/beliefs' : `/organizations/${tenant.slug}/beliefs`
      await tenant.post(path, { agentId: own, category: 'boundary', statement: `Number ${at}.` })
      acknowledged = at
    }
  }
  const read = async (path: string, isSeen: (at: number) => boolean, init = {}) => {
    while (acknowledged < total) {
      const known = acknowledged
      const { text } = await readOnce(`/api/v1${path}`, init)
      for (let at = 1; at <= known; at++) if (isSeen(at)) expect(text).toContain(`Number ${at}.`)
    }
  }
  await Promise.all([
    write(),
    read(`/agents/${own}`, () => true),
    read(`/beliefs?agentId=${own}`, (at) => at % 3 !== 0),
    read(`/agents/${own}/dynamic-prompt`, () => true, { method: 'POST' }),
    read(`/agents/${own}/dynamic-prompt`, () => true, { method: 'POST', body: '{"seed":7}' }),
  ])
})
