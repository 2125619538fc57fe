import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMcp, listenForMcp } from '../../support/mcp-client.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

/** Tokens of o200k_base that MCP costs a model: clients show it the structured content of an answer where there is one. */

let service: Service
let url: string
beforeAll(async () => {
  service = await startService()
  url = await listenForMcp(service)
})
afterAll(() => service.stop())

test.each(['2025-11-25', '2026-07-28'])('a prompt costs its own tokens in the revision %s', async (revision) => {
  const tenant = await service.register()
  const agentId = await tenant.agent({ name: 'Ada' })
  for (const statement of ['Say "no" to \\ and tabs', 'Ask for a failing test before you fix a bug'])
    await tenant.post('/beliefs', { agentId, category: 'principle', statement })
  const client = await connectMcp(url, tenant.key, { revision })
  for (const [name, path] of [
    ['get_prompt', 'prompt'],
    ['get_digest', 'digest'],
  ] as const) {
    const { content, structuredContent } = (await client.callTool({ name, arguments: { agent: 'ada' } })) as any
    const { text } = await tenant.get(`/agents/${agentId}/${path}`)
    expect([structuredContent, content]).toEqual([undefined, [{ type: 'text', text }]])
    expect(countTokens(content[0].text)).toBe(countTokens(text))
  }
  await client.close()
})

/**
 * Clients send a model the name, description and input schema of each tool. Measured as the JSON of that list, which is
 * what the protocols of the models take.
 */
test('the tools that a key with propose access is offered by default cost at most 1,400 tokens', async () => {
  const person = await newPerson(service)
  const keys = `/organizations/${person.tenant.orgId}/api-keys`
  const { key } = (await person.post(keys, { access: 'propose' })).body
  const client = await connectMcp(url, key)
  const { tools } = await client.listTools()
  await client.close()
  expect(tools.map(({ name }) => name)).toEqual([
    ...['get_prompt', 'get_digest', 'get_identity', 'list_agents', 'search', 'report_observations', 'propose_changes'],
    ...['preview_dynamic_prompt', 'list_pending', 'list_change_requests', 'get_change_request'],
    ...['comment_on_change_request', 'close_change_request'],
  ])
  const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  expect(countTokens(JSON.stringify(shown))).toBeLessThanOrEqual(1400)
})
