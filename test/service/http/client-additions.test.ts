import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

/** Fields that public clients read besides those that the specification names. */

let service: Service
beforeAll(async () => {
  service = await startService({ CRON_SECRET: 'secret', PUBLIC_URL: 'https://identity.example.com' })
})
afterAll(() => service.stop())

test('the summary tells pending items, those of the organization, and running jobs', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  await tenant.post(`/organizations/${tenant.slug}/beliefs`, { category: 'axiom', statement: 'We listen' })
  await tenant.post('/beliefs', { agentId, category: 'axiom', statement: 'One' })
  await tenant.post('/beliefs', { agentId, category: 'axiom', statement: 'Two', status: 'approved' })
  await tenant.post('/responsibilities', { agentId, category: 'ownership', statement: 'Three' })
  const { body } = await tenant.get(`/organizations/${tenant.slug}/summary`)
  expect(body.organization_items).toEqual({ beliefs: 1, responsibilities: 0 })
  expect(body.agents).toMatchObject([
    { belief_count: 2, responsibility_count: 1, pending: { beliefs: 1, responsibilities: 1 } },
  ])
  expect(body.running_jobs).toEqual([])
})

test('counts what stands in prompts, and what awaits a decision apart', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  const belief = (more: object) => tenant.post('/beliefs', { agentId, category: 'axiom', ...more })
  await belief({ statement: 'Live and approved', status: 'approved' })
  await belief({ statement: 'Live and pending' })
  const { id } = (await belief({ statement: 'Hidden and pending' })).body
  await tenant.patch(`/beliefs/${id}`, { hidden: true })
  const { id: rejected } = (await belief({ statement: 'Rejected' })).body
  await tenant.patch(`/beliefs/${rejected}`, { status: 'rejected' })
  const counts = { belief_count: 2, responsibility_count: 0 }
  expect((await tenant.get('/agents')).body.data).toMatchObject([{ ...counts, pending_count: 2 }])
  const bulk = await tenant.patch('/agents/bulk', { agents: [{ id: agentId, name: 'Ada' }] })
  expect(bulk.body.agents).toMatchObject([{ ...counts, pending_count: 2 }])
  const { body } = await tenant.get(`/organizations/${tenant.slug}/summary`)
  expect(body.agents).toMatchObject([{ ...counts, pending: { beliefs: 2, responsibilities: 0 } }])
})

test('members carry profiles', async () => {
  const person = await newPerson(service)
  const [member] = (await person.get(`/organizations/${person.tenant.orgId}/members`)).body.data
  expect(member.profiles).toEqual({ display_name: member.display_name, email: member.email })
})

test('changes since a date are counted', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  await tenant.post('/beliefs', { agentId, category: 'axiom', statement: 'One' })
  expect((await tenant.get(`/agents/${agentId}/diff?since=2020-01-01`)).body.summary).toEqual({
    beliefs_added: 1,
    beliefs_modified: 0,
    responsibilities_added: 0,
    responsibilities_modified: 0,
  })
})

test('a snapshot keeps the settings of the dynamic prompt', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  const { snapshot } = (await tenant.post(`/agents/${agentId}/snapshots`)).body
  const { genome } = (await tenant.get(`/agents/${agentId}/snapshots/${snapshot.id}`)).body.snapshot
  expect(genome.dynamic_prompt).toEqual({
    enabled: false,
    emphasis_rate: 0.4,
    min_pool_size: 3,
    category_overrides: {},
  })
})

test('a new avatar names its job in both spellings', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  const { body } = await tenant.patch(`/agents/${agentId}`, { avatarPrompt: 'A calm owl' })
  expect([body.avatarJobId, typeof body.avatarJobId]).toEqual([body.avatar_job_id, 'string'])
  await runDueJobs(service.deps)
})

test('POST /cron/dedup merges what is all but the same, where the organization asked for it', async () => {
  const cron = () => service.call('POST', '/cron/dedup', undefined, { authorization: 'Bearer secret' })
  expect((await service.call('POST', '/cron/dedup')).status).toBe(401)
  const tenant = await service.register()
  const agentId = await tenant.agent()
  for (const statement of ['Never merge on red.', 'Never merge on red', 'Answer in prose'])
    await tenant.post('/beliefs', { agentId, category: 'boundary', statement })
  expect((await cron()).body).toMatchObject({ organizations_processed: 0, items_merged: 0 })
  expect((await tenant.patch(`/organizations/${tenant.orgId}`, { autoDedup: true })).body.auto_dedup).toBe(true)
  expect((await cron()).body).toMatchObject({
    organizations_processed: 1,
    clusters_merged: 1,
    items_merged: 1,
    errors: [],
  })
  expect((await tenant.get(`/beliefs?agentId=${agentId}`)).body.count).toBe(2)
  expect((await tenant.get(`/pbd/stats?agentId=${agentId}`)).body.dedup).toEqual({ merged: 1, clusters: 1 })
})

test('GET /signals takes predict_category', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  expect((await tenant.get(`/signals?agentId=${agentId}&predict_category=true`)).status).toBe(200)
  expect((await tenant.get(`/signals?agentId=${agentId}&predictCategory=yes`)).status).toBe(400)
})

test('/llms.txt names this service, and the agent card of A2A is a 404 that names the entry points', async () => {
  const text = await service.call('GET', '/llms.txt')
  expect([text.status, text.headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')])
  for (const named of ['identity.example.com/api/v1', 'identity.example.com/mcp', 'POST /agents', 'POST /beliefs'])
    expect(text.text).toContain(named)
  const { paths } = (await service.call('GET', '/openapi.json')).body
  const routes = [...text.text.matchAll(/`(GET|POST) (\/\S*?)`/g)].map(([, method, path]) => [method!, path!] as const)
  expect(routes.length).toBeGreaterThan(8)
  for (const [method, path] of routes)
    expect([path, Object.keys(paths[path.replace('{agent}', '{agentId}')] ?? {})]).toEqual([
      path,
      expect.arrayContaining([method.toLowerCase()]),
    ])
  const { status, body } = await service.call('GET', '/.well-known/agent-card.json')
  expect(status).toBe(404)
  expect(Object.keys(body)).toEqual(['error', 'code'])
  for (const path of ['/openapi.json', '/docs', '/mcp', '/llms.txt'])
    expect(body.error).toContain(`https://identity.example.com${path}`)
})
