import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from '#core/base/hash.ts'
import { type Service, startService } from '../../support/service.ts'

/** The figures of the fleet (behavior: Fleet). */

let service: Service
let moment = Date.parse('2026-11-20T08:00:00Z')
beforeAll(async () => {
  service = await startService({}, { now: () => new Date(moment) })
})
afterAll(() => service.stop())

test('the summary counts clients by distance and kind, and the agents of each label; lists filter by group and kind', async () => {
  const tenant = await service.register()
  const ada = await tenant.agent({ name: 'Ada' })
  const bo = await tenant.agent({ name: 'Bo' })
  const { id: groupId } = (await tenant.post('/groups', { orgId: tenant.orgId, name: 'Platform' })).body
  await tenant.patch(`/agents/${bo}`, { groupId })
  const read = (agent: string, client: string) => tenant.get(`/agents/${agent}/prompt`, { 'x-client': client })
  const change = (statement: string) =>
    tenant.post('/beliefs', { agentId: ada, category: 'voice', statement, status: 'approved' })
  const get = async (path: string) => {
    await service.deps.promptReads.flush()
    return (await tenant.get(`/organizations/${tenant.orgId}/fleet${path}`)).body
  }
  await read(ada, 'cli/web-shop')
  moment += 25 * 3_600_000
  await read(bo, 'sdk-py/worker')
  await read(ada, 'mcp/claude-code')
  const edited = { client: 'cli/edited', state: 'written', hash: sha256Hex('edited') }
  await tenant.post(`/agents/${ada}/receipts`, edited)
  await tenant.put(`/organizations/${tenant.orgId}/labels/production`, { all: true })
  await tenant.put(`/organizations/${tenant.orgId}/labels/early`, { agentIds: [ada] })
  await change('Be brief')
  await change('Ask first')
  expect(await get('/summary')).toEqual({
    agents: 2,
    clients: 4,
    clients_in_24h: 3,
    current: 1,
    behind: 2,
    furthest_behind: 1,
    kinds: { cli: 2, sdk: 1, mcp: 1 },
    labels: [
      { label: 'production', agents: 2, stale: 0 },
      { label: 'early', agents: 1, stale: 0 },
    ],
  })
  moment += 31 * 24 * 3_600_000
  expect((await get('/summary')).labels).toEqual([
    { label: 'production', agents: 2, stale: 1 },
    { label: 'early', agents: 1, stale: 1 },
  ])
  const clients = async (query: string) => (await get(query)).data.map(({ client }: any) => client)
  expect(await clients('?kind=sdk')).toEqual(['sdk-py/worker'])
  expect((await clients('?kind=cli')).sort()).toEqual(['cli/edited', 'cli/web-shop'])
  expect((await get(`?groupId=${groupId}`)).data).toMatchObject([
    { client: 'sdk-py/worker', group_id: groupId, group_name: 'Platform', live_version: 1 },
  ])
})
