import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
let agent: string
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
  agent = await tenant.agent({ name: 'Zoë' })
  await tenant.post('/beliefs', { agentId: agent, category: 'boundary', statement: 'Never merge on red' })
  await tenant.post('/beliefs', { agentId: agent, category: 'principle', statement: 'Test first' })
})
afterAll(() => service.stop())

const hashOf = (text: string) => `"${createHash('sha256').update(text).digest('hex')}"`

describe.each(['/prompt', '/prompt?max_tokens=800', '/digest', '/digest?maxTokens=200'])(
  'GET /agents/{agentId}%s',
  (path) => {
    test('is markdown, tagged by its text', async () => {
      const { status, text, headers } = await tenant.get(`/agents/${agent}${path}`)
      expect([status, headers['content-type'], headers.etag]).toEqual([
        200,
        'text/markdown; charset=utf-8',
        hashOf(text),
      ])
      expect(text).toContain('- Never merge on red\n')
      const again = await tenant.get(`/agents/${agent}${path}`, { 'if-none-match': headers.etag! })
      expect([again.status, again.text]).toEqual([304, ''])
    })

    test('shows every write at once, and has its tag again when the text returns', async () => {
      const before = await tenant.get(`/agents/${agent}${path}`)
      const { body } = await tenant.post(`/organizations/${tenant.orgId}/beliefs`, {
        category: 'axiom',
        statement: 'New',
      })
      expect((await tenant.get(`/agents/${agent}${path}`)).text).toContain('- New\n')
      await tenant.delete(`/organizations/${tenant.orgId}/beliefs/${body.id}`)
      expect((await tenant.get(`/agents/${agent}${path}`)).headers.etag).toBe(before.headers.etag)
    })

    test('404 for a stranger as for an id that is missing', async () => {
      const stranger = await service.register()
      const foreign = await stranger.get(`/agents/${agent}${path}`)
      const missing = await stranger.get(`/agents/00000000-0000-7000-8000-000000000000${path}`)
      expect([foreign.status, foreign.text]).toEqual([404, missing.text])
    })
  },
)

test('GET /agents/{agentId}/prompt is the prompt of the agent', async () => {
  const { body } = await tenant.get(`/agents/${agent}`)
  expect((await tenant.get(`/agents/${agent}/prompt`)).text).toBe(body.system_prompt)
})

test.each(['199', '4001', 'many', '2.5', ''])('GET /agents/{agentId}/digest?max_tokens=%s › 400', async (limit) => {
  for (const path of ['prompt', 'digest']) {
    const { status, body } = await tenant.get(`/agents/${agent}/${path}?max_tokens=${limit}`)
    expect([status, body.error]).toEqual([400, expect.stringMatching(/^max_?tokens /i)])
  }
})

test('evidence decides what a digest has first', async () => {
  const other = await tenant.agent({ name: 'Bea' })
  for (const [statement, nCount] of [
    ['Seldom seen', 1],
    ['Often seen', 7],
  ] as const)
    await tenant.post('/beliefs', { agentId: other, category: 'voice', statement, nCount })
  const { text } = await tenant.get(`/agents/${other}/digest`)
  expect(text.indexOf('Often')).toBeLessThan(text.indexOf('Seldom'))
})
