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

test('commits of programs say nothing about an agent, unless its own account is one', async () => {
  const bump = (at: number) => ({ message: `Bump ledger from 2.0.${at} to 2.0.${at + 1}`, date: hoursAgo(at * 20) })
  const bumps = Array.from({ length: 75 }, (_, at): FakeCommit => {
    if (at % 3 === 0) return { ...bump(at), author: 'dependabot[bot]', login: 'dependabot[bot]', type: 'Bot' }
    if (at % 3 === 1) return { ...bump(at), author: 'ledger-keeper', login: 'ledger-keeper', type: 'Bot' }
    return { ...bump(at), author: 'Renovate Bot', email: 'bot@renovateapp.com', login: null }
  })
  const own = Array.from({ length: 4 }, (_, at) => ({
    message: `Mend case ${at} of the parser\n\nI never change two parsers in one commit.`,
    date: hoursAgo(1600 + at * 24),
    author: 'sam',
    login: 'sam',
  }))
  github.repositories.set('tide/ledger', { commits: [...bumps, ...own] })
  const read = async (input: object) => {
    const agentId = await tenant.agent(input)
    const config = { owner: 'tide', repo: 'ledger' }
    const { body: source } = await tenant.post('/content-sources', { agentId, platform: 'github', config })
    await tenant.post(`/content-sources/${source.id}/sync`)
    const job = await discover(service, tenant, agentId)
    const { body } = await tenant.get(`/signals?agentId=${agentId}`)
    const { body: content } = await tenant.get(`/content-items?agentId=${agentId}&limit=1000`)
    return { job, statements: body.data.map(({ statement }: any) => statement), content: content.data }
  }
  const { job, statements, content } = await read({})
  expect(content).toHaveLength(79)
  expect(statements).toEqual(['Never change two parsers in one commit'])
  expect(job.result.skipped).toEqual({ bot: 75 })
  const keeper = await read({ github_username: 'ledger-keeper' })
  expect(keeper.job.result.skipped).toEqual({ bot: 50 })
})
