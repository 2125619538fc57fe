import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobContext } from '../../../server/features/jobs/lease.ts'
import { releaseJob } from '../../../server/features/versions/release-job.ts'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

let group: string
/** Two agents of a group, and one without. */
let agents: string[]
beforeEach(async () => {
  tenant = await service.register()
  group = await tenant.group()
  agents = [
    await tenant.agent({ name: 'Ada', groupId: group }),
    await tenant.agent({ name: 'Bo', groupId: group }),
    await tenant.agent({ name: 'Cy' }),
  ]
})

const path = (label = 'production', rest = '') => `/organizations/${tenant.orgId}/labels/${label}${rest}`
const versionOf = async (agent: string, query = '?label=production') => {
  const { status, headers } = await tenant.get(`/agents/${agent}/prompt${query}`)
  return status === 200 ? Number(headers['x-prompt-version']) : status
}
const versions = () => Promise.all(agents.map((agent) => versionOf(agent)))
const addForAll = (statement: string) =>
  tenant.post(`/organizations/${tenant.orgId}/beliefs`, { category: 'boundary', statement })

test('pins what each agent reads now: chosen ones, a group, then all', async () => {
  await tenant.put(path('early'), { all: true })
  const chosen = await tenant.put(path(), { agentIds: [agents[2]], reason: 'First for Cy' })
  expect([chosen.status, chosen.body]).toMatchObject([200, { job_id: expect.any(String), moved: 1 }])
  expect(await versions()).toEqual([404, 404, 1])
  await addForAll('Never deploy on a Friday')
  expect((await tenant.put(path(), { groupId: group })).body.moved).toBe(2)
  expect(await versions()).toEqual([2, 2, 1])
  expect((await tenant.put(path(), { all: true })).body.moved).toBe(1)
  expect(await versions()).toEqual([2, 2, 2])
  const job = await tenant.get(`/jobs/${chosen.body.job_id}`)
  expect(job.body).toMatchObject({ type: 'label', status: 'completed', result: { moved: 1 } })
})

test('is taken back as one; an agent whose label moved since keeps it', async () => {
  await tenant.put(path(), { agentIds: agents.slice(0, 2) })
  await addForAll('Never deploy on a Friday')
  const { job_id } = (await tenant.put(path(), { all: true, reason: 'The new boundary' })).body
  await addForAll('Answer within a day')
  await tenant.get(`/agents/${agents[1]}/prompt`)
  await tenant.put(`/agents/${agents[1]}/labels/production`, { version: 'live' })
  expect(await versions()).toEqual([2, 3, 1])
  const { body } = await tenant.post(path('production', '/rollback'), { jobId: job_id, reason: 'Too strict' })
  expect(body).toMatchObject({ restored: 2, kept: [{ agent_id: agents[1], agent_name: 'Bo' }] })
  expect(await versions()).toEqual([1, 3, 404])
  const { data } = (await tenant.get(`/agents/${agents[0]}/labels/production/history`)).body
  expect(data.map(({ from, to, reason }: any) => [from, to, reason])).toEqual([
    [2, 1, 'Too strict'],
    [1, 2, 'The new boundary'],
    [null, 1, null],
  ])
  const again = await tenant.post(path('production', '/rollback'), { jobId: job_id })
  expect([again.body.restored, again.body.kept.length]).toEqual([0, 3])
})

test('above 100 agents a job moves them, and running it again moves none twice', async () => {
  const many = Array.from({ length: 100 }, (_, at) => ({ name: `Agent ${at}` }))
  for (const input of many) await tenant.agent(input)
  const { status, body } = await tenant.put(path(), { all: true })
  expect([status, body]).toMatchObject([202, { moved: null }])
  expect((await tenant.put(path('early'), { all: true })).body.code).toBe('too_many_waiting')
  expect((await tenant.post(path('production', '/rollback'), { jobId: body.job_id })).status).toBe(409)
  await runDueJobs(service.deps)
  const job = (await tenant.get(`/jobs/${body.job_id}`)).body
  expect(job).toMatchObject({ status: 'completed', result: { moved: 103 }, progress_current: 103 })
  await addForAll('Written before the second attempt')
  const { db } = service.deps
  const row = await db.selectFrom('jobs').selectAll().where('id', '=', body.job_id).executeTakeFirstOrThrow()
  const done = async () => {}
  const run = { job: row, signal: new AbortController().signal, progress: done, hold: done, keep: done }
  expect(await releaseJob(jobContext(service.deps, tenant.orgId), run)).toEqual({ moved: 103 })
  expect(await versionOf(agents[0]!)).toBe(1)
  const carriers = (await tenant.get(`${path()}?limit=2`)).body
  expect([carriers.count, carriers.data.length]).toEqual([103, 2])
  const back = await tenant.post(path('production', '/rollback'), { jobId: body.job_id })
  expect(back.body).toMatchObject({ restored: 103, kept: [] })
  expect((await tenant.get(path())).body.count).toBe(0)
})

test('lists who carries a label, furthest behind first', async () => {
  await tenant.put(path(), { all: true })
  await addForAll('One')
  await tenant.get(`/agents/${agents[1]}/prompt`)
  await addForAll('Two')
  for (const agent of agents.slice(1)) await tenant.get(`/agents/${agent}/prompt`)
  const { data, count } = (await tenant.get(path())).body
  expect(count).toBe(3)
  expect(data.map(({ agent_name, version, behind }: any) => [agent_name, version, behind])).toEqual([
    ['Bo', 1, 2],
    ['Cy', 1, 1],
    ['Ada', 1, 0],
  ])
})

test.each([
  [{}, 400],
  [{ all: false }, 400],
  [{ all: true, agentIds: ['ada'] }, 400],
  [{ agentIds: [] }, 400],
  [{ agentIds: ['00000000-0000-7000-8000-000000000000'] }, 404],
  [{ groupId: '00000000-0000-7000-8000-000000000000' }, 400],
])('PUT with %j › %i, and nothing moves', async (body, status) => {
  const answer = await tenant.put(path(), body)
  expect([answer.status, answer.body.error]).toEqual([status, expect.any(String)])
  expect(await versions()).toEqual([404, 404, 404])
})

test('nothing of another tenant can be moved, named or taken back', async () => {
  const { job_id } = (await tenant.put(path(), { all: true })).body
  const stranger = await service.register()
  const own = (rest = '') => `/organizations/${stranger.orgId}/labels/production${rest}`
  expect((await stranger.put(path(), { all: true })).status).toBe(404)
  expect((await stranger.put(own(), { agentIds: agents })).status).toBe(404)
  expect((await stranger.put(own(), { groupId: group })).status).toBe(400)
  const foreign = await stranger.post(own('/rollback'), { jobId: job_id })
  const missing = await stranger.post(own('/rollback'), { jobId: '00000000-0000-7000-8000-000000000000' })
  expect([foreign.status, foreign.text]).toEqual([404, missing.text])
  expect(await versions()).toEqual([1, 1, 1])
})

test('two releases of the same agents at once leave one consistent history', async () => {
  await Promise.all(['a', 'b', 'c'].map(() => tenant.put(path(), { all: true })))
  for (const agent of agents)
    expect((await tenant.get(`/agents/${agent}/labels/production/history`)).body.count).toBe(1)
})
