import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Fields that a route does not know are ignored, and the answer says so. */

let service: Service
let tenant: Tenant
let agentId: string
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
  agentId = await tenant.agent()
})
afterAll(() => service.stop())

const ignored = (field: string, advice = '') => `${field} is not a field of this request, and was ignored${advice}`

describe('fields that a route does not know', () => {
  test('are named in the answer, with the one that was probably meant', async () => {
    const { status, body } = await tenant.post('/agents', { name: 'Bo', jobTittle: 'Engineer', shoe_size: 42 })
    expect([status, body.name, body.job_title]).toEqual([201, 'Bo', null])
    expect(body.warnings).toEqual([ignored('jobTittle', '; did you mean jobTitle?'), ignored('shoe_size')])
  })

  test('are named at every depth, once for all entries of a list', async () => {
    const items = ['One', 'Two', 'Three'].map((statement) => ({ category: 'axiom', statement, colour: 'red' }))
    const { status, body } = await tenant.post('/beliefs/bulk', { agentId, beliefs: items })
    expect([status, body.created]).toEqual([201, 3])
    expect(body.warnings).toEqual([ignored('beliefs.colour')])
  })

  test('come after the warnings of the route itself', async () => {
    const statement = `Deploy with ghp_${'a1B2'.repeat(9)}`
    const { body } = await tenant.post('/beliefs', { agentId, category: 'axiom', statement, sourceQoute: 'x' })
    expect(body.warnings).toEqual([expect.stringContaining('looks like a secret'), ignored('sourceQoute')])
  })

  test('are named in answers that are sent as bytes', async () => {
    const dynamic = await tenant.post(`/agents/${agentId}/dynamic-prompt`, { seed: 1, sead: 2 })
    expect([dynamic.status, dynamic.body.warnings]).toEqual([200, [ignored('sead', '; did you mean seed?')]])
    expect(dynamic.body.next_steps.length).toBeGreaterThan(0)
  })

  test('are few and short in the answer, however many and long they are', async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`unknown_${index}`, 1]))
    const { status, body } = await tenant.post('/agents', { name: 'Cy', ['x'.repeat(100_000)]: 1, ...many })
    expect(status).toBe(201)
    expect(body.warnings).toHaveLength(11)
    expect(JSON.stringify(body.warnings).length).toBeLessThan(2000)
    expect(body.warnings.at(-1)).toContain('More fields were ignored')
  })

  test('do not stand in the answer to a request without them, in either spelling of the keys', async () => {
    for (const fields of [{ jobTitle: 'Engineer' }, { job_title: 'Engineer' }])
      expect((await tenant.patch(`/agents/${agentId}`, fields)).body).not.toHaveProperty('warnings')
  })

  test('are those of the contract alone: free-form objects are stored as they are', async () => {
    const started = await tenant.post('/conversations', {
      participants: [{ participantType: 'agent', agentId }],
      agentId,
    })
    const [{ id: participantId }] = started.body.participants
    const message = { participantId, content: 'Hello', metadata: { anything: { goes: [1] } } }
    const { status, body } = await tenant.post(`/conversations/${started.body.id}/messages`, message)
    expect([status, body.warnings]).toEqual([201, undefined])
  })
})

test('a tool names them too, below its arguments', async () => {
  const changes = [
    { op: 'add', owner: { agentId }, kind: 'belief', category: 'axiom', statement: 'Four', colour: 'red' },
  ]
  const params = { name: 'propose_changes', arguments: { title: 'Colors', changes } }
  const headers = { authorization: `Bearer ${tenant.key}`, accept: 'application/json, text/event-stream' }
  const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const { body } = await service.app.inject({ method: 'POST', url: '/mcp', headers, payload })
  expect(body).toContain(ignored('changes.colour'))
})
