import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtinEmbedder } from '#reader/embedding/embedding.ts'
import { json } from '../../../server/db/values.ts'
import { runConsensus } from '../../../server/features/consensus/consensus.ts'
import { dedupOrganization } from '../../../server/features/consensus/dedup.ts'
import { claimJob, jobContext, runJob } from '../../../server/features/jobs/lease.ts'
import { organizationOwner } from '../../../server/features/layers/owners.ts'
import { handlers } from '../../../server/jobs/handlers.ts'
import { schedules } from '../../../server/jobs/schedules.ts'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Long runs work in steps, none of which is done twice. */

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const statement = 'Always write tests before changing the code'
const reworded = 'Write tests before you change production code'

const belief = (tenant: Tenant, agentId: string, text: string) =>
  tenant.post('/beliefs', { agentId, category: 'principle', statement: text })
const countOf = async (tenant: Tenant, agentId: string) => (await tenant.get(`/beliefs?agentId=${agentId}`)).body.count

/** Agents with a statement in two wordings each, in the order of their ids. */
async function repetitive(tenant: Tenant, count: number, input: object = {}): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    const agentId = await tenant.agent(input)
    ids.push(agentId)
    for (const text of [statement, reworded]) await belief(tenant, agentId, text)
  }
  return ids.sort()
}

/** State that an attempt of a job left behind when its process died. */
const leave = (jobId: string, result: object) =>
  service.deps.db
    .updateTable('jobs')
    .set({ result: json(result) as never })
    .where('id', '=', jobId)
    .execute()

describe('a merge of near-duplicates as a job', () => {
  test('goes on behind the last layer that the attempt before it finished, under the same name', async () => {
    const tenant = await service.register()
    const [first, second] = await repetitive(tenant, 2)
    const { body } = await tenant.post(`/organizations/${tenant.orgId}/dedup`, { dryRun: false, background: true })
    const merge_id = '0199a0a0-0000-7000-8000-000000000000'
    await leave(body.job_id, { after: first, clusters_count: 3, merged_count: 4, merge_id })
    await runDueJobs(service.deps)
    const { body: job } = await tenant.get(`/jobs/${body.job_id}`)
    expect(job).toMatchObject({
      status: 'completed',
      stage: 'merge',
      progress_current: 3,
      progress_total: 3,
      result: { clusters_count: 4, merged_count: 5, merge_id },
    })
    expect(job.result).not.toHaveProperty('after')
    expect([await countOf(tenant, first!), await countOf(tenant, second!)]).toEqual([2, 1])
    const { body: undone } = await tenant.post(`/organizations/${tenant.orgId}/merges/${merge_id}/undo`)
    expect(undone.restored_count).toBe(1)
  })

  test('that is stopped goes back to the queue, and the next attempt merges the rest', async () => {
    const tenant = await service.register()
    const ids = await repetitive(tenant, 2)
    const { body } = await tenant.post(`/organizations/${tenant.orgId}/dedup`, { dryRun: false, background: true })
    const job = await claimJob(service.deps, ['dedup'])
    const stopping = new AbortController()
    stopping.abort()
    await runJob(service.deps, job!, handlers.dedup!, stopping.signal)
    expect((await tenant.get(`/jobs/${body.job_id}`)).body.status).not.toBe('completed')
    await runDueJobs(service.deps)
    expect((await tenant.get(`/jobs/${body.job_id}`)).body).toMatchObject({
      status: 'completed',
      result: { merged_count: 2 },
    })
    for (const id of ids) expect(await countOf(tenant, id)).toBe(1)
  })
})

describe('consensus as a job', () => {
  test('goes on behind the last level that the attempt before it finished', async () => {
    const tenant = await service.register()
    await tenant.patch(`/organizations/${tenant.orgId}`, { autoPromoteSharedBeliefs: true })
    const group_id = await tenant.group()
    await repetitive(tenant, 2, { groupId: group_id })
    const { job_id } = await enqueue(tenant)
    const before = { beliefs_created: 7, beliefs_skipped: 0, responsibilities_created: 0, responsibilities_skipped: 0 }
    await leave(job_id, { ...before, details: ['Before'], after: tenant.orgId })
    await runDueJobs(service.deps)
    const { body: job } = await tenant.get(`/jobs/${job_id}`)
    expect(job).toMatchObject({ status: 'completed', stage: 'compare', progress_total: 10 })
    expect(job.result).toMatchObject({ ...before, beliefs_created: 8, details: ['Before', expect.any(String)] })
    expect((await tenant.get(`/organizations/${tenant.orgId}/beliefs`)).body.count).toBe(0)
    expect((await tenant.get(`/groups/${group_id}/beliefs`)).body.count).toBe(1)
  })

  const enqueue = async (tenant: Tenant) => {
    const nightly = schedules.find(({ name }) => name === 'consensus')!
    await service.deps.db.transaction().execute((trx) => nightly.fire(trx, service.deps))
    const { body } = await tenant.get('/jobs?jobType=consensus')
    return body.data[0] as { job_id: string }
  }
})

test('layers are compared a hundred at a time, so that organizations take turns', async () => {
  const tenant = await service.register()
  const now = service.deps.now().toISOString()
  const agents = Array.from({ length: 250 }, (_, at) => ({
    org_id: tenant.orgId,
    id: newId(),
    name: `Agent ${at}`,
    slug: `agent-${at}`,
    identity_markers: json([]) as never,
    created_at: now,
    updated_at: now,
  }))
  await service.deps.db.insertInto('agents').values(agents).execute()
  const steps: number[][] = []
  const onward = async (_: unknown, done: number, total: number) => void steps.push([done, total])
  const ctx = jobContext(service.deps, tenant.orgId)
  await dedupOrganization(ctx, tenant.orgId, { dryRun: true }, { onward })
  expect(steps).toEqual([
    [100, 251],
    [200, 251],
    [251, 251],
  ])
})

test('vectors of a model are stored once, and found by every later run', async () => {
  let embedded = 0
  const embedder = {
    ...builtinEmbedder,
    isLocal: false,
    model: 'a-model',
    embed: (texts: string[]) => {
      embedded += texts.length
      return builtinEmbedder.embed(texts)
    },
  }
  const tenant = await service.register()
  await repetitive(tenant, 2)
  const ctx = { ...jobContext(service.deps, tenant.orgId), embedder }
  const owner = await organizationOwner(ctx, { org_id: tenant.orgId })
  const report = await runConsensus(ctx, owner, { dryRun: true })
  expect(report.shared).toMatchObject([{ wordings: 2, agent_count: 2 }])
  // One of the items for each statement.
  expect(embedded).toBe(2)
  expect((await dedupOrganization(ctx, tenant.orgId, { dryRun: true })).clusters_count).toBe(2)
  expect(embedded).toBe(4)
  await runConsensus(ctx, owner, { dryRun: true })
  await dedupOrganization(ctx, tenant.orgId, { dryRun: true })
  expect(embedded).toBe(4)
})
