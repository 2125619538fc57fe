import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listenForMcp } from '../../support/mcp-client.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** JSON-RPC batches, which clients of the revision 2025-03-26 send. */

const limit = 60
let service: Service
let tenant: Tenant
let url: string
beforeAll(async () => {
  service = await startService({ RATE_LIMIT_GENERAL: String(limit) })
  url = await listenForMcp(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await service.register()
  await tenant.agent({ name: 'Ada' })
})

async function send(body: unknown, query = '', key = tenant.key, more = {}) {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...more,
  }
  const answer = await fetch(url + query, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  const lines = [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!))
  const isStream = answer.headers.get('content-type')?.includes('event-stream')
  return { status: answer.status, headers: answer.headers, messages: isStream ? lines : [JSON.parse(text)].flat() }
}

const calls = (count: number, name = 'get_prompt', args: object = { agent: 'ada' }) =>
  Array.from({ length: count }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  }))

const remaining = (headers: Headers) => Number(headers.get('x-ratelimit-remaining'))

test('each call of a batch counts as a request', async () => {
  const single = await send(calls(1)[0])
  const batch = await send(calls(20))
  expect(batch.messages).toHaveLength(20)
  expect(batch.messages.every(({ result }) => result.isError !== true)).toBe(true)
  expect(remaining(single.headers) - remaining(batch.headers)).toBe(20)
})

test('a batch that does not fit into the window is refused whole, and counts as one request', async () => {
  const before = remaining((await send(calls(1)[0])).headers)
  const used = before - (before % 20)
  for (let sent = 0; sent < used; sent += 20) expect((await send(calls(20))).status).toBe(200)
  const left = before - used
  const refused = await send(calls(20))
  expect([refused.status, refused.messages[0].error]).toEqual([429, expect.stringMatching(/^Rate limit exceeded\./)])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(remaining((await send(calls(1)[0])).headers)).toBe(left - 2)
})

test('a batch of more than 20 calls is refused with an error of the protocol', async () => {
  const refused = await send(calls(21, 'create_agent', { name: 'Bo' }))
  expect(refused.status).toBe(400)
  expect(refused.messages).toEqual([
    {
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32600,
        message: 'A batch may hold at most 20 calls, and this one holds 21; send them in several requests',
      },
    },
  ])
  expect((await tenant.get('/agents')).body.count).toBe(1)
})

test('calls of a batch listen together for their client to go away, without a warning of Node.js', async () => {
  const warnings: Error[] = []
  const listener = (warning: Error) => warnings.push(warning)
  process.on('warning', listener)
  const changes = [
    { op: 'add', owner: { agentId: 'ada' }, kind: 'belief', category: 'voice', statement: 'Answer in short sentences' },
  ]
  const { messages } = await send(calls(20, 'propose_changes', { title: 'Short answers', changes }))
  process.off('warning', listener)
  expect(messages.map(({ result }) => result.isError ?? false)).toEqual(Array(20).fill(false))
  expect(warnings).toEqual([])
})

test('requests that arrive together with the same id get their own answers', async () => {
  const other = await service.register()
  await other.agent({ name: 'Bo' })
  const list = (key: string) => send(calls(1, 'list_agents', {})[0], '', key)
  const answers = await Promise.all([list(tenant.key), list(other.key), list(tenant.key), list(other.key)])
  const names = answers.map(({ messages }) =>
    messages.map(({ id, result }) => [id, result.structuredContent.data[0].name]),
  )
  expect(names).toEqual([[[0, 'Ada']], [[0, 'Bo']], [[0, 'Ada']], [[0, 'Bo']]])
})

test('requests of both eras that arrive together get answers of their own era, and a wrong name is refused', async () => {
  const other = await service.register()
  await other.agent({ name: 'Bo' })
  const [call] = calls(1, 'list_agents', {})
  const revision = '2026-07-28'
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const later = { ...call, params: { ...call!.params, _meta } }
  const list = (key: string, name = 'list_agents') =>
    send(later, '', key, { 'mcp-protocol-version': revision, 'mcp-method': 'tools/call', 'mcp-name': name })
  const answers = await Promise.all([list(tenant.key), send(call, '', other.key), list(other.key), send(call)])
  const named = answers.map(({ messages: [{ id, result }] }) => [
    id,
    result.structuredContent.data[0].name,
    result.resultType,
  ])
  expect(named).toEqual([
    [0, 'Ada', 'complete'],
    [0, 'Bo', undefined],
    [0, 'Bo', 'complete'],
    [0, 'Ada', undefined],
  ])
  const refused = await list(tenant.key, 'get_prompt')
  expect([refused.status, refused.messages[0].error.code]).toEqual([400, -32020])
})
