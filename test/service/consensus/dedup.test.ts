import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtinEmbedder } from '#reader/embedding/embedding.ts'
import { dedupAgent } from '../../../server/features/consensus/dedup.ts'
import { jobContext } from '../../../server/features/jobs/lease.ts'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { discover, importContent, testsFirst } from '../../support/discovery.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { rowCounts } from '../../support/tables.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const statement = 'Always write tests before changing the code'
const reworded = 'Write tests before you change production code'
const again = 'Write the tests before changing any code'
const other = 'Invoices are paid within a week'

/** Creates a belief of an agent, or at another path of a layer; returns its id. */
async function belief(tenant: Tenant, owner: string, text: string, more: object = {}): Promise<string> {
  const isPath = owner.startsWith('/')
  const body = { category: 'principle', statement: text, ...(!isPath && { agentId: owner }), ...more }
  const { status, body: item } = await tenant.post(isPath ? `${owner}/beliefs` : '/beliefs', body)
  expect(status).toBe(201)
  return item.id
}

const beliefsOf = async (tenant: Tenant, agentId: string) => (await tenant.get(`/beliefs?agentId=${agentId}`)).body.data
const merge = (tenant: Tenant, agentId: string) => tenant.post(`/agents/${agentId}/dedup`, { dryRun: false })

describe('POST /agents/{id}/dedup', () => {
  test('shows clusters with the statement that would stay, and changes nothing by default', async () => {
    const tenant = await service.register()
    const agentId = await tenant.agent()
    const keep = await belief(tenant, agentId, reworded, { nCount: 4 })
    const gone = await belief(tenant, agentId, statement, { nCount: 3 })
    await belief(tenant, agentId, other)
    const before = await beliefsOf(tenant, agentId)
    for (const body of [undefined, {}, { dryRun: true }, { dry_run: true }]) {
      const answer = await tenant.post(`/agents/${agentId}/dedup`, body)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        dry_run: true,
        clusters: [
          {
            scope: 'agent',
            owner_id: agentId,
            kind: 'belief',
            category: 'principle',
            keep: { id: keep, statement: reworded, starred: false, status: 'pending', n_count: 4 },
            merge: [
              {
                id: gone,
                statement,
                starred: false,
                status: 'pending',
                n_count: 3,
                similarity: expect.closeTo(0.95, 1),
              },
            ],
            n_count: 7,
          },
        ],
        clusters_count: 1,
        duplicates_count: 1,
        merged_count: 0,
        merge_id: null,
      })
    }
    expect(await beliefsOf(tenant, agentId)).toEqual(before)
  })

  test('merges: n-counts add up, provenance moves, and the prompt says it once', async () => {
    const tenant = await service.register()
    const agentId = await tenant.agent()
    const keep = await belief(tenant, agentId, reworded, { nCount: 4, sourceType: 'manual', quote: 'one' })
    await belief(tenant, agentId, statement, { nCount: 3, sourceType: 'manual', quote: 'two' })
    await belief(tenant, agentId, again, { sourceType: 'manual', quote: 'three' })
    await belief(tenant, agentId, other)
    const { body } = await merge(tenant, agentId)
    expect(body).toMatchObject({ dry_run: false, clusters_count: 1, duplicates_count: 2, merged_count: 2 })
    expect(body.clusters[0].n_count).toBe(8)
    expect(await beliefsOf(tenant, agentId)).toMatchObject([
      { id: keep, statement: reworded, n_count: 8 },
      { statement: other, n_count: 1 },
    ])
    const { body: sources } = await tenant.get(`/beliefs/${keep}/sources`)
    expect(sources.data.map(({ quote }: { quote: string }) => quote).sort()).toEqual(['one', 'three', 'two'])
    const { system_prompt } = (await tenant.get(`/agents/${agentId}`)).body
    expect(system_prompt).toContain(reworded)
    expect(system_prompt).not.toContain(statement)
    expect((await merge(tenant, agentId)).body).toMatchObject({ clusters: [], merged_count: 0 })
  })

  test("keeps the starred one's wording, and the approval of what it replaces", async () => {
    const tenant = await service.register()
    const agentId = await tenant.agent()
    const starred = await belief(tenant, agentId, again)
    await tenant.post(`/beliefs/${starred}/star`)
    const approved = await belief(tenant, agentId, statement, { nCount: 9 })
    await tenant.patch(`/beliefs/${approved}`, { status: 'approved' })
    await merge(tenant, agentId)
    expect(await beliefsOf(tenant, agentId)).toMatchObject([
      { id: starred, statement: again, starred: true, status: 'approved', n_count: 10, approved_by: tenant.userId },
    ])
  })

  test('leaves hidden and rejected items, other categories and other kinds as they are', async () => {
    const tenant = await service.register()
    const agentId = await tenant.agent()
    await belief(tenant, agentId, statement)
    const hidden = await belief(tenant, agentId, reworded)
    await tenant.post(`/beliefs/${hidden}/hide`)
    const rejected = await belief(tenant, agentId, again)
    await tenant.patch(`/beliefs/${rejected}`, { status: 'rejected' })
    await belief(tenant, agentId, statement, { category: 'axiom' })
    await tenant.post('/responsibilities', { agentId, category: 'execution', statement })
    const before = await beliefsOf(tenant, agentId)
    expect((await merge(tenant, agentId)).body).toMatchObject({ clusters: [], merged_count: 0 })
    expect(await beliefsOf(tenant, agentId)).toEqual(before)
  })

  test.each([
    ['Always write tests before merging', 'Never write tests before merging'],
    ['Run the tests before every commit', 'Run the tests after every commit'],
    ['Approve refunds above 100 euros', 'Approve refunds below 100 euros'],
    ['Führe immer die Tests aus', 'Führe niemals die Tests aus'],
    ['Keep functions under 20 lines', 'Keep functions under 200 lines'],
    ['Reply within 4 hours', 'Reply within 24 hours'],
    ['Encrypt data at rest', 'Encrypt data in transit'],
    ['Allow anonymous access', 'Disallow anonymous access'],
    ['Enable logging in production', 'Disable logging in production'],
    ["Never share one customer's data with another", 'Never share customer data outside the company'],
    ['Never share customer data with vendors', 'Never share customer data with partners'],
    ['Never share customer data', 'Never share customer data outside the company'],
  ])('keeps what binds differently: %s | %s', async (a, b) => {
    // Even for a model that distinguishes nothing.
    const deaf = async (texts: string[]) => texts.map(() => Float32Array.of(1, 0))
    const tenant = await service.register()
    const agentId = await tenant.agent()
    for (const text of [a, b]) await belief(tenant, agentId, text)
    expect((await merge(tenant, agentId)).body).toMatchObject({ clusters: [], merged_count: 0 })
    const context = jobContext(service.deps, tenant.orgId)
    const ctx = { ...context, embedder: { ...builtinEmbedder, model: 'deaf', embed: deaf } }
    expect((await dedupAgent(ctx, agentId, { dryRun: false })).merged_count).toBe(0)
    expect(await beliefsOf(tenant, agentId)).toHaveLength(2)
  })

  test('discovery strengthens what stayed, and does not propose again what was merged', async () => {
    const tenant = await service.register()
    const agentId = await tenant.agent()
    await importContent(service, tenant, agentId, testsFirst)
    await discover(service, tenant, agentId)
    const [proposed] = await beliefsOf(tenant, agentId)
    await tenant.patch(`/beliefs/${proposed.id}`, { status: 'approved' })
    const own = await belief(tenant, agentId, reworded, { category: proposed.category })
    await tenant.post(`/beliefs/${own}/star`)
    expect((await merge(tenant, agentId)).body.merged_count).toBe(1)
    await importContent(service, tenant, agentId, testsFirst, { prefix: 'more' })
    await discover(service, tenant, agentId)
    const beliefs = await beliefsOf(tenant, agentId)
    expect(beliefs).toMatchObject([{ id: own, statement: reworded, status: 'approved' }])
    const { body: signals } = await tenant.get(`/signals?agentId=${agentId}&promoted=true`)
    expect(signals.data).toMatchObject([{ promoted_item_id: own }])
    expect((await tenant.get(`/beliefs/${own}/sources`)).body.count).toBe(8)
  })

  test('two merges at once count nothing twice', async () => {
    const tenant = await service.register()
    const agentId = await tenant.agent()
    for (const text of [statement, reworded, again]) await belief(tenant, agentId, text, { nCount: 2 })
    const answers = await Promise.all([merge(tenant, agentId), merge(tenant, agentId)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.reduce((sum, { body }) => sum + body.merged_count, 0)).toBe(2)
    expect(await beliefsOf(tenant, agentId)).toMatchObject([{ n_count: 6 }])
  })

  test('401 without credentials, 404 for a foreign and for a missing agent, 400 for a wrong flag', async () => {
    const [tenant, stranger] = [await service.register(), await service.register()]
    const agentId = await tenant.agent()
    expect((await service.call('POST', `/agents/${agentId}/dedup`)).status).toBe(401)
    for (const id of [agentId, tenant.orgId, 'nonsense']) {
      const { status, body } = await stranger.post(`/agents/${id}/dedup`, { dryRun: false })
      expect([status, body]).toEqual([404, { error: 'Agent not found', code: 'not_found' }])
    }
    expect((await tenant.post(`/agents/${agentId}/dedup`, { dryRun: 'no' })).status).toBe(400)
  })
})

describe('POST /organizations/{id}/dedup', () => {
  test('merges every layer among itself, never one into another', async () => {
    const tenant = await service.register()
    const groupId = await tenant.group()
    const agentId = await tenant.agent({ groupId })
    for (const owner of [`/organizations/${tenant.orgId}`, `/groups/${groupId}`, agentId]) {
      await belief(tenant, owner, statement)
      await belief(tenant, owner, reworded)
    }
    const single = await tenant.agent({ name: 'Alone' })
    await belief(tenant, single, statement)
    const { body: shown } = await tenant.post(`/organizations/${tenant.slug}/dedup`)
    expect(shown).toMatchObject({ dry_run: true, clusters_count: 3, merged_count: 0 })
    const { status, body } = await tenant.post(`/organizations/${tenant.slug}/dedup`, { dryRun: false })
    expect([status, body.merged_count]).toEqual([200, 3])
    expect(body.clusters.map(({ scope }: { scope: string }) => scope).sort()).toEqual(['agent', 'group', 'org'])
    for (const path of [`/organizations/${tenant.orgId}/beliefs`, `/groups/${groupId}/beliefs`]) {
      expect((await tenant.get(path)).body.data).toMatchObject([{ statement, n_count: 2 }])
    }
    expect(await beliefsOf(tenant, single)).toHaveLength(1)
  })

  test.each([
    ['a request', {}],
    ['a job', { background: true }],
  ])('by %s, an override on what is merged moves to what stays, once for each agent', async (_, how) => {
    const tenant = await service.register()
    const organization = `/organizations/${tenant.orgId}`
    const keep = await belief(tenant, organization, statement)
    const gone = await belief(tenant, organization, reworded)
    const [one, both] = [await tenant.agent(), await tenant.agent({ name: 'Both' })]
    const override = (agentId: string, sourceId: string) =>
      tenant.post(`/agents/${agentId}/overrides`, { sourceType: 'org_belief', sourceId })
    for (const [agentId, source] of [
      [one, gone],
      [both, keep],
      [both, gone],
    ] as const) {
      expect((await override(agentId, source)).status).toBe(201)
    }
    // Rendered before the merge; must be fresh after it.
    expect((await tenant.get(`/agents/${one}`)).body.system_prompt).toContain(statement)
    await tenant.post(`${organization}/dedup`, { dryRun: false, ...how })
    await runDueJobs(service.deps)
    for (const agentId of [one, both]) {
      const { body } = await tenant.get(`/agents/${agentId}/overrides`)
      expect(body.data).toMatchObject([{ source_id: keep }])
      expect((await tenant.get(`/agents/${agentId}`)).body.system_prompt).not.toContain(statement)
    }
  })

  test('in the background it is a job; only a merge can be one', async () => {
    const tenant = await service.register()
    const agentId = await tenant.agent()
    for (const text of [statement, reworded]) await belief(tenant, agentId, text)
    const path = `/organizations/${tenant.orgId}/dedup`
    expect((await tenant.post(path, { background: true })).status).toBe(400)
    const { status, body } = await tenant.post(path, { background: true, dryRun: false })
    expect([status, body]).toEqual([202, { jobId: body.job_id, job_id: body.job_id, status: 'queued' }])
    await runDueJobs(service.deps)
    const { body: job } = await tenant.get(`/jobs/${body.job_id}`)
    expect(job).toMatchObject({ type: 'dedup', status: 'completed', result: { clusters_count: 1, merged_count: 1 } })
    expect(await beliefsOf(tenant, agentId)).toHaveLength(1)
  })

  test('401 without credentials, 404 for a foreign and for a missing organization', async () => {
    const [tenant, stranger] = [await service.register(), await service.register()]
    expect((await service.call('POST', `/organizations/${tenant.orgId}/dedup`)).status).toBe(401)
    for (const id of [tenant.orgId, tenant.slug, 'no-such-organization']) {
      expect((await stranger.post(`/organizations/${id}/dedup`)).status).toBe(404)
    }
  })
})

test('POST /beliefs/backfill-embeddings stores nothing for the built-in embedding', async () => {
  const tenant = await service.register()
  await belief(tenant, await tenant.agent(), statement)
  const { body } = await tenant.post('/beliefs/backfill-embeddings')
  await runDueJobs(service.deps)
  const { body: job } = await tenant.get(`/jobs/${body.job_id}`)
  expect(job).toMatchObject({ status: 'completed', result: { items_embedded: 0, agents_enqueued: 0 } })
})

describe('POST /beliefs/backfill-embeddings', () => {
  /** Vectors are stored if computing them costs a call. */
  let service: Service
  beforeAll(async () => {
    service = await startService({}, { embedder: { ...builtinEmbedder, isLocal: false, model: 'a-model' } })
  })
  afterAll(() => service.stop())

  const backfill = async (tenant: Tenant) => {
    const { body } = await tenant.post('/beliefs/backfill-embeddings', { orgId: tenant.orgId })
    await runDueJobs(service.deps)
    return (await tenant.get(`/jobs/${body.jobId}`)).body
  }

  test('answers 202 with a job that embeds the items of every layer which have no vector', async () => {
    const tenant = await service.register()
    const agentId = await tenant.agent()
    await belief(tenant, agentId, statement)
    await belief(tenant, `/organizations/${tenant.orgId}`, other)
    const { status, body } = await tenant.post('/beliefs/backfill-embeddings', { orgId: tenant.orgId })
    expect([status, body]).toEqual([202, { jobId: body.job_id, job_id: body.job_id, status: 'queued' }])
    const before = (await rowCounts(service)).item_vectors!
    await runDueJobs(service.deps)
    const { body: job } = await tenant.get(`/jobs/${body.job_id}`)
    expect(job).toMatchObject({
      type: 'backfill',
      status: 'completed',
      agent_id: null,
      result: { embedding_model: 'a-model', items_embedded: 2, agents_enqueued: 0 },
    })
    expect((await rowCounts(service)).item_vectors).toBe(before + 2)
    expect((await backfill(tenant)).result.items_embedded).toBe(0)
  })

  test('embeds again what another model embedded, or what says something else by now', async () => {
    const tenant = await service.register()
    const agentId = await tenant.agent()
    const [foreign, changed] = [await belief(tenant, agentId, statement), await belief(tenant, agentId, other)]
    await backfill(tenant)
    await service.deps.db
      .updateTable('item_vectors')
      .set({ embedding_model: 'another-model' })
      .where('item_id', '=', foreign)
      .execute()
    await tenant.patch(`/beliefs/${changed}`, { statement: 'Invoices are paid within a month' })
    expect((await backfill(tenant)).result.items_embedded).toBe(2)
  })

  test('what is stored is what duplicates are found by, without another call', async () => {
    let calls = 0
    const embed = (texts: string[]) => {
      calls++
      return builtinEmbedder.embed(texts)
    }
    const tenant = await service.register()
    const agentId = await tenant.agent()
    for (const text of [statement, reworded]) await belief(tenant, agentId, text)
    await backfill(tenant)
    const ctx = { ...jobContext(service.deps, tenant.orgId), embedder: { ...service.deps.embedder, embed } }
    expect((await dedupAgent(ctx, agentId, { dryRun: true })).clusters_count).toBe(1)
    expect(calls).toBe(0)
  })

  test('a key need not name its organization; 401 without credentials, 404 for a foreign one, 400 for no id', async () => {
    const [tenant, stranger] = [await service.register(), await service.register()]
    expect((await tenant.post('/beliefs/backfill-embeddings')).status).toBe(202)
    expect((await service.call('POST', '/beliefs/backfill-embeddings')).status).toBe(401)
    expect((await stranger.post('/beliefs/backfill-embeddings', { orgId: tenant.orgId })).status).toBe(404)
    expect((await tenant.post('/beliefs/backfill-embeddings', { orgId: '?' })).status).toBe(400)
  })
})
