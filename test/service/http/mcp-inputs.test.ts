import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listenForMcp } from '../../support/mcp-client.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Requests as clients of other stacks send them, in both revisions of the protocol. */

let service: Service
let tenant: Tenant
let url: string
let agentId: string
beforeAll(async () => {
  service = await startService()
  url = await listenForMcp(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await service.register()
  agentId = await tenant.agent({ name: 'Ada', jobTitle: 'Engineer' })
})

const both = 'application/json, text/event-stream'

async function send(body: unknown, headers: Record<string, string> = {}, query = '', method = 'POST') {
  const all = { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json', accept: both, ...headers }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await fetch(url + query, { method, headers: all, ...(body !== undefined && { body: text }) })
  const type = answer.headers.get('content-type') ?? ''
  const answered = await answer.text()
  const [, data] = /^data: (\{.+)$/m.exec(answered) ?? []
  const json = data ?? (type.includes('json') ? answered : 'null')
  return { status: answer.status, type, headers: answer.headers, text: answered, json: JSON.parse(json) }
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
type Revision = [name: string, headers: Record<string, string>, meta: object | undefined]
const revisions: Revision[] = [
  ['2025-03-26', {}, undefined],
  ['2025-11-25', { 'mcp-protocol-version': '2025-11-25' }, undefined],
  ['2026-07-28', { 'mcp-protocol-version': '2026-07-28' }, meta],
]
const request = (method: string, params: object, revisionMeta: object | undefined, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { ...params, ...(revisionMeta && { _meta: { ...revisionMeta, ...(params as any)._meta } }) },
})
/** The headers that the newest revision asks for besides. */
const named = (headers: Record<string, string>, method: string, name?: string) =>
  headers['mcp-protocol-version'] === '2026-07-28'
    ? { ...headers, 'mcp-method': method, ...(name && { 'mcp-name': name }) }
    : headers

async function callTool(name: string, args: unknown, query = '') {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  const { status, json } = await send(body, {}, query)
  return { status, text: json.result?.content[0].text, isError: json.result?.isError ?? false, ...json.result, json }
}

describe.each(revisions)('in the revision %s', (_name, headers, revisionMeta) => {
  test.each([
    ['application/json'],
    ['*/*'],
    ['application/*'],
    ['application/json;q=0.9, text/html'],
    ['text/html, */*; q=.2'],
    ['Application/JSON'],
    [''],
  ])('a client that accepts %j gets JSON', async (accept) => {
    const listed = await send(request('tools/list', {}, revisionMeta), { ...named(headers, 'tools/list'), accept })
    expect([listed.status, listed.type]).toEqual([200, expect.stringContaining('application/json')])
    expect(listed.json.result.tools.length).toBeGreaterThan(10)
    const params = { name: 'list_agents', arguments: {}, _meta: { progressToken: 7 } }
    const called = await send(request('tools/call', params, revisionMeta), {
      ...named(headers, 'tools/call', 'list_agents'),
      accept,
    })
    expect([called.status, called.type]).toEqual([200, expect.stringContaining('application/json')])
    expect(called.json.result.structuredContent.count).toBe(1)
  })

  test('a client that accepts both gets what it got', async () => {
    const { status, type } = await send(request('tools/list', {}, revisionMeta), named(headers, 'tools/list'))
    expect([status, type]).toEqual([200, expect.stringContaining('application/json')])
  })

  test('null and missing arguments are none', async () => {
    for (const args of [null, undefined, {}, '']) {
      const params = { name: 'list_agents', arguments: args }
      const answer = await send(
        request('tools/call', params, revisionMeta),
        named(headers, 'tools/call', 'list_agents'),
      )
      expect([args, answer.json.result?.structuredContent?.count]).toEqual([args, 1])
    }
  })

  test('an id is a number or a text', async () => {
    for (const id of [0, 7, 'seven', '', 2 ** 40]) {
      const { json } = await send(request('tools/list', {}, revisionMeta, id), named(headers, 'tools/list'))
      expect(json.id).toBe(id)
    }
  })
})

test('parameters that are null are none', async () => {
  for (const method of ['tools/list', 'resources/list', 'prompts/list', 'resources/templates/list', 'ping']) {
    const { status, json } = await send({ jsonrpc: '2.0', id: 1, method, params: null })
    expect([method, status, json.error]).toEqual([method, 200, undefined])
  }
  const batch = ['tools/list', 'ping'].map((method, id) => ({ jsonrpc: '2.0', id, method, params: null }))
  const { json } = await send(batch, { accept: 'application/json' })
  expect(json.map(({ error }: any) => error)).toEqual([undefined, undefined])
  const lost = await send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: null })
  expect(lost.json.error).toMatchObject({ code: -32602, message: expect.any(String) })
})

describe('arguments of a tool', () => {
  test.each([null, ''])('that are optional and %j are none', async (none) => {
    const listed = await callTool('list_agents', { groupId: none, limit: none, cursor: none })
    expect([listed.isError, listed.structuredContent.count]).toEqual([false, 1])
    const searched = await callTool('search', { q: 'Ada', limit: none })
    expect(searched.isError).toBe(false)
    const prompt = await callTool('get_prompt', { agent: 'ada', maxTokens: none })
    expect(prompt.text).toContain('Ada')
    const jobs = await callTool(
      'list_jobs',
      { agent: none, status: none, jobType: none, limit: none },
      '?toolsets=discovery',
    )
    expect([jobs.isError, jobs.structuredContent?.count]).toEqual([false, 0])
  })

  test('that are none leave what an update does not name', async () => {
    const args = { agent: 'ada', name: 'Bea', jobTitle: null, description: '', groupId: null, location: '' }
    expect((await callTool('update_agent', args)).text).toContain('Bea')
    expect((await tenant.get(`/agents/${agentId}`)).body).toMatchObject({ name: 'Bea', job_title: 'Engineer' })
  })

  test('that are required may not be none', async () => {
    for (const [args, error] of [
      [{ agent: null }, 'agent must be a string'],
      [{ agent: '' }, 'Agent not found'],
      [{ maxTokens: 500 }, 'agent is required: slug or id'],
    ] as const) {
      expect(await callTool('get_prompt', args)).toMatchObject({ isError: true, text: expect.stringContaining(error) })
    }
  })

  test('are taken in either case of letters', async () => {
    const spelled = await callTool('get_prompt', { agent: 'ada', max_tokens: 300 })
    expect(spelled.text).toBe((await callTool('get_prompt', { agent: 'ada', maxTokens: 300 })).text)
    const added = await callTool(
      'add_belief',
      { agent_id: agentId, category: 'voice', statement: 'Be brief' },
      '?toolsets=persona',
    )
    expect(added.isError).toBe(false)
    const listed = await callTool('list_jobs', { job_type: 'pbd' }, '?toolsets=discovery')
    expect([listed.isError, listed.structuredContent.count]).toEqual([false, 0])
    expect((await callTool('list_agents', { group_id: crypto.randomUUID() })).text).toContain('Group not found')
    expect((await callTool('get_prompt', { agent: 'ada', max_tokens: 300, maxTokens: 400 })).text).toBe(
      'maxTokens is given twice with different values; send it once',
    )
  })

  test('are numbers and flags where a text is plainly one', async () => {
    for (const limit of ['10', ' 10 ', 10, '1']) {
      expect([limit, (await callTool('list_agents', { limit })).isError]).toEqual([limit, false])
    }
    for (const limit of ['ten', '1e3', '0x10', '1,000', '-', '1.5']) {
      const { isError, text } = await callTool('list_agents', { limit })
      expect([limit, isError, text]).toEqual([limit, true, expect.stringMatching(/^limit must be /)])
    }
    const { body: belief } = await tenant.post('/beliefs', { agentId, category: 'voice', statement: 'Be brief' })
    for (const starred of ['true', 'True', 'false', true]) {
      const { isError, structuredContent } = await callTool('update_belief', { id: belief.id, starred })
      expect([isError, structuredContent.starred]).toEqual([false, String(starred).toLowerCase() === 'true'])
    }
    for (const starred of ['yes', '1', 1, 'on']) {
      const { isError, text } = await callTool('update_belief', { id: belief.id, starred })
      expect([starred, isError, text]).toEqual([
        starred,
        true,
        expect.stringContaining('starred must be true or false'),
      ])
    }
    expect((await callTool('preview_dynamic_prompt', { agent: 'ada', seed: '42' })).isError).toBe(false)
  })

  test('are ignored by a tool that takes none, and refused by name elsewhere', async () => {
    for (const args of [{ random_string: 'x' }, { dummy: '' }, { a: null, b: [1] }]) {
      for (const tool of ['get_organization_summary']) {
        expect((await callTool(tool, args, '?toolsets=organization')).isError).toBe(false)
      }
      expect((await callTool('list_members', args, '?toolsets=admin')).isError).toBe(false)
    }
    for (const [tool, args, known] of [
      ['list_agents', { random_string: 'x' }, 'groupId, '],
      ['get_prompt', { agent: 'ada', prompt: null }, 'agent, maxTokens'],
      ['search', { query: 'x' }, 'q, '],
    ] as const) {
      const { isError, text } = await callTool(tool, args)
      const [unknown] = Object.keys(args).filter((key) => key !== 'agent')
      expect([isError, text]).toEqual([
        true,
        expect.stringContaining(`${tool} takes no argument ${unknown}; it takes ${known}`),
      ])
    }
  })

  test('may clear a field in a change that says so', async () => {
    const changes = [{ op: 'profile', agentId: 'ada', jobTitle: null }]
    const proposed = await callTool('propose_changes', { title: 'No title', changes })
    expect(proposed.isError).toBe(false)
    expect((await callTool('merge_change_request', { id: proposed.structuredContent.id })).isError).toBe(false)
    expect((await tenant.get(`/agents/${agentId}`)).body.job_title).toBeNull()
  })
})

describe('messages', () => {
  test('that are notifications are 202, known or not', async () => {
    for (const method of [
      'notifications/initialized',
      'notifications/cancelled',
      'notifications/unknown',
      'notifications/roots/list_changed',
    ]) {
      for (const params of [undefined, {}, null, { requestId: 1 }]) {
        for (const accept of [both, 'application/json']) {
          const { status, text } = await send(
            { jsonrpc: '2.0', method, ...(params !== undefined && { params }) },
            { accept },
          )
          expect([method, params, status, text]).toEqual([method, params, 202, ''])
        }
      }
    }
  })

  test('that are malformed are errors of the protocol with a sentence', async () => {
    for (const body of [
      {},
      [],
      { jsonrpc: '1.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 1 },
      [1],
      'null',
      '"x"',
      '5',
      { jsonrpc: '2.0', id: {}, method: 'ping' },
      { jsonrpc: '2.0', id: 1, method: 7 },
      { jsonrpc: '2.0', id: 1, method: 'ping', params: [] },
      { jsonrpc: '2.0', id: 1, method: 'ping', params: 'x' },
    ]) {
      const { status, json } = await send(body)
      expect([body, status]).toEqual([body, expect.any(Number)])
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      const message = typeof json.error === 'string' ? json.error : json.error.message
      expect(message.length).toBeGreaterThan(10)
    }
  })

  test('of a method that does not exist, and a ping', async () => {
    const unknown = await send({ jsonrpc: '2.0', id: 1, method: 'tools/nothing' })
    expect(unknown.json.error).toMatchObject({ code: -32601, message: expect.any(String) })
    expect((await send({ jsonrpc: '2.0', id: 'p', method: 'ping' })).json).toEqual({
      jsonrpc: '2.0',
      id: 'p',
      result: {},
    })
  })

  test('of the newest revision are no batch', async () => {
    const batch = [request('tools/list', {}, meta, 1), request('tools/list', {}, meta, 2)]
    const { status, json } = await send(batch, named({ 'mcp-protocol-version': '2026-07-28' }, 'tools/list'))
    expect([status, json.error.message]).toEqual([400, expect.stringMatching(/batch/i)])
  })

  test('other than POST are refused as the protocol says', async () => {
    for (const method of ['GET', 'DELETE']) {
      for (const accept of ['text/event-stream', both, 'application/json']) {
        const { status, headers, json } = await send(undefined, { accept }, '', method)
        expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST'])
        expect(json.error.message ?? json.error).toEqual(expect.any(String))
      }
    }
  })
})
