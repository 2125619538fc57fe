import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

/** An address without a route gets the nearest one. */

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const cases: [request: string, nearest: string | undefined][] = [
  ['POST /agents/ada/beliefs', 'POST /api/v1/beliefs'],
  ['GET /agents/ada/beliefs', 'GET /api/v1/beliefs'],
  ['POST /api/v1/agents/ada/responsibilities', 'POST /api/v1/responsibilities'],
  ['POST /agents', 'POST /api/v1/agents'],
  ['GET /api/v1/agent/ada', 'GET /api/v1/agents/{agentId}'],
  ['GET /api/v1/agents/ada/promt', 'GET /api/v1/agents/{agentId}/prompt'],
  ['GET /api/v1/agents/prompt/ada/x', undefined],
  ['GET /api/v2/agents', 'GET /api/v1/agents'],
  ['POST /api/v1/observation', 'POST /api/v1/observations'],
  ['GET /api/v1/organizations/acme/agents', 'GET /api/v1/agents'],
  ['GET /api/v1/healthz', 'GET /healthz'],
  ['GET /api/v1/weather', undefined],
  [`GET /api/v1/${'a/'.repeat(4000)}`, undefined],
  [`GET /api/v1/${'agents'.repeat(2000)}`, undefined],
]

test.each(cases.map(([request, nearest]) => [request.slice(0, 60), request, nearest]))(
  '%s',
  async (_, request, nearest) => {
    const [method, url] = request!.split(' ') as ['GET', string]
    const { statusCode, body } = await service.app.inject({ method, url })
    const advice = nearest === undefined ? '/docs lists the routes' : `Did you mean ${nearest}?`
    expect([statusCode, JSON.parse(body).error.endsWith(`. ${advice}`), JSON.parse(body).error.slice(-120)]).toEqual([
      404,
      true,
      expect.stringContaining(advice),
    ])
  },
)

test('is the same for everybody, whatever they own', async () => {
  const person = await newPerson(service)
  const agent = await person.tenant.agent({ name: 'Ada' })
  const asked = [`/agents/${agent}/beliefs`, '/agents/ada/beliefs', `/agents/${crypto.randomUUID()}/beliefs`]
  const answers = []
  for (const path of asked) {
    answers.push((await person.tenant.post(path)).body.error.split('. ')[1])
    answers.push((await service.call('POST', path)).body.error.split('. ')[1])
  }
  expect(new Set(answers)).toEqual(new Set(['Did you mean POST /api/v1/beliefs?']))
})
