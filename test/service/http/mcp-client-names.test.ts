import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callTool, connectMcp, listenForMcp } from '../../support/mcp-client.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** `author.client` of a change request: `X-Client`, else how the MCP client calls itself. */

let service: Service
let tenant: Tenant
let url: string
beforeAll(async () => {
  service = await startService()
  url = await listenForMcp(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await service.register()
  await tenant.agent({ name: 'Ada' })
})

const args = {
  title: 'Shorter',
  changes: [{ op: 'add', owner: { agentId: 'ada' }, category: 'voice', statement: 'Answer in short sentences' }],
}

/** The client of the only change request, in the answer and in the list. */
async function proposedBy(revision: string, headers: Record<string, string>): Promise<string | null> {
  const client = await connectMcp(url, tenant.key, { revision, headers })
  const { structuredContent } = await callTool(client, 'propose_changes', args)
  await client.close()
  const [head] = (await tenant.get('/change-requests')).body.data
  expect(head.author).toEqual(structuredContent.author)
  return head.author.client
}

test('a client of 2026-07-28 is named by what it sends with each request', async () => {
  expect(await proposedBy('2026-07-28', { 'user-agent': 'other/1.0' })).toBe('test 1.0.0')
})

test.each([
  ['claude-code/2.1.332 (sdk-cli)', 'claude-code 2.1.332'],
  ['codex-mcp-client/0.169.0', 'codex-mcp-client 0.169.0'],
  ['opencode/1.18.33', 'opencode 1.18.33'],
  ['node', null],
  ['python-httpx/0.28.1', null],
  ['Mozilla/5.0 (X11; Linux x86_64)', null],
  [`${'x'.repeat(200)}/1.0`, `${'x'.repeat(64)} 1.0`],
])('an older client with the User-Agent %s is %s', async (agent, name) => {
  expect(await proposedBy('2025-11-25', { 'user-agent': agent })).toBe(name)
})

test.each(['2025-11-25', '2026-07-28'])('X-Client comes first in the revision %s', async (revision) => {
  const headers = { 'x-client': 'cli/web-shop', 'user-agent': 'claude-code/2.1.332' }
  expect(await proposedBy(revision, headers)).toBe('cli/web-shop')
})

test.each([
  [{ name: 'claude\u202e-code\u0007\n2', version: ' 2.1 \u200b' }, 'claude-code 2 2.1'],
  [{ name: 'n'.repeat(5000), version: 'v'.repeat(5000) }, `${'n'.repeat(64)} ${'v'.repeat(32)}`],
  [{ name: 'claude-code', version: '' }, 'claude-code'],
  [{ name: '\u200b', version: '1' }, null],
])('the name %j is cleaned and bounded', async (info, name) => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': info,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json', 'user-agent': 'node' },
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'propose_changes' },
      accept: 'application/json',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'propose_changes', arguments: args, _meta: meta },
    }),
  })
  expect([answer.status, ((await answer.json()) as any).result.structuredContent.author.client]).toEqual([200, name])
})
