import type { Client } from '@modelcontextprotocol/client'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callTool as call, connectMcp, listenForMcp } from '../../support/mcp-client.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** MCP, spoken by the official client over HTTP, in both protocol revisions. */

let service: Service
let tenant: Tenant
let agentId: string
let url: string
const open: Client[] = []

beforeAll(async () => {
  service = await startService()
  url = await listenForMcp(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await service.register()
  agentId = await tenant.agent({ name: 'Ada' })
  await tenant.post('/beliefs', { agentId, category: 'principle', statement: 'We ship small changes' })
})
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

const revisions = ['2025-11-25', '2026-07-28']

async function connect(query = '', options: { revision?: string; headers?: Record<string, string> } = {}) {
  const client = await connectMcp(url + query, tenant.key, options)
  open.push(client)
  return client
}

/** Tools whose whole answer is one text. */
const isText = (tool: string) => ['get_prompt', 'get_digest', 'get_version'].includes(tool)

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)

describe.each(revisions)('in the revision %s', (revision) => {
  test('an agent reads its prompt, reports, proposes, and a person’s tool merges', async () => {
    const client = await connect('', { revision })
    expect(client.getInstructions()).toContain('get_prompt')
    // Over HTTP without a session, clients of the older revision cannot be notified.
    expect(client.getServerCapabilities()?.resources?.subscribe).toBe(revision === '2026-07-28')
    const prompt = await call(client, 'get_prompt', { agent: 'ada' })
    expect(prompt.text).toBe((await tenant.get(`/agents/${agentId}/prompt`)).text)
    expect(prompt).not.toHaveProperty('structuredContent')

    const reported = await call(client, 'report_observations', {
      agent: 'ada',
      observations: [{ content: 'I ask for a failing test first' }],
    })
    expect(reported.structuredContent).toMatchObject({ created: 1, count: 1 })

    const proposed = await call(client, 'propose_changes', {
      title: 'Smaller reviews',
      changes: [
        {
          op: 'add',
          owner: { agentId: 'ada' },
          kind: 'belief',
          category: 'voice',
          statement: 'Answer in short sentences',
        },
      ],
    })
    expect(proposed.isError).toBeFalsy()
    const { id } = proposed.structuredContent
    expect((await call(client, 'get_prompt', { agent: 'ada' })).text).not.toContain('short sentences')
    expect((await call(client, 'merge_change_request', { id })).isError).toBeFalsy()
    expect((await call(client, 'get_prompt', { agent: 'ada' })).text).toContain('Answer in short sentences')
  })

  test('resources and prompts are listed and read', async () => {
    const client = await connect('', { revision })
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual([
      'identity://organization/summary',
      ...['first-prompt', 'report-observations', 'review-proposals'].map((name) => `skill://${name}/SKILL.md`),
      'identity://agents/ada/prompt',
    ])
    expect((await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'identity://agents/{slug}/prompt',
      'identity://agents/{slug}/soul',
      'identity://agents/{slug}/digest',
    ])
    for (const name of ['prompt', 'soul', 'digest']) {
      const { contents } = await client.readResource({ uri: `identity://agents/ada/${name}` })
      expect(contents[0]).toMatchObject({ mimeType: 'text/markdown', text: expect.stringContaining('small changes') })
    }
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['get-started', 'review-pending', 'evolve-identity', 'reflect'])
    const { messages } = await client.getPrompt({ name: 'evolve-identity', arguments: { agent: 'ada' } })
    expect(JSON.stringify(messages)).toContain('report_observations')
    await expect(client.getPrompt({ name: 'evolve-identity' })).rejects.toThrow(
      'agent is required: the slug or id of an agent; call list_agents to see which there are',
    )
    await expect(client.readResource({ uri: 'identity://agents/nobody/prompt' })).rejects.toThrow(
      'Resource not found: identity://agents/nobody/prompt; resources/list',
    )
    await expect(client.listResources({ cursor: 'nonsense' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('cursor'),
    })
  })
})

test('a stream is told when the prompt changes, whatever changed it, and of nothing else', async () => {
  const client = await connect()
  const updated: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updated.push(params.uri)
  })
  const other = await service.register()
  const foreign = await other.agent({ name: 'Bo' })
  const stream = await client.listen({
    resourceSubscriptions: ['identity://agents/ada/prompt', 'identity://agents/bo/prompt'],
  })
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await other.post('/beliefs', { agentId: foreign, category: 'voice', statement: 'Be brief' })
  await tenant.post(`/organizations/${tenant.orgId}/beliefs`, { category: 'axiom', statement: 'Trust is earned' })
  await expect.poll(() => updated).toEqual(['identity://agents/ada/prompt'])
  await stream.close()
})

describe('tools', () => {
  test('are those of the chosen toolsets, at most 25 by default', async () => {
    const names = await namesOf(await connect())
    expect(names.length).toBeLessThanOrEqual(25)
    expect(names).toContain('get_prompt')
    expect(names).toContain('merge_change_request')
    expect(names).not.toContain('delete_agent')
    const byHeader = await namesOf(await connect('', { headers: { 'x-mcp-toolsets': 'admin' } }))
    expect(byHeader).toContain('delete_agent')
    expect(await namesOf(await connect('?toolsets=organization,admin'))).toContain('list_groups')
    expect(await namesOf(await connect('?toolsets=persona'))).toHaveLength(44)
  })

  test('that only read are offered when asked for, whatever else is', async () => {
    for (const client of [
      await connect('?toolsets=identity,admin&read_only=true'),
      await connect('?toolsets=identity,admin', { headers: { 'x-mcp-read-only': 'true' } }),
    ]) {
      const { tools } = await client.listTools()
      expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([])
      expect(tools.map(({ name }) => name)).toContain('get_prompt')
      const refused = await call(client, 'delete_agent', { agent: 'ada' })
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('There is no tool delete_agent') })
      expect((await tenant.get(`/agents/${agentId}`)).status).toBe(200)
    }
  })

  test('that only read are offered for every value but a plain no', async () => {
    const offersWriting = async (query: string, headers = {}) =>
      (await namesOf(await connect(query, { headers }))).includes('add_belief')
    for (const query of ['=1', '=yes', '=TRUE', '=on', '', '=', '=nope', '=false&read_only=1'])
      expect([query, await offersWriting(`?read_only${query}`)]).toEqual([query, false])
    for (const name of ['readOnly', 'READ_ONLY', 'Read-Only', 'READONLY'])
      expect([name, await offersWriting(`?${name}=true`)]).toEqual([name, false])
    expect(await offersWriting('', { 'x-mcp-readonly': 'true' })).toBe(false)
    expect(await namesOf(await connect('?TOOLSETS=organization'))).not.toContain('add_belief')
    for (const query of ['=false', '=0', '=no', '=Off', '=False'])
      expect([query, await offersWriting(`?read_only${query}`)]).toEqual([query, true])
    for (const [value, isOffered] of Object.entries({ 1: false, yes: false, anything: false, no: true, FALSE: true }))
      expect([value, await offersWriting('', { 'x-mcp-read-only': value })]).toEqual([value, isOffered])
  })

  test('have a title, an example that fits, annotations, arguments with descriptions, and schemas that any validator takes', async () => {
    const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false })
    addFormats.default(ajv)
    const all = await connect('?toolsets=identity,review,discovery,organization,admin')
    const persona = await connect('?toolsets=persona')
    for (const tool of [...(await all.listTools()).tools, ...(await persona.listTools()).tools]) {
      expect(tool.title, tool.name).toBeTruthy()
      expect(tool.annotations).toMatchObject({
        readOnlyHint: expect.any(Boolean),
        destructiveHint: expect.any(Boolean),
      })
      const validate = ajv.compile(tool.inputSchema)
      const undescribed = Object.entries(tool.inputSchema.properties ?? {}).filter(
        ([, schema]) => !(schema as { description?: string }).description,
      )
      expect(undescribed, tool.name).toEqual([])
      const [, example] = / Example: (\{.*\})$/.exec(tool.description!)!
      expect(validate(JSON.parse(example!)), `${tool.name}: ${ajv.errorsText(validate.errors)}`).toBe(true)
      if (tool.outputSchema) ajv.compile(tool.outputSchema)
      expect([tool.name, tool.outputSchema === undefined]).toEqual([tool.name, isText(tool.name)])
    }
  })

  test('answer what their output schema says: every reading tool with its example', async () => {
    const client = await connect('?toolsets=identity,review,discovery,organization,admin')
    const { tools } = await client.listTools()
    for (const { name, description, annotations } of tools) {
      if (
        !annotations?.readOnlyHint ||
        /change_request$|job$|snapshots$|compare_versions$|preview_changes|group_/.test(name)
      )
        continue
      const [, example] = / Example: (\{.*\})$/.exec(description!)!
      // The client checks the structured content against the schema of the list.
      const result = await call(client, name, JSON.parse(example!))
      expect(result.isError, `${name}: ${result.text}`).toBeFalsy()
    }
  })

  test('of the public client take its arguments', async () => {
    const client = await connect('?toolsets=persona')
    const added = await call(client, 'add_belief', { agentId, category: 'voice', statement: 'Be brief' })
    expect(added.structuredContent).toMatchObject({ statement: 'Be brief' })
    expect((await call(client, 'review_pending', { agentId })).structuredContent.pending_beliefs.count).toBe(2)
    expect((await call(client, 'get_org_summary', { orgId: tenant.slug })).isError).toBeFalsy()
    expect((await call(client, 'run_dedup', { agentId, dryRun: true })).isError).toBeFalsy()
    expect((await call(client, 'run_consensus', { orgId: tenant.orgId })).isError).toBeFalsy()
    expect(await call(client, 'run_consensus')).toMatchObject({ isError: true, text: 'groupId or orgId is required' })
    expect(await call(client, 'run_dedup')).toMatchObject({ isError: true, text: 'agentId or orgId is required' })
    expect((await call(client, 'register', { orgName: 'Acme' })).structuredContent.your_token).toMatch(/^ais_/)
    expect(
      (await call(client, 'list_signals', { agentId, limit: 5, promoted: false, predictCategory: true })).isError,
    ).toBeFalsy()
  })
})

test('without a key, or with a wrong toolset, the answer says what to send', async () => {
  const refused = await fetch(url, { method: 'POST', body: '{}' })
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toBe('Bearer')
  const wrong = await fetch(`${url}?toolsets=everything`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.key}` },
    body: '{}',
  })
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toEqual({
    error: expect.stringContaining('There is no toolset everything'),
    code: expect.any(String),
  })
})
