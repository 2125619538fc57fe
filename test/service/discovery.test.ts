import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { discover, discovered, importContent, testsFirst } from '../discovery.ts'
import { type Service, startService } from '../service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('POST /pbd/process', () => {
  test('what recurs in content becomes a pending, hidden proposal with its literal quotes', async () => {
    const tenant = await service.register()
    const agentId = await tenant.agent()
    await importContent(service, tenant, agentId, [...testsFirst, 'The build took nine minutes today.'])
    const job = await discover(service, tenant, agentId)
    expect(job.status).toBe('completed')
  })
})
