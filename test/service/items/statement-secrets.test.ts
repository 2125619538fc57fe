import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** A secret in a statement would travel with every prompt: it is replaced, and the answer says so. */

let service: Service
let tenant: Tenant
let agentId: string
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
  agentId = await tenant.agent()
})
afterAll(() => service.stop())

// Joined here so that no scanner takes this file for a leak.
const token = `ghp_${'a1B2c3D4e5F6g7H8'.repeat(3).slice(0, 36)}`
const warning = (field: string) =>
  `${field} contained what looks like a secret, which was replaced with [redacted]; revoke it if it is real`

test.each([
  ['agent', () => '/beliefs'],
  ['organization', () => `/organizations/${tenant.orgId}/beliefs`],
])('a belief of an %s', async (name, path) => {
  const item = { category: 'principle', ...(name === 'agent' && { agentId }) }
  const created = await tenant.post(path(), { ...item, statement: `Deploy ${name} with ${token} only` })
  expect(created).toMatchObject({
    status: 201,
    body: { statement: `Deploy ${name} with [redacted] only`, warnings: [warning('statement')] },
  })
  const patched = await tenant.patch(`/beliefs/${created.body.id}`, { statement: `Use ${token} for ${name}` })
  expect(patched.body).toMatchObject({ statement: `Use [redacted] for ${name}`, warnings: [warning('statement')] })
  const plain = await tenant.patch(`/beliefs/${created.body.id}`, { statement: `Never share the token of ${name}` })
  expect(plain.body.statement).toBe(`Never share the token of ${name}`)
  expect(plain.body).not.toHaveProperty('warnings')
})

test('in bulk, each by its place', async () => {
  const { body } = await tenant.post('/responsibilities/bulk', {
    agentId,
    responsibilities: [
      { category: 'execution', statement: 'Rotate the keys' },
      { category: 'execution', statement: `Log in with password=Tr0ub4dor&3x` },
    ],
  })
  expect(body.created).toBe(2)
  expect(body.warnings).toEqual([warning('responsibilities[1].statement')])
})

test('in an import, and in its dry run', async () => {
  const content = `- Always run the tests\n- Always deploy with ${token}\n`
  for (const dryRun of [true, false]) {
    const { body } = await tenant.post(`/agents/${agentId}/import-claude-md`, { content, dryRun })
    expect(body.items.map(({ statement }: { statement: string }) => statement)).toContain(
      'Always deploy with [redacted]',
    )
    expect(body.warnings).toEqual([warning('items[1].statement')])
  }
})

test('a quote is stored without it', async () => {
  const { body } = await tenant.post('/beliefs', {
    agentId,
    category: 'axiom',
    statement: 'Keys rotate',
    sourceType: 'conversation',
    quote: `I rotate ${token} daily`,
  })
  expect(body.warnings).toEqual([warning('quote')])
  const { body: sources } = await tenant.get(`/beliefs/${body.id}/sources`)
  expect(sources.data[0].quote).toBe('I rotate [redacted] daily')
})
