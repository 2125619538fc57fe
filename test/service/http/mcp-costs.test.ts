import { afterAll, beforeAll, expect, test } from 'vitest'
import { countTokens } from '../../../server/builtin/count-tokens.ts'
import { connectMcp, listenForMcp } from '../../support/mcp-client.ts'
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
