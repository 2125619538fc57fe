import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
let agent: string
let now = new Date()
beforeAll(async () => {
  service = await startService({}, { now: () => now })
  tenant = await service.register()
  agent = await tenant.agent()
  now = new Date('2026-11-01T08:00:00.000Z')
  const early = (await add('/beliefs', 'Early, then changed')).id
  await add('/beliefs', 'Early')
  await add(`/organizations/${tenant.slug}/beliefs`, 'Inherited')
  now = new Date('2026-11-02T08:00:00.000Z')
  await tenant.patch(`/beliefs/${early}`, { starred: true })
  await add('/beliefs', 'Late')
  await tenant.post('/responsibilities', { agentId: agent, category: 'execution', statement: 'Late too' })
})
afterAll(() => service.stop())

const add = async (path: string, statement: string) =>
  (await tenant.post(path, { agentId: agent, category: 'axiom', statement })).body
const diff = (since: string) => tenant.get(`/agents/${agent}/diff?since=${since}`)
const statements = (items: any[]) => items.map(({ statement }) => statement)

describe('GET /agents/{agentId}/diff', () => {
  test('added is created after the moment, modified created before and updated after it; the own layer alone', async () => {
    const { status, body } = await diff('2026-11-01T12:00:00Z')
    expect([status, body.since]).toEqual([200, '2026-11-01T12:00:00.000Z'])
    expect(statements(body.beliefs.added)).toEqual(['Late'])
    expect(statements(body.beliefs.modified)).toEqual(['Early, then changed'])
    expect(statements(body.responsibilities.added)).toEqual(['Late too'])
    expect(body.responsibilities.modified).toEqual([])
    expect(body.beliefs.added[0]).toMatchObject({ id: expect.any(String), category: 'axiom', status: 'pending' })
  })

  test('the moment itself is not after it', async () => {
    expect((await diff('2026-11-02T08:00:00.000Z')).body.beliefs).toEqual({ added: [], modified: [] })
    expect(statements((await diff('2026-11-02T07:59:59.999Z')).body.beliefs.added)).toEqual(['Late'])
  })

  test.each([
    ['2026-11-02', '2026-11-02T00:00:00.000Z'],
    ['2026-11-02T06:30', '2026-11-02T06:30:00.000Z'],
    ['2026-11-02T06:30:15', '2026-11-02T06:30:15.000Z'],
    ['2026-11-02T06:30:15.123456789', '2026-11-02T06:30:15.123Z'],
    ['2026-11-02T06:30:00%2B02:00', '2026-11-02T04:30:00.000Z'],
    ['2026-11-02T06:30:00+02:00', '2026-11-02T04:30:00.000Z'],
    ['2026-11-02T06:30:00+0200', '2026-11-02T04:30:00.000Z'],
    ['2026-11-02T06:30:00-05:00', '2026-11-02T11:30:00.000Z'],
    ['2026-11-02T06:30:00Z', '2026-11-02T06:30:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('understands %s as %s', async (since, moment) => {
    const { status, body } = await diff(since)
    expect([status, body.since]).toEqual([200, moment])
  })

  test.each([
    '',
    'yesterday',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-11-02T25:00',
    '2026-11-02T06:61:00Z',
    '2026-11-02T06:30:00+99:00',
    '%2B275760-09-13T00:00:00.000Z',
    '275760-09-13',
    '0000-01-01',
    '9999-12-31T23:59:59-01:00',
    '1762041600',
    '2026-11-02T06:30:00Z%00',
    '02/11/2026',
  ])('400 that names since for "%s"', async (since) => {
    const { status, body } = await diff(since)
    expect([status, body]).toEqual([400, { error: expect.stringContaining('since'), code: 'invalid' }])
  })

  test('400 without since, 404 for a foreign agent', async () => {
    const missing = await tenant.get(`/agents/${agent}/diff`)
    expect([missing.status, missing.body]).toEqual([400, { error: 'since is required', code: 'invalid' }])
    const stranger = await service.register()
    expect((await stranger.get(`/agents/${agent}/diff?since=2026-11-01`)).status).toBe(404)
  })
})
