import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanContents } from '../../../server/features/content/cleaning.ts'
import { saveContent } from '../../../server/features/content/content-items.ts'
import { enqueueJob } from '../../../server/features/jobs/jobs.ts'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('a job lets requests in between, also where nothing in it waits', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  const contents = Array.from({ length: 160 }, (_, index) => ({
    agent_id: agentId,
    source_id: null,
    source_type: 'github_commit' as const,
    external_id: String(index),
    title: null,
    url: null,
    author: null,
    content: `Change ${index}\n\nNever deploy on a Friday.`,
    metadata: {},
    published_at: '2026-03-01T00:00:00.000Z',
  }))
  const clean = await cleanContents(contents, { org_id: tenant.orgId })
  await service.deps.db.transaction().execute(async (trx) => {
    await saveContent(trx, tenant.orgId, clean, new Date(), 'key')
    await enqueueJob(trx, { type: 'pbd', org_id: tenant.orgId, agent_id: agentId }, service.deps.now())
  })

  let turns = 0
  let working = true
  const turn = () => {
    turns += 1
    if (working) setImmediate(turn)
  }
  setImmediate(turn)
  await runDueJobs(service.deps)
  working = false

  const jobs = await tenant.get(`/jobs?agentId=${agentId}`)
  expect(jobs.body.data).toMatchObject([{ status: 'completed', result: { content_items_read: 160 } }])
  expect(turns).toBeGreaterThanOrEqual(10)
})
