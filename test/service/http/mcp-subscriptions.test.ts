import type { Client, McpSubscription } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectMcp, listenForMcp } from '../../support/mcp-client.ts'
import { newPerson, type Person } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Streams of changes: their cost, their limits, and their end. */

let service: Service
let person: Person
let tenant: Tenant
let agentId: string
let url: string
let clockMs = 0
const open: Client[] = []
beforeAll(async () => {
  service = await startService({}, { now: () => new Date(Date.now() + clockMs) })
  url = await listenForMcp(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  person = await newPerson(service)
  tenant = person.tenant
  agentId = await tenant.agent({ name: 'Ada' })
  await tenant.post('/beliefs', { agentId, category: 'principle', statement: 'We ship small changes' })
})
afterEach(async () => {
  clockMs = 0
  vi.restoreAllMocks()
  for (const client of open.splice(0)) await client.close()
})

const prompt = 'identity://agents/ada/prompt'
const uris = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => `identity://agents/agent-${from + i}/prompt`)

async function connect(key = tenant.key) {
  const client = await connectMcp(url, key)
  open.push(client)
  const updated: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updated.push(params.uri)
  })
  const listen = (resourceSubscriptions: string[]) => client.listen({ resourceSubscriptions })
  return { updated, listen }
}

const say = (statement: string) => tenant.post('/beliefs', { agentId, category: 'voice', statement })
const newKey = async (limits: object = {}) =>
  (await person.post(`/organizations/${tenant.orgId}/api-keys`, limits)).body as { id: string; key: string }

/** Whether a stream has ended, without waiting for it. */
function endOf(stream: McpSubscription) {
  const state = { isOver: false }
  void stream.closed.then(() => {
    state.isOver = true
  })
  return state
}

test('eight streams that name one prompt a hundred times each cost one query a second, and one reading after a change', async () => {
  const { operations } = service.app
  const revisions = vi.spyOn(operations, 'agentRevisions')
  const keys = vi.spyOn(operations, 'validKeys')
  const calls = vi.spyOn(operations, 'call')
  const client = await connect()
  for (let i = 0; i < 8; i++) await client.listen(Array(100).fill(prompt))
  await expect.poll(() => keys.mock.calls.length).toBeGreaterThan(2)
  // Both are polled once in each round; a first stream asks for the revision that it begins with.
  expect(Math.abs(revisions.mock.calls.length - 1 - keys.mock.calls.length)).toBeLessThan(2)
  expect(revisions.mock.calls.every(([orgId, names]) => orgId === tenant.orgId && names.join() === 'ada')).toBe(true)
  expect(keys.mock.calls.every(([, ids]) => ids.length === 1)).toBe(true)
  expect(calls).not.toHaveBeenCalled()
  await say('Be brief')
  await expect.poll(() => client.updated).toEqual(Array(8).fill(prompt))
  expect(calls.mock.calls.map(([operation]) => operation)).toEqual(['getAgentPrompt'])
})

test('a stream is told of each text once, and not of revisions with the same text', async () => {
  const { updated, listen } = await connect()
  const soul = 'identity://agents/ada/soul'
  await listen([prompt, `identity://agents/${agentId.toUpperCase()}/prompt`, soul])
  await say('Be brief')
  await expect.poll(() => updated.length).toBe(3)
  const revisions = vi.spyOn(service.app.operations, 'call')
  // A responsibility is not part of the soul, and a threshold not of any text.
  await tenant.patch(`/agents/${agentId}`, { minNCount: 7 })
  await expect.poll(() => revisions.mock.calls.length).toBe(3)
  await tenant.post('/responsibilities', { agentId, category: 'ownership', statement: 'Own the release notes' })
  await expect.poll(() => updated.length).toBe(5)
  expect(updated.slice(3)).not.toContain(soul)
})

test('an agent that comes into being is told, another tenant’s of the same name is not', async () => {
  const { updated, listen } = await connect()
  await listen(['identity://agents/bo/prompt'])
  const other = await service.register()
  await other.agent({ name: 'Bo' })
  const watched = vi.spyOn(service.app.operations, 'agentRevisions')
  await expect.poll(() => watched.mock.calls.length).toBeGreaterThan(1)
  expect(updated).toEqual([])
  await tenant.agent({ name: 'Bo' })
  await expect.poll(() => updated).toEqual(['identity://agents/bo/prompt'])
})

test('a key of one agent is told of that agent alone', async () => {
  await tenant.agent({ name: 'Bo' })
  const { key } = await newKey({ access: 'read', agentId })
  const all = await connect()
  const { updated, listen } = await connect(key)
  for (const each of [all.listen, listen]) await each([prompt, 'identity://agents/bo/prompt'])
  await tenant.post(`/organizations/${tenant.orgId}/beliefs`, { category: 'axiom', statement: 'Trust is earned' })
  await expect.poll(() => all.updated.length).toBe(2)
  await expect.poll(() => updated).toEqual([prompt])
})

describe('a stream ends', () => {
  test('when its key is revoked, and those of other keys go on', async () => {
    const { id, key } = await newKey()
    const other = await connect()
    const [ended, stays] = [endOf(await (await connect(key)).listen([prompt])), endOf(await other.listen([prompt]))]
    await person.delete(`/organizations/${tenant.orgId}/api-keys/${id}`)
    await expect.poll(() => ended.isOver).toBe(true)
    await say('Be brief')
    await expect.poll(() => other.updated).toEqual([prompt])
    expect(stays.isOver).toBe(false)
  })

  test('when its key expires', async () => {
    const { key } = await newKey({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
    const stream = endOf(await (await connect(key)).listen([prompt]))
    clockMs = 3_700_000
    await expect.poll(() => stream.isOver).toBe(true)
  })

  test('when its organization is deleted', async () => {
    const stream = endOf(await (await connect()).listen([prompt]))
    const { slug, orgId } = tenant
    expect((await person.delete(`/organizations/${orgId}`, { confirmSlug: slug })).status).toBeLessThan(300)
    await expect.poll(() => stream.isOver).toBe(true)
  })
})

describe('there may be', () => {
  test('at most 100 resources in a stream, each counted once', async () => {
    const { listen } = await connect()
    await listen([...uris(100), ...uris(100)])
    await expect(listen(uris(101))).rejects.toThrow(
      'A subscription may name at most 100 resources, and this one names 101',
    )
  })

  test('at most 1,000 resources in all streams of an organization', async () => {
    const { listen } = await connect()
    for (let i = 0; i < 10; i++) await listen(uris(100, i * 100))
    await listen(uris(100, 900))
    await expect(listen(uris(1, 1000))).rejects.toThrow(
      'All subscriptions of an organization may name at most 1000 resources; close one first',
    )
  })

  test('at most 32 streams of a key and 64 of an organization; one that closes makes room', async () => {
    const [first, second, third] = [
      await connect(),
      await connect((await newKey()).key),
      await connect((await newKey()).key),
    ]
    const streams: McpSubscription[] = []
    for (let i = 0; i < 32; i++) streams.push(await first.listen([prompt]))
    await expect(first.listen([prompt])).rejects.toThrow(
      'A key may have at most 32 subscriptions open; close one first',
    )
    for (let i = 0; i < 32; i++) await second.listen([prompt])
    await expect(third.listen([prompt])).rejects.toThrow(
      'An organization may have at most 64 subscriptions open; close one first',
    )
    await streams[0]!.close()
    await expect.poll(() => third.listen([prompt]).then(() => 'open', String)).toBe('open')
    const foreign = await service.register()
    await (await connect(foreign.key)).listen([prompt])
  })
})
