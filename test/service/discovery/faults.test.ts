import { afterAll, beforeAll, expect, test } from 'vitest'
import { outsideFailure } from '#core/base/errors.ts'
import type { LanguageEngine } from '#core/domain/language.ts'
import { builtinLanguage } from '#reader/engine.ts'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { discovered, importContent, testsFirst } from '../../support/discovery.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Faults in the middle of a run, right before the batch of content with the word is read. */
let inTheMiddle: () => Promise<unknown> = async () => {}
const word = 'Interruption.'
const language: LanguageEngine = {
  ...builtinLanguage,
  observe: async (contents, requester) => {
    if (contents.some(({ content }) => content === word)) await inTheMiddle()
    return builtinLanguage.observe(contents, requester)
  },
}

let service: Service
beforeAll(async () => {
  service = await startService({}, { language })
})
afterAll(() => service.stop())

/** An agent whose run is interrupted after its first batches: 4 sentences of a habit, 40 of nothing, the interruption. */
async function newRun(tenant: Tenant) {
  const agentId = await tenant.agent()
  const filler = Array.from({ length: 40 }, (_, n) => `Day ${n}: sunny.`)
  await importContent(service, tenant, agentId, [...testsFirst, ...filler, word])
  const { body } = await tenant.post('/pbd/process', { agentId })
  return { agentId, jobId: body.jobId as string }
}

test('a failed attempt keeps what it has read; the next one goes on from there', async () => {
  const tenant = await service.register()
  const { agentId, jobId } = await newRun(tenant)
  inTheMiddle = () => Promise.reject(outsideFailure('The language model did not answer'))
  await runDueJobs(service.deps)
  expect((await tenant.get(`/jobs/${jobId}`)).body).toMatchObject({
    status: 'running',
    error: 'The language model did not answer',
    stage: 'waiting for attempt 2 of 3',
  })
  const { unread, observations } = await discovered(service, agentId)
  expect([unread.length, observations.length]).toEqual([13, 4])
  inTheMiddle = async () => {}
  const inOneMinute = new Date(Date.now() + 60_000)
  await runDueJobs({ ...service.deps, now: () => inOneMinute })
  expect((await tenant.get(`/jobs/${jobId}`)).body).toMatchObject({
    status: 'completed',
    error: null,
    attempts: 2,
    result: { content_items_read: 13, items_proposed: 1 },
  })
})

test('a run that is stopped in the middle writes nothing more', async () => {
  const tenant = await service.register()
  const { agentId, jobId } = await newRun(tenant)
  inTheMiddle = () => tenant.delete(`/jobs/${jobId}`)
  await runDueJobs(service.deps)
  expect((await tenant.get(`/jobs/${jobId}`)).body).toMatchObject({ status: 'failed', error: 'Stopped on request' })
  expect((await discovered(service, agentId)).unread).toHaveLength(13)
})

test('deleting the agent in the middle of its run takes everything along', async () => {
  const tenant = await service.register()
  const { agentId, jobId } = await newRun(tenant)
  let deletion: Promise<{ status: number }> | undefined
  // Not awaited: it interrupts the transactions that follow.
  inTheMiddle = async () => {
    deletion = tenant.delete(`/agents/${agentId}`)
  }
  await runDueJobs(service.deps)
  expect((await deletion)?.status).toBe(200)
  expect((await tenant.get(`/jobs/${jobId}`)).status).toBe(404)
  expect(await discovered(service, agentId)).toEqual({ signals: [], observations: [], items: [], unread: [] })
})

test('deleting the organization in the middle of a run takes everything along', async () => {
  const owner = await newPerson(service)
  const { tenant } = owner
  const { agentId } = await newRun(tenant)
  let deletion: Promise<{ status: number }> | undefined
  inTheMiddle = async () => {
    deletion = owner.delete(`/organizations/${tenant.orgId}`, { confirmSlug: tenant.slug })
  }
  await runDueJobs(service.deps)
  expect((await deletion)?.status).toBe(200)
  expect(await discovered(service, agentId)).toEqual({ signals: [], observations: [], items: [], unread: [] })
})
