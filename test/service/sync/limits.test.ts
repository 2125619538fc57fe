import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueueJob } from '../../../server/features/jobs/jobs.ts'
import { claimJob, runJob } from '../../../server/features/jobs/lease.ts'
import { syncSourcesOfAgent } from '../../../server/features/sync/schedule.ts'
import type { FakeGitHub } from '../../fakes/github.ts'
import { resetGitHub, startServiceWithGitHub } from '../../support/github.ts'
import type { Service, Tenant } from '../../support/service.ts'

const commit = { message: 'Private words', date: '2026-03-01T00:00:00.000Z', author: 'Mira' }

let github: FakeGitHub
let service: Service
let tenant: Tenant
beforeAll(async () => {
  ;({ github, service } = await startServiceWithGitHub())
})
afterAll(async () => {
  await service.stop()
  await github.stop()
})
beforeEach(async () => {
  resetGitHub(github)
  tenant = await service.register()
})

const newSource = async (repo: string, more: object = {}) => {
  const body = { agentId: await tenant.agent(), platform: 'github', config: { owner: 'tide', repo }, ...more }
  return (await tenant.post('/content-sources', body)).body
}

describe('a sync that waits for limits', () => {
  /** One attempt of the agent's sync job, at a time this many seconds from now. */
  const attempt = async (seconds: number) => {
    const deps = { ...service.deps, now: () => new Date(Date.now() + seconds * 1000) }
    const job = await claimJob(deps, ['sync'])
    if (job) await runJob(deps, job, syncSourcesOfAgent, new AbortController().signal)
    return job && (await tenant.get(`/jobs/${job.id}`)).body
  }
  const enqueue = ({ org_id, agent_id }: { org_id: string; agent_id: string }) =>
    service.deps.db
      .transaction()
      .execute((trx) => enqueueJob(trx, { type: 'sync', org_id, agent_id }, service.deps.now()))

  test('gives its place back until the reset, and then goes on', async () => {
    github.repositories.set('tide/harbor', { commits: [commit], generated: 149 })
    const source = await newSource('harbor')
    let faults = 0
    github.fault = ({ query }) =>
      query.get('page') === '2' && ++faults <= 2 ? { status: 403, headers: { 'retry-after': '90' } } : undefined
    await enqueue(source)
    expect(await attempt(0)).toMatchObject({
      status: 'running',
      stage: expect.stringMatching(/^Waiting for GitHub's rate limit until \d\d:\d\d:\d\d UTC$/),
      attempts: 0,
      error: null,
    })
    // The lock is free meanwhile.
    const row = await service.deps.db.selectFrom('jobs').select('claim_id').where('type', '=', 'sync').execute()
    expect(row).toEqual([{ claim_id: null }])
    expect(await attempt(60)).toBeUndefined()
    expect(await attempt(95)).toMatchObject({ status: 'running', attempts: 0 })
    const { status, result } = await attempt(200)
    const discoveries = [expect.any(String)]
    expect([status, result]).toEqual([
      'completed',
      { sources_synced: 1, items_imported: 150, jobs: discoveries, errors: [] },
    ])
    const items = await tenant.get(`/content-items?agentId=${source.agent_id}&sourceId=${source.id}`)
    expect(items.body.count).toBe(150)
  })

  test('does not wait longer than a limit may take', async () => {
    github.repositories.set('tide/harbor', { commits: [commit] })
    github.fault = () => ({ status: 403, headers: { 'retry-after': '90000' } })
    await enqueue(await newSource('harbor'))
    expect(await attempt(0)).toMatchObject({
      status: 'completed',
      result: { errors: [expect.stringContaining('try again in 90000 seconds')] },
    })
  })
})
