import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPerson } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Two agents side by side. */

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

async function agentWith(items: [category: string, statement: string][], input: object = {}) {
  const id = await tenant.agent(input)
  for (const [category, statement] of items) {
    const path = ['ownership', 'execution'].includes(category) ? '/responsibilities' : '/beliefs'
    const { status } = await tenant.post(path, { agentId: id, category, statement, status: 'approved' })
    expect(status).toBe(201)
  }
  return id
}
interface Row {
  category: string
  a: { statement: string; scope: string } | null
  b: { statement: string } | null
  similarity: number | null
  reason: string | null
}
const short = ({ category, a, b }: Row) => [category, a?.statement ?? null, b?.statement ?? null]

test('equal items share a row, similar and contradicting ones are paired, and the rest stand alone, by category', async () => {
  const a = await agentWith([
    ['principle', 'Write the test first'],
    ['principle', 'Keep client files confidential'],
    ['principle', 'Always answer in prose'],
    ['execution', 'Review every merge request'],
  ])
  const b = await agentWith(
    [
      ['axiom', 'Write the test first'],
      ['principle', 'Client files must be kept confidential'],
      ['principle', 'Never answer in prose'],
      ['execution', 'Review every merge request'],
    ],
    { name: 'Grace', description: 'Reviews what others write, and answers for its tests' },
  )
  await tenant.post(`/organizations/${tenant.orgId}/beliefs`, {
    category: 'voice',
    statement: 'Be brief',
    status: 'approved',
  })
  const { status, body } = await tenant.get(`/agents/${a}/comparison?with=${b}`)
  expect(status).toBe(200)
  expect(body.rows.map(short)).toEqual([
    ['axiom', null, 'Write the test first'],
    ['principle', 'Write the test first', null],
    ['principle', 'Keep client files confidential', 'Client files must be kept confidential'],
    ['principle', 'Always answer in prose', 'Never answer in prose'],
    ['voice', 'Be brief', 'Be brief'],
    ['execution', 'Review every merge request', 'Review every merge request'],
  ])
  const [, , similar, contradicting, equal] = body.rows as Row[]
  expect(similar!.similarity).toBeGreaterThanOrEqual(0.85)
  expect([contradicting!.similarity, contradicting!.reason]).toEqual([null, expect.stringContaining('denies')])
  expect([equal!.similarity, equal!.a!.scope]).toEqual([1, 'org'])
  const tokens = async (id: string) => (await tenant.get(`/agents/${id}/prompt-report`)).body.tokens.total
  expect(body.tokens).toEqual({ a: await tokens(a), b: await tokens(b) })

  const turned = (await tenant.get(`/agents/${b}/comparison?with=${a}`)).body.rows as Row[]
  const pairs = (rows: Row[]) => rows.map(({ a, b }) => [a?.statement, b?.statement].sort().join(' | ')).sort()
  expect(pairs(turned)).toEqual(pairs(body.rows))
})

test('an item has one partner, the most similar', async () => {
  const a = await agentWith([['principle', 'Keep client files confidential']])
  const b = await agentWith([
    ['principle', 'Client files must be kept confidential'],
    ['principle', 'Keep all client files confidential'],
  ])
  const { rows } = (await tenant.get(`/agents/${a}/comparison?with=${b}`)).body
  const own = (rows as Row[]).filter(({ category }) => category === 'principle')
  expect(own.map(({ a, b }) => [a !== null, b !== null])).toEqual([
    [true, true],
    [false, true],
  ])
})

test('the other agent is named, and belongs to the caller', async () => {
  const a = await tenant.agent()
  const foreign = await (await service.register()).agent()
  expect((await tenant.get(`/agents/${a}/comparison`)).status).toBe(400)
  const [other, random] = await Promise.all(
    [foreign, crypto.randomUUID()].map((id) => tenant.get(`/agents/${a}/comparison?with=${id}`)),
  )
  expect([other!.status, other!.body]).toEqual([404, random!.body])
  expect((await tenant.get(`/agents/${foreign}/comparison?with=${a}`)).status).toBe(404)
})

test('a key of one agent does not see another one beside it', async () => {
  const person = await newPerson(service)
  const [own, other] = [await person.tenant.agent(), await person.tenant.agent({ name: 'Grace' })]
  const path = `/organizations/${person.tenant.orgId}/api-keys`
  const { key } = (await person.post(path, { access: 'read', agentId: own })).body
  const compare = (id: string) =>
    service.call('GET', `/agents/${own}/comparison?with=${id}`, undefined, { authorization: `Bearer ${key}` })
  expect([(await compare(own)).status, (await compare(other)).status]).toEqual([200, 404])
})
