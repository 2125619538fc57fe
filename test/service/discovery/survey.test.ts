import { afterAll, beforeAll, expect, test } from 'vitest'
import { newGitHub } from '../../../server/outside/github/github.ts'
import { type FakeCommit, type FakeGitHub, startGitHub } from '../../fakes/github.ts'
import { discover } from '../../support/discovery.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Patterns across an agent's commits (behavior: Surveys of commits). */

let github: FakeGitHub
let service: Service
let tenant: Tenant
beforeAll(async () => {
  github = await startGitHub()
  const quick = newGitHub({ githubApiUrl: github.url, githubToken: undefined }, { retryBaseMs: 1 })
  service = await startService({ GITHUB_API_URL: github.url }, { github: quick })
  tenant = await service.register()
})
afterAll(async () => {
  await service.stop()
  await github.stop()
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const commits = (count: number): FakeCommit[] =>
  Array.from({ length: count }, (_, at) => ({
    message:
      at % 4 === 0 ? `moorings: free berth ${at}` : `Set value ${at} in the file that the server needs at the start`,
    date: hoursAgo(at * 24),
    author: 'Mira Holt',
  }))

test('an area is one proposal with its commits as sources; its share grows without a second one', async () => {
  github.repositories.set('tide/harbor', { commits: commits(40) })
  const agentId = await tenant.agent()
  const { body: source } = await tenant.post('/content-sources', {
    agentId,
    platform: 'github',
    config: { owner: 'tide', repo: 'harbor' },
  })
  const run = async () => {
    await tenant.post(`/content-sources/${source.id}/sync`)
    await discover(service, tenant, agentId)
    const { body: signals } = await tenant.get(`/signals?agentId=${agentId}`)
    const { body: items } = await tenant.get(`/responsibilities?agentId=${agentId}&status=pending`)
    return { signals: signals.data, items: items.data }
  }
  const first = await run()
  expect(first.signals).toMatchObject([
    { statement: 'Work on `moorings` in tide/harbor', category: 'ownership', n_count: 10, commits_total: 40 },
  ])
  expect(first.items).toMatchObject([{ statement: 'Work on `moorings` in tide/harbor', n_count: 10 }])
  const { body: observations } = await tenant.get(`/observations?agentId=${agentId}&signalId=${first.signals[0].id}`)
  expect(observations.data[0]).toMatchObject({ quote: 'moorings: free berth 0', content_item_id: expect.any(String) })

  const again = await run()
  expect(again.signals.map(({ updated_at, ...signal }: any) => signal)).toEqual(
    first.signals.map(({ updated_at, ...signal }: any) => signal),
  )

  const newest = { message: 'moorings: paint the bollards', date: hoursAgo(-1), author: 'Mira Holt' }
  github.repositories.set('tide/harbor', { commits: [newest, ...commits(40)] })
  const grown = await run()
  expect(grown.signals).toMatchObject([{ id: first.signals[0].id, n_count: 11, commits_total: 41 }])
  expect(grown.items).toMatchObject([{ id: first.items[0].id, n_count: 11 }])

  const { body: content } = await tenant.get(`/content-items?agentId=${agentId}&limit=1000`)
  const one = content.data.find(({ title }: any) => title === 'moorings: paint the bollards')
  await tenant.patch(`/content-items/${one.id}`, { status: 'hidden' })
  expect((await run()).signals).toMatchObject([{ n_count: 10, commits_total: 40 }])
})
