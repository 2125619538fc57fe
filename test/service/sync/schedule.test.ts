import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueueSyncs } from '../../../server/features/sync/schedule.ts'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { newGitHub } from '../../../server/outside/github/github.ts'
import { type FakeGitHub, startGitHub } from '../../fakes/github.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let github: FakeGitHub
let service: Service
let tenant: Tenant
beforeAll(async () => {
  github = await startGitHub()
  const quick = newGitHub({ githubApiUrl: github.url, githubToken: undefined }, { retryBaseMs: 1 })
  service = await startService({ GITHUB_API_URL: github.url, CRON_SECRET: 'secret' }, { github: quick })
  tenant = await service.register()
})
afterAll(async () => {
  await service.stop()
  await github.stop()
})

const commit = (message: string) => ({ message, date: '2026-03-04T06:00:00Z', author: 'Mira Holt', login: null })

/**
 * An agent with two enabled sources and a disabled one. The fixture's commits derive their hash from their number, so
 * the first one of both repositories is the same.
 */
async function newSources() {
  github.repositories.set('tide/harbor', { commits: [commit('Never trust a table that is a year old.')] })
  github.repositories.set('tide/pier', { commits: [commit('Check the tide table'), commit('Begin')] })
  const agentId = await tenant.agent()
  for (const [repo, enabled] of [
    ['harbor', true],
    ['pier', true],
    ['closed', false],
  ]) {
    const { body } = await tenant.post('/content-sources', {
      agentId,
      platform: 'github',
      config: { owner: 'tide', repo },
    })
    if (!enabled) await tenant.patch(`/content-sources/${body.id}`, { enabled })
  }
  return agentId
}

test('a source that breaks keeps none of the others from their turn', async () => {
  github.repositories.set('tide/harbor', { commits: [commit('Never trust a table that is a year old.')] })
  const agentId = await tenant.agent()
  const newSource = async (platform: string, config: object) =>
    (await tenant.post('/content-sources', { agentId, platform, config })).body.id
  await newSource('rss', { feedUrl: 'https://feeds.example.org/rss' })
  await newSource('github', { owner: 'tide', repo: 'harbor' })
  const { web, db } = service.deps
  const feed = () => Promise.reject(new Error('A defect'))
  await db.transaction().execute((trx) => enqueueSyncs(trx, new Date()))
  await runDueJobs({ ...service.deps, web: { ...web, feed } })
  expect((await tenant.get(`/content-items?agentId=${agentId}`)).body.count).toBe(1)
  const [sync] = (await tenant.get(`/jobs?agentId=${agentId}&jobType=sync`)).body.data
  expect(sync).toMatchObject({ attempts: 1, finished_at: null })
  await tenant.delete(`/agents/${agentId}`)
})

test('a sync job imports from every enabled source of its agent, and discovery follows', async () => {
  const agentId = await newSources()
  await service.deps.db.transaction().execute((trx) => enqueueSyncs(trx, new Date()))
  await runDueJobs(service.deps)
  const { body } = await tenant.get(`/jobs?agentId=${agentId}`)
  const [discovery, sync] = body.data
  expect([discovery.type, discovery.status]).toEqual(['pbd', 'completed'])
  expect(sync).toMatchObject({
    type: 'sync',
    status: 'completed',
    result: { sources_synced: 2, items_imported: 2, jobs: [discovery.id], errors: [] },
  })
  expect((await tenant.get(`/content-items?agentId=${agentId}`)).body.count).toBe(2)
  await tenant.delete(`/agents/${agentId}`)
})

test('POST /cron/sync-sources › syncs now and names what went wrong', async () => {
  const agentId = await newSources()
  github.repositories.delete('tide/pier')
  const { status, body } = await service.call('POST', '/cron/sync-sources', undefined, {
    authorization: 'Bearer secret',
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ sources_synced: 2, items_imported: 1, errors: [expect.stringContaining('tide/pier')] })
  expect((await tenant.get(`/jobs/${body.jobs[0]}`)).body).toMatchObject({ type: 'pbd', agent_id: agentId })
})

test('three calls of the cron address at once read each repository once, and get the same answer', async () => {
  await newSources()
  github.requests.length = 0
  const call = () => service.call('POST', '/cron/sync-sources', undefined, { authorization: 'Bearer secret' })
  const [first, second, third] = await Promise.all([call(), call(), call()])
  expect([first.status, second.body, third.body]).toEqual([200, first.body, first.body])
  const reads = github.requests.map(({ path, query }) => `${path}?${query}`)
  const alone = first.body.sources_synced
  expect(reads.filter((read) => read.startsWith('/repos/tide/pier?')).length).toBeLessThanOrEqual(alone)
})
