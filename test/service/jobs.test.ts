import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueueJob } from '../../server/features/jobs.ts'
import { type Service, startService } from '../service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('enqueueJob', () => {
  test('returns the waiting job of the same type and agent, with the new input added', async () => {
    const tenant = await service.register()
    const agent_id = await tenant.agent()
    const enqueue = (input: Record<string, unknown>, agent: string | null = agent_id) =>
      service.deps.db
        .transaction()
        .execute((trx) => enqueueJob(trx, { type: 'pbd', org_id: tenant.orgId, agent_id: agent, input }))
    const first = await enqueue({ a: 1 })
    const again = await enqueue({ b: 2 })
    const other = await enqueue({}, null)
    expect(first).toMatchObject({ status: 'queued', attempts: 0, input: { a: 1 }, stage: null })
    expect(again).toMatchObject({ id: first.id, input: { a: 1, b: 2 } })
    expect(other.id).not.toBe(first.id)
  })
})
