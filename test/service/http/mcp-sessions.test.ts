import { afterAll, beforeAll, expect, test } from 'vitest'
import { discover } from '../../support/discovery.ts'
import { connectMcp, listenForMcp } from '../../support/mcp-client.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let url: string
beforeAll(async () => {
  service = await startService()
  url = await listenForMcp(service)
})
afterAll(() => service.stop())

const session = { agent: 'ada', tool: 'claude-code', session: '5b0c1f7e', at: '2026-11-21T09:30:00Z' }
const rule = { statement: 'Use pnpm', quote: 'use pnpm here', category: 'preference', how: 'explicit' }

test('an agent reports the rules of its own session with a key that only proposes', async () => {
  const person = await newPerson(service)
  const { tenant } = person
  const agentId = await tenant.agent({ name: 'Ada' })
  const { key } = (await person.post(`/organizations/${tenant.orgId}/api-keys`, { access: 'propose' })).body
  const client = await connectMcp(`${url}?toolsets=discovery`, key)
  const send = async (rules: unknown, more: object = {}) =>
    (await client.callTool({ name: 'report_session', arguments: { ...session, rules, ...more } })) as any
  expect((await send([rule], { project: 'acme/api' })).structuredContent).toMatchObject({ created: 1, count: 1 })
  // The same again, as after a compaction, is the same report.
  expect((await send([rule])).structuredContent).toMatchObject({ created: 0, count: 1 })
  for (const [rules, sentence] of [
    [[{ ...rule, quote: undefined }], 'rules[0].quote is required'],
    [[null], 'rules[0].statement is required'],
    [[{ ...rule, category: 'wish' }], 'category'],
    ['Use pnpm', 'observations'],
  ] as const) {
    const { isError, content } = await send(rules)
    expect([isError, content[0].text]).toEqual([true, expect.stringContaining(sentence)])
  }
  await client.close()
  await discover(service, tenant, agentId)
  const { data } = (await tenant.get(`/organizations/${tenant.orgId}/proposals`)).body
  expect(data).toMatchObject([
    {
      statement: 'Use pnpm',
      sources: [{ quote: 'use pnpm here', session: { tool: 'claude-code', project: 'acme/api' } }],
    },
  ])
})
