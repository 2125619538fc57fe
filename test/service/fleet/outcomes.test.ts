import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newPerson } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Outcomes by version (behavior: Outcomes). */

let service: Service
let tenant: Tenant
let ada: string
let moment = Date.parse('2026-11-20T08:00:00Z')
beforeAll(async () => {
  service = await startService({}, { now: () => new Date(moment) })
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await service.register()
  ada = await tenant.agent({ name: 'Ada' })
  await tenant.get(`/agents/${ada}/prompt`)
})

/** Makes another version of the prompt. */
const change = async (statement: string) => {
  await tenant.post('/beliefs', { agentId: ada, category: 'voice', statement, status: 'approved' })
  await tenant.get(`/agents/${ada}/prompt`)
}
const post = (body: object) => tenant.post(`/agents/${ada}/outcomes`, body)
const compare = async (query = '') => (await tenant.get(`/agents/${ada}/version-outcomes${query}`)).body
const scores = (version: number, list: number[], tag?: string) => ({
  outcomes: list.map((score) => ({ version, score, ...(tag && { tag }) })),
})
const around = (middle: number) => Array.from({ length: 20 }, (_, at) => middle + (at % 2 ? 0.05 : -0.05))

test('versions are compared by their outcomes', async () => {
  await change('Be brief')
  await change('Ask first')
  expect((await post({ version: 1, score: 0.5 })).body).toMatchObject({ recorded: 1 })
  expect(await compare()).toMatchObject({ data: [{ version: 1, n: 1, mean: 0.5, interval: null }], comparisons: [] })
  await post(scores(2, around(0.4)))
  expect((await post(scores(3, around(0.6)))).status).toBe(201)
  const { data, comparisons } = await compare()
  expect(data.map(({ version, n }: any) => [version, n])).toEqual([
    [1, 1],
    [2, 20],
    [3, 20],
  ])
  // t(0.975, 19) = 2.0930, and the standard error is 0.0512989 / sqrt(20).
  expect(data[1].mean).toBeCloseTo(0.4, 9)
  expect(data[1].interval[0]).toBeCloseTo(0.4 - 0.0240083, 6)
  expect(data[1].interval[1]).toBeCloseTo(0.4 + 0.0240083, 6)
  expect(comparisons).toMatchObject([
    { a: 1, b: 2, interval: null, verdict: 'unclear' },
    { a: 2, b: 3, verdict: 'better' },
  ])
  expect(comparisons[1].difference).toBeCloseTo(0.2, 9)
})

test('outcomes are read by tag, and since a time', async () => {
  await post(scores(1, [0.1, 0.3], 'support'))
  moment += 86_400_000
  await post(scores(1, [0.9, 0.7], 'sales'))
  expect((await compare('?tag=sales')).data).toMatchObject([{ n: 2 }])
  expect((await compare('?tag=sales')).data[0].mean).toBeCloseTo(0.8, 9)
  expect((await compare('?since=2026-11-21')).data).toMatchObject([{ n: 2 }])
  expect((await compare('?since=2026-11-20')).data).toMatchObject([{ n: 4 }])
  expect((await compare('?tag=none')).data).toEqual([])
})

test.each([
  [{ score: 0.5 }, 400, 'version is required'],
  [{ version: 1 }, 400, 'score is required'],
  [{ version: 1, score: 1.5 }, 400, 'score must be 1 or less'],
  [{ version: 1, score: -0.1 }, 400, 'score must be 0 or more'],
  [{ version: 9, score: 0.5 }, 404, 'Version not found'],
  [{ outcomes: [] }, 400, 'outcomes'],
  [{ outcomes: [{ version: 1, score: 1 }], score: 1 }, 400, 'outcomes takes the place'],
  [scores(1, Array(101).fill(0.5)), 400, 'outcomes'],
  [
    {
      outcomes: [
        { version: 1, score: 0.5 },
        { version: 9, score: 0.5 },
      ],
    },
    404,
    'Version not found',
  ],
])('%j is refused as a whole', async (body, status, sentence) => {
  const answer = await post(body)
  expect(answer.status).toBe(status)
  expect(answer.body.error).toContain(sentence)
  expect((await compare()).data).toEqual([])
})

test('a key that may only read posts no outcome, and one that proposes does', async () => {
  const person = await newPerson(service)
  const own = await person.tenant.agent({ name: 'Own' })
  await person.tenant.get(`/agents/${own}/prompt`)
  const postWith = async (access: string) => {
    const { body } = await person.post(`/organizations/${person.tenant.slug}/api-keys`, { access })
    const headers = { authorization: `Bearer ${body.key}` }
    return (await service.call('POST', `/agents/${own}/outcomes`, { version: 1, score: 1 }, headers)).status
  }
  expect([await postWith('read'), await postWith('propose')]).toEqual([401, 201])
})

test('a foreign agent is one that does not exist', async () => {
  const other = await service.register()
  const foreign = await other.get(`/agents/${ada}/version-outcomes`)
  expect([foreign.status, foreign.body.error]).toEqual([404, 'Agent not found'])
  expect((await other.post(`/agents/${ada}/outcomes`, { version: 1, score: 1 })).status).toBe(404)
})
