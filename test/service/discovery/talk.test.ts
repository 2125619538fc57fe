import { afterAll, beforeAll, expect, test } from 'vitest'
import { discover, importContent } from '../../support/discovery.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService({})
  tenant = await service.register()
})
afterAll(() => service.stop())

const type = 'conversation' as const
const observations = async (agentId: string) => (await tenant.get(`/observations?agentId=${agentId}`)).body.data

test('a change of mind withdraws what was observed before, which promotes nothing anymore', async () => {
  const agentId = await tenant.agent({ name: 'Ada' })
  await importContent(
    service,
    tenant,
    agentId,
    [
      'Ada: I always squash commits before a merge.',
      'Ada: i squash my commits before every merge',
      'Ada: commits? I always squash my commits before I merge',
      'Ada: i changed my mind, from now on i never squash commits before a merge',
    ],
    { type },
  )
  await discover(service, tenant, agentId)
  const [latest, ...earlier] = await observations(agentId)
  expect(latest.withdrawn_by).toBeNull()
  expect(earlier.map((one: any) => one.withdrawn_by)).toEqual(earlier.map(() => latest.id))
  expect((await tenant.get(`/beliefs?agentId=${agentId}`)).body.count).toBe(0)
})

test('content in a language that is not read is skipped, and the run says so', async () => {
  const agentId = await tenant.agent({ name: 'Ada' })
  await importContent(
    service,
    tenant,
    agentId,
    [
      'Ada: io scrivo sempre i test prima del codice, e non mi piace quando non ci sono',
      'Ada: I always write tests before I change the code.',
    ],
    { type },
  )
  const { result } = await discover(service, tenant, agentId)
  expect(result).toMatchObject({ content_items_read: 2, observations_found: 1, skipped: { language: 1 } })
})
