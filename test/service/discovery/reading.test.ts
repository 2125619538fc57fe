import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Embedder } from '#core/domain/language.ts'
import { builtinEmbedder } from '#reader/embedding/embedding.ts'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { discover, discovered, importContent, testsFirst } from '../../support/discovery.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

const nobody = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'

let service: Service
let tenant: Tenant
let agentId: string
let contentIds: string[]
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
  agentId = await tenant.agent()
  contentIds = await importContent(service, tenant, agentId, [
    ...testsFirst,
    'I never deploy on Fridays.',
    'The build took nine minutes today.',
  ])
  await discover(service, tenant, agentId)
})
afterAll(() => service.stop())

describe('GET /observations', () => {
  test('lists an agent’s observations, latest content first', async () => {
    const { status, body } = await tenant.get(`/observations?agentId=${agentId}`)
    expect([status, body.count]).toEqual([200, 5])
    const { body: signals } = await tenant.get(`/signals?agentId=${agentId}&minNCount=2`)
    expect(body.data[1]).toEqual({
      id: expect.any(String),
      org_id: tenant.orgId,
      agent_id: agentId,
      content_item_id: contentIds[3],
      signal_id: signals.data[0].id,
      kind: 'belief',
      category: 'principle',
      statement: 'Always write tests before I change code',
      quote: testsFirst[3],
      confidence: expect.any(Number),
      observed_at: expect.any(String),
      withdrawn_by: null,
      created_at: expect.any(String),
    })
    expect(body.data.map((one: any) => one.content_item_id)).toEqual(contentIds.slice(0, 5).reverse())
    expect((await tenant.get(`/observations/${body.data[1].id}`)).body).toEqual(body.data[1])
  })

  test('narrows to a content item or a signal, and pages', async () => {
    const { body: signals } = await tenant.get(`/signals?agentId=${agentId}`)
    const count = async (query: string) => (await tenant.get(`/observations?agentId=${agentId}&${query}`)).body
    expect(await count(`contentItemId=${contentIds[0]}`)).toMatchObject({ count: 1, data: { length: 1 } })
    expect(await count(`contentItemId=${contentIds[5]}`)).toMatchObject({ count: 0, data: [], next_cursor: null })
    expect(await count(`signalId=${signals.data[0].id}`)).toMatchObject({ count: 4 })
    expect(await count('limit=2&offset=4')).toMatchObject({ count: 5, data: { length: 1 } })
  })

  test('404 when a filter names what is missing or foreign', async () => {
    for (const query of [`contentItemId=${nobody}`, `signalId=${nobody}`]) {
      expect((await tenant.get(`/observations?agentId=${agentId}&${query}`)).status).toBe(404)
    }
  })
})

describe('GET /signals', () => {
  test('lists signals, those with the most evidence first', async () => {
    const { body } = await tenant.get(`/signals?agentId=${agentId}`)
    const [belief] = (await tenant.get(`/beliefs?agentId=${agentId}`)).body.data
    expect(body.count).toBe(2)
    expect(body.data[0]).toEqual({
      id: expect.any(String),
      org_id: tenant.orgId,
      agent_id: agentId,
      kind: 'belief',
      category: 'principle',
      statement: belief.statement,
      commits_total: null,
      n_count: 4,
      stability: expect.any(Number),
      promoted: true,
      promoted_item_id: belief.id,
      wordings: 4,
      days: 4,
      first_seen_at: expect.any(String),
      last_seen_at: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(body.data[0].stability).toBeGreaterThan(0.6)
    expect(body.data[1]).toMatchObject({ n_count: 1, promoted: false, promoted_item_id: null })
    expect((await tenant.get(`/signals/${body.data[0].id}`)).body).toEqual(body.data[0])
  })

  test('narrows by promoted and minNCount; 400 for what is neither', async () => {
    const count = async (query: string) => (await tenant.get(`/signals?agentId=${agentId}&${query}`)).body.count
    expect(await count('promoted=true')).toBe(1)
    expect(await count('promoted=false')).toBe(1)
    expect(await count('minNCount=5')).toBe(0)
    expect(await count('minNCount=3.5')).toBe(1)
    expect(await count('minNCount=-1')).toBe(2)
    expect(await count('minNCount=99999999999')).toBe(0)
    expect((await tenant.get(`/signals?agentId=${agentId}&promoted=yes`)).status).toBe(400)
    expect((await tenant.get(`/signals?agentId=${agentId}&minNCount=many`)).status).toBe(400)
    expect((await tenant.get('/signals')).status).toBe(400)
  })
})

test('what belongs to another tenant is not there', async () => {
  const stranger = await service.register()
  const [observation] = (await tenant.get(`/observations?agentId=${agentId}`)).body.data
  const paths = [
    `/observations?agentId=${agentId}`,
    `/observations/${observation.id}`,
    `/signals?agentId=${agentId}`,
    `/signals/${observation.signal_id}`,
    `/pbd/stats?agentId=${agentId}`,
    `/pbd/stats?orgId=${tenant.orgId}`,
  ]
  for (const path of paths) expect([path, (await stranger.get(path)).status]).toEqual([path, 404])
  expect((await stranger.post('/pbd/process', { agentId })).status).toBe(404)
  expect((await stranger.post('/pbd/process', { orgId: tenant.orgId })).status).toBe(404)
})

test('POST /pbd/process › 202 with the job under both spellings; 400 without agent and organization', async () => {
  const { status, body } = await tenant.post('/pbd/process', { agent_id: agentId })
  expect(status).toBe(202)
  expect(body).toMatchObject({ status: 'processing', agentId, agent_id: agentId, jobId: body.job_id })
  expect((await tenant.get(body.next_steps[0].path)).body).toMatchObject({ job_id: body.job_id, status: 'queued' })
  expect((await tenant.post('/pbd/process', {})).status).toBe(400)
  expect((await tenant.post('/pbd/process', { agentId: 'an id' })).status).toBe(400)
  await tenant.delete(`/jobs/${body.job_id}`)
})

describe('GET /pbd/stats', () => {
  test('tells the funnel, the approval rate, categories and durations', async () => {
    const owner = await service.register()
    const agent = await owner.agent()
    await importContent(service, owner, agent, [...testsFirst, 'I never deploy on Fridays.'])
    await discover(service, owner, agent)
    const [belief] = (await owner.get(`/beliefs?agentId=${agent}`)).body.data
    expect((await owner.get('/pbd/stats')).body).toMatchObject({ approval_rate: 0, agent_id: null })
    await owner.patch(`/beliefs/${belief.id}`, { status: 'approved' })
    const { body } = await owner.get(`/pbd/stats?agentId=${agent}`)
    expect(body).toMatchObject({
      org_id: owner.orgId,
      agent_id: agent,
      since: null,
      funnel: { content_items: 5, content_items_processed: 5, observations: 5, signals: 2, promoted: 1, approved: 1 },
      approval_rate: 1,
      jobs: { completed: 1, failed: 0, average_seconds: expect.any(Number), longest_seconds: expect.any(Number) },
    })
    expect(body.categories).toHaveLength(10)
    expect(body.categories.find((one: any) => one.category === 'principle')).toEqual({
      kind: 'belief',
      category: 'principle',
      observations: 4,
      signals: 1,
      promoted: 1,
      approved: 1,
    })
  })

  test('since leaves out what is older; 400 when it is no date', async () => {
    const later = await tenant.get(`/pbd/stats?orgSlug=${tenant.slug}&since=2999-01-01`)
    expect(later.body).toMatchObject({
      since: '2999-01-01T00:00:00.000Z',
      funnel: { content_items: 0, observations: 0, signals: 0, promoted: 0, approved: 0 },
      approval_rate: null,
      jobs: { completed: 0, average_seconds: null },
    })
    expect((await tenant.get('/pbd/stats?since=soon')).status).toBe(400)
  })
})

describe('after the embedding model was changed', () => {
  /** Vectors of another length and with other values, like those of another model. */
  const other: Embedder = {
    ...builtinEmbedder,
    model: 'other-model',
    embed: async (texts) => (await builtinEmbedder.embed(texts)).map((vector) => Float32Array.of(0.1, ...vector)),
  }

  test('a run embeds again what it compares, and has the other agents’ vectors renewed by jobs', async () => {
    const owner = await service.register()
    const agents = [await owner.agent(), await owner.agent()]
    for (const agent of agents) {
      await importContent(service, owner, agent, testsFirst.slice(0, 3))
      await discover(service, owner, agent)
    }
    const changed = { ...service, deps: { ...service.deps, embedder: other } }
    await importContent(service, owner, agents[0]!, testsFirst.slice(3), { prefix: 'later' })
    const job = await discover(changed, owner, agents[0]!)
    expect(job).toMatchObject({ status: 'completed', result: { embedding_model: 'other-model' } })
    expect((await discovered(service, agents[0]!)).signals).toMatchObject([{ n_count: 4, promoted: true }])
    await runDueJobs(changed.deps)
    const { body: jobs } = await owner.get('/jobs?jobType=backfill')
    expect(jobs.data).toMatchObject([
      { agent_id: agents[1], status: 'completed', result: { signals_embedded: 1, items_embedded: 1 } },
    ])
    const models = await service.deps.db
      .selectFrom('signals')
      .select('embedding_model')
      .where('org_id', '=', owner.orgId)
      .execute()
    expect(models.map(({ embedding_model }) => embedding_model)).toEqual(['other-model', 'other-model'])
  })
})
