import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sha256Hex } from '#core/base/hash.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Receipts of clients (behavior: Fleet). */

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
})

const shop = { 'x-client': 'cli/web-shop' }
const read = (path = 'prompt', headers: Record<string, string> = shop) => tenant.get(`/agents/${ada}/${path}`, headers)
const change = (statement: string) =>
  tenant.post('/beliefs', { agentId: ada, category: 'voice', statement, status: 'approved' })
const report = (body: object) => tenant.post(`/agents/${ada}/receipts`, body)

/** The fleet, after what was read is stored. */
async function fleet(query = ''): Promise<any[]> {
  await service.deps.promptReads.flush()
  const { status, body } = await tenant.get(`/organizations/${tenant.slug}/fleet${query}`)
  expect([status, body.count]).toEqual([200, body.data.length])
  return body.data
}

test('a receipt raises the state, a later read leaves it, and another version starts anew', async () => {
  await read()
  expect((await report({ client: 'cli/web-shop', state: 'loaded', version: 1 })).body).toMatchObject({
    client: 'cli/web-shop',
    state: 'loaded',
    version: 1,
  })
  expect(await fleet()).toMatchObject([{ state: 'loaded', version: 1 }])
  await read()
  expect(await fleet()).toMatchObject([{ state: 'loaded', version: 1 }])
  await report({ client: 'cli/web-shop', state: 'written', version: 1 })
  expect(await fleet()).toMatchObject([{ state: 'loaded', version: 1 }])
  await change('Be brief')
  await read()
  expect(await fleet()).toMatchObject([{ state: 'fetched', version: 2 }])
})

test('a read that is stored late does not take the place of a later receipt', async () => {
  await read()
  await change('Be brief')
  const { headers } = await tenant.get(`/agents/${ada}/prompt`)
  moment += 1000
  const hash = headers.etag!.slice(1, -1)
  expect((await report({ client: 'cli/web-shop', state: 'delivered', hash })).status).toBe(202)
  expect(await fleet()).toMatchObject([{ state: 'delivered', version: 2, behind: 0 }])
})

test('a text that is no version is neither current nor behind', async () => {
  const { body, status } = await report({ client: 'cli/web-shop', state: 'written', hash: sha256Hex('edited') })
  expect([status, body.version]).toEqual([202, null])
  expect(await fleet()).toMatchObject([{ version: null, is_current: null, behind: null, current_version: 1 }])
  expect(await fleet('?behind=true')).toEqual([])
  expect(await fleet('?behind=false')).toEqual([])
})

test('a key of any access reports, one of an agent for that agent alone, and reads no fleet', async () => {
  const person = await newPerson(service)
  const [own, bo] = [await person.tenant.agent({ name: 'Own' }), await person.tenant.agent({ name: 'Bo' })]
  const { slug } = person.tenant
  const { body } = await person.post(`/organizations/${slug}/api-keys`, { access: 'read', agentId: own })
  const headers = { authorization: `Bearer ${body.key}` }
  const receipt = { client: 'cli/ci', state: 'written', hash: sha256Hex('x') }
  const of = async (agent: string) => (await service.call('POST', `/agents/${agent}/receipts`, receipt, headers)).status
  expect([await of(own), await of(bo)]).toEqual([202, 404])
  expect((await service.call('GET', `/organizations/${slug}/fleet`, undefined, headers)).status).toBe(401)
})
