import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSql } from '../../support/postgres.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** A newer replica that migrates the schema during a rolling deploy, while this one goes on serving. */

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a column that another replica adds', () => {
  const tables = ['agents', 'items', 'groups', 'change_requests', 'conversations', 'jobs', 'content_sources']

  test('costs no read, and a write at most one attempt', async () => {
    const [agentId, other] = [await created('/agents', { name: 'Ada' }), await created('/agents', { name: 'Bob' })]
    const groupId = await created('/groups', { name: 'Group' })
    const beliefId = await created('/beliefs', { agentId, category: 'axiom', statement: 'Tests come first' })
    const change = { op: 'add', owner: { agentId }, kind: 'belief', category: 'axiom', statement: 'Fast is slow' }
    const changeRequestId = await created('/change-requests', { title: 'Add', changes: [change] })
    const reads = [
      ...['agents', 'groups', 'change-requests', 'content-sources'].map((list) => `/${list}`),
      ...['beliefs', 'responsibilities', 'conversations'].map((list) => `/${list}?agentId=${agentId}`),
      ...[agentId, other].flatMap((id) => [`/agents/${id}`, `/agents/${id}/prompt`, `/agents/${id}/snapshots`]),
      `/change-requests/${changeRequestId}`,
    ]
    const writes = {
      [`/agents/${agentId}`]: { jobTitle: 'Engineer' },
      [`/groups/${groupId}`]: { description: 'Keeps the lights on' },
      [`/beliefs/${beliefId}`]: { starred: true },
    }
    const readAll = () =>
      Promise.all(reads.map(async (path) => [path, (await tenant.get(path)).status])).then(Object.fromEntries)
    const write = async ([path, body]: [string, object]) => {
      const { status, headers } = await tenant.patch(path, body)
      return { path, status, retryAfter: headers['retry-after'] }
    }
    for (let round = 0; round < 5; round++) {
      await readAll()
      for (const entry of Object.entries(writes)) await write(entry)
    }
    const alterations = tables.map((table) => `alter table ${table} add column added_meanwhile integer`)
    await runSql(service.deps.config.databaseUrl!, alterations.join(';'))
    const attempts = await Promise.all(Object.entries(writes).map(write))
    // The first attempts may have had connections that had prepared nothing yet.
    for (let round = 0; round < 2; round++)
      for (const entry of Object.entries(writes)) attempts.push(await write(entry))
    const refused = attempts.filter(({ status }) => status !== 200)
    expect(refused).toEqual(refused.map(({ path }) => ({ path, status: 503, retryAfter: '1' })))
    expect(new Set(refused.map(({ path }) => path)).size).toBe(refused.length)
    expect(attempts.slice(-Object.keys(writes).length).map(({ status }) => status)).toEqual([200, 200, 200])
    for (let round = 0; round < 3; round++)
      expect(await readAll()).toEqual(Object.fromEntries(reads.map((path) => [path, 200])))
  })

  async function created(path: string, body: object): Promise<string> {
    const answer = await tenant.post(path, body)
    expect([path, answer.status]).toEqual([path, 201])
    return answer.body.id
  }
})
