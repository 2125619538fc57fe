import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sha256Hex } from '#core/base/hash.ts'
import { maxClients } from '../../../server/features/fleet/receipts.ts'
import { schedules } from '../../../server/jobs/schedules.ts'
import { callTool, connectMcp, listenForMcp } from '../../support/mcp-client.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Which client runs which version (behavior: Fleet). */

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

test('a client that reads the prompt has its version; a change leaves it behind, and reading again makes it current', async () => {
  await read()
  expect(await fleet()).toEqual([
    {
      agent_id: ada,
      agent_name: 'Ada',
      group_id: null,
      group_name: null,
      client: 'cli/web-shop',
      state: 'fetched',
      version: 1,
      current_version: 1,
      live_version: 1,
      label: null,
      is_current: true,
      behind: 0,
      last_seen_at: '2026-11-20T08:00:00.000Z',
    },
  ])
  await change('Be brief')
  await read('prompt', { 'x-client': 'sdk-ts/worker' })
  await change('Ask first')
  // Nobody has read the prompt since the last change.
  const [shopEntry, worker] = await fleet()
  expect(shopEntry).toMatchObject({
    client: 'cli/web-shop',
    version: 1,
    current_version: 3,
    is_current: false,
    behind: 2,
  })
  expect(worker).toMatchObject({
    client: 'sdk-ts/worker',
    version: 2,
    current_version: 3,
    is_current: false,
    behind: 1,
  })
  await read()
  expect((await fleet()).map(({ client, version, behind }) => [client, version, behind])).toEqual([
    ['sdk-ts/worker', 2, 1],
    ['cli/web-shop', 3, 0],
  ])
})

test('a version that returns is behind by the changes since it was live', async () => {
  await read()
  const { body } = await change('Be brief')
  await read('prompt', { 'x-client': 'sdk-ts/worker' })
  await tenant.delete(`/beliefs/${body.id}`)
  expect(
    (await fleet()).map(({ client, version, current_version, behind }) => [client, version, current_version, behind]),
  ).toEqual([
    ['sdk-ts/worker', 2, 1, 1],
    ['cli/web-shop', 1, 1, 0],
  ])
})

test.each(['prompt', 'prompt?max_tokens=200', 'digest', 'files', 'files?type=soul'])(
  '%s counts, and its 304',
  async (path) => {
    await change('Be brief')
    const { headers } = await read(path)
    expect(await fleet()).toMatchObject([{ client: 'cli/web-shop', version: 1, behind: 0 }])
    moment += 60_000
    const again = await read(path, { ...shop, 'if-none-match': headers.etag! })
    expect(again.status).toBe(304)
    expect(await fleet()).toMatchObject([{ version: 1, last_seen_at: new Date(moment).toISOString() }])
  },
)

test('a digest that was read before a change does not count as the version after it', async () => {
  await read('digest')
  await change('Be brief')
  expect(await fleet()).toEqual([])
  await read('digest')
  expect(await fleet()).toMatchObject([{ version: 1, current_version: 1 }])
})

test.each(['web-shop', 'cli/', '/web', 'cli/web shop', 'a/b/c', `cli/${'x'.repeat(125)}`])(
  'the name %s is ignored',
  async (name) => {
    expect((await read('prompt', { 'x-client': name })).status).toBe(200)
    expect(await fleet()).toEqual([])
  },
)

test('a name of 128 characters is kept, and a client without a name is none', async () => {
  const longest = `cli/${'x'.repeat(124)}`
  await read('prompt', { 'x-client': longest })
  await read('prompt', {})
  expect((await fleet()).map(({ client }) => client)).toEqual([longest])
})

test('a client of MCP is named as it calls itself', async () => {
  const url = await listenForMcp(service)
  const client = await connectMcp(url, tenant.key)
  await callTool(client, 'get_prompt', { agent: ada })
  await client.close()
  const named = await connectMcp(url, tenant.key, { headers: { 'x-client': 'coding-tool/cursor' } })
  await callTool(named, 'get_digest', { agent: ada })
  await named.close()
  expect((await fleet()).map(({ client }) => client).sort()).toEqual(['coding-tool/cursor', 'mcp/test'])
})

test('for a client that reads a label, the version of the label is current', async () => {
  await read()
  await change('Be brief')
  await tenant.get(`/agents/${ada}/prompt`)
  const pin = (version: number) => tenant.put(`/agents/${ada}/labels/production`, { version })
  await pin(1)
  await read('prompt?label=production')
  await read('prompt?label=live', { 'x-client': 'sdk-ts/worker' })
  const entries = async () =>
    Object.fromEntries(
      (await fleet()).map(({ client, label, version, current_version, behind }) => [
        client,
        [label, version, current_version, behind],
      ]),
    )
  expect(await entries()).toEqual({ 'cli/web-shop': ['production', 1, 1, 0], 'sdk-ts/worker': [null, 2, 2, 0] })
  await pin(2)
  expect(await entries()).toMatchObject({ 'cli/web-shop': ['production', 1, 2, 1] })
  await read('prompt?label=production')
  await pin(1)
  expect(await entries()).toMatchObject({ 'cli/web-shop': ['production', 2, 1, 1] })
  const label = { client: 'cli/web-shop', state: 'written', version: 1, label: 'production' }
  expect((await report(label)).status).toBe(202)
  expect(await entries()).toMatchObject({ 'cli/web-shop': ['production', 1, 1, 0] })
  await tenant.delete(`/agents/${ada}/labels/production`)
  expect(await entries()).toMatchObject({ 'cli/web-shop': ['production', 1, 2, 1] })
})

test.each([
  [{ state: 'loaded', version: 1 }, 400, 'client is required'],
  [{ client: 'web', state: 'loaded', version: 1 }, 400, 'client must consist of a kind, a slash and a name'],
  [{ client: 'cli/web', state: 'seen', version: 1 }, 400, 'state must be one of'],
  [{ client: 'cli/web', state: 'loaded' }, 400, 'Send version or hash, and only one of them'],
  [{ client: 'cli/web', state: 'loaded', version: 1, hash: 'a'.repeat(64) }, 400, 'Send version or hash'],
  [{ client: 'cli/web', state: 'loaded', hash: 'abc' }, 400, 'hash must consist of 64 hexadecimal digits'],
  [{ client: 'cli/web', state: 'loaded', version: 7 }, 404, 'Version not found'],
])('the receipt %j is refused', async (body, status, sentence) => {
  const answer = await report(body)
  expect(answer.status).toBe(status)
  expect(answer.body.error).toContain(sentence)
  expect(await fleet()).toEqual([])
})

test('filters by agent, state and how far behind', async () => {
  const bo = await tenant.agent({ name: 'Bo' })
  await read()
  await tenant.get(`/agents/${bo}/prompt`, { 'x-client': 'sdk-py/bo' })
  await report({ client: 'cli/late', state: 'written', version: 1 })
  await change('Be brief')
  const names = async (query: string) => (await fleet(query)).map(({ client }) => client).sort()
  expect(await names(`?agentId=${bo}`)).toEqual(['sdk-py/bo'])
  expect(await names('?state=written')).toEqual(['cli/late'])
  expect(await names('?behind=true')).toEqual(['cli/late', 'cli/web-shop'])
  expect(await names('?behind=false')).toEqual(['sdk-py/bo'])
})

test('pages go through all clients once', async () => {
  for (let at = 0; at < 7; at++) await report({ client: `cli/c${at}`, state: 'written', hash: sha256Hex(`${at % 2}`) })
  await read()
  await service.deps.promptReads.flush()
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await tenant.get(`/organizations/${tenant.slug}/fleet?limit=3${cursor && `&cursor=${cursor}`}`)
    expect(body).toMatchObject({ count: 8 })
    seen.push(...body.data.map(({ client }: any) => client))
    cursor = body.next_cursor
  }
  expect(seen.toSorted()).toEqual([
    'cli/c0',
    'cli/c1',
    'cli/c2',
    'cli/c3',
    'cli/c4',
    'cli/c5',
    'cli/c6',
    'cli/web-shop',
  ])
})

test(`of an agent the ${maxClients} clients that were seen last are kept`, async () => {
  for (let at = 0; at <= maxClients; at++) {
    moment += 1000
    await read('prompt', { 'x-client': `sdk-ts/pod-${at}` })
  }
  const names = (await fleet('?limit=1000')).map(({ client }) => client)
  expect(names).toHaveLength(maxClients)
  expect(names).toContain(`sdk-ts/pod-${maxClients}`)
  expect(names).not.toContain('sdk-ts/pod-0')
})

test('an organization of many clients does not take the place of another', async () => {
  const other = await service.register()
  const bo = await other.agent({ name: 'Bo' })
  const flooded = {
    org_id: tenant.orgId,
    agent_id: ada,
    text: { version: 1, etag: '"x"' },
    label: null,
    at: new Date(moment),
  }
  for (let at = 0; at < 10_000; at++) service.deps.promptReads.add({ ...flooded, client: `sdk-ts/${at}` })
  await other.get(`/agents/${bo}/prompt`, { 'x-client': 'sdk-ts/bo' })
  await service.deps.promptReads.flush()
  const { body } = await other.get(`/organizations/${other.slug}/fleet`)
  expect(body.data.map(({ client }: any) => client)).toEqual(['sdk-ts/bo'])
})

test('a batch keeps its reads although an agent among them was deleted', async () => {
  const bo = await tenant.agent({ name: 'Bo' })
  await tenant.get(`/agents/${bo}/prompt`, { 'x-client': 'sdk-ts/bo' })
  await read()
  await tenant.delete(`/agents/${bo}`)
  expect((await fleet()).map(({ client }) => client)).toEqual(['cli/web-shop'])
})

test('a client that was not seen for 30 days goes at night', async () => {
  await read('prompt', { 'x-client': 'cli/old' })
  await service.deps.promptReads.flush()
  moment += 30 * 86_400_000
  await read()
  await service.deps.promptReads.flush()
  moment += 1
  const { fire } = schedules.find(({ name }) => name === 'fleet-retention')!
  await service.deps.db.transaction().execute((trx) => fire(trx, service.deps))
  expect((await fleet()).map(({ client }) => client)).toEqual(['cli/web-shop'])
})

test('the fleet of another organization is that of none', async () => {
  const other = await service.register()
  const foreign = await tenant.get(`/organizations/${other.slug}/fleet`)
  const none = await tenant.get('/organizations/nobody-1234/fleet')
  expect([foreign.status, foreign.body]).toEqual([none.status, none.body])
  expect(foreign.status).toBe(404)
})
