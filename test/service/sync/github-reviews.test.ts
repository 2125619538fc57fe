import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newGitHub } from '../../../server/outside/github/github.ts'
import { type FakeGitHub, type FakeRemark, startGitHub } from '../../fakes/github.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Changed files of commits, and text that agents write in pull requests (behavior: Changed files and reviews). */

let github: FakeGitHub
let service: Service
let tenant: Tenant
let agentId: string
beforeAll(async () => {
  github = await startGitHub()
  const quick = newGitHub({ githubApiUrl: github.url, githubToken: undefined }, { retryBaseMs: 1 })
  service = await startService({ GITHUB_API_URL: github.url }, { github: quick })
})
afterAll(async () => {
  await service.stop()
  await github.stop()
})
beforeEach(async () => {
  github.fault = () => undefined
  github.requests.length = 0
  tenant = await service.register()
  agentId = await tenant.agent()
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

async function newSource(config: object) {
  const body = { agentId, platform: 'github', config: { owner: 'tide', repo: 'harbor', ...config } }
  const { status, body: source } = await tenant.post('/content-sources', body)
  expect(status).toBe(201)
  return source
}

const sync = async (source: { id: string }) => (await tenant.post(`/content-sources/${source.id}/sync`)).body
const itemsOf = async (more = '') =>
  (await tenant.get(`/content-items?agentId=${agentId}&limit=1000${more}`)).body.data as any[]
const asked = (path: RegExp) => github.requests.filter((request) => path.test(request.path)).length
const singleCommit = /\/commits\/[0-9a-f]{40}$/

describe('changed files', () => {
  const commits = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      message: `Set value ${at}`,
      date: daysAgo(at),
      author: 'Mira Holt',
      files: [`src/locks/a${at}.ts`, 'test/locks.test.ts'],
    }))

  test('come with the newest commits, once each', async () => {
    github.repositories.set('tide/harbor', { commits: commits(320) })
    const source = await newSource({})
    expect(await sync(source)).toMatchObject({ commits_imported: 320, paths_read: 300, errors: [] })
    const items = await itemsOf()
    expect(items[0].metadata.paths).toEqual(['src/locks/a0.ts', 'test/locks.test.ts'])
    expect(items.filter(({ metadata }) => metadata.paths)).toHaveLength(300)
    expect(items.at(-1).metadata.paths).toBeUndefined()

    github.requests.length = 0
    github.repositories.set('tide/harbor', { commits: [{ ...commits(1)[0]!, date: daysAgo(-1) }, ...commits(320)] })
    expect(await sync(source)).toMatchObject({ commits_imported: 1, paths_read: 1 })
    expect(asked(singleCommit)).toBe(1)
  })

  test('are not asked for where the source says so', async () => {
    github.repositories.set('tide/harbor', { commits: commits(3) })
    expect(await sync(await newSource({ importPaths: false }))).toMatchObject({ commits_imported: 3, paths_read: 0 })
    expect(asked(singleCommit)).toBe(0)
  })

  test.each([
    ['a limit', { status: 403, headers: { 'x-ratelimit-remaining': '0', 'retry-after': '60' } }],
    ['an error', { status: 500 }],
    ['an answer of another shape', { status: 200, body: { files: 'many' } }],
  ])('that are refused by %s leave the commits', async (_, fault) => {
    github.repositories.set('tide/harbor', { commits: commits(12) })
    github.fault = ({ path }) => (singleCommit.test(path) ? fault : undefined)
    expect(await sync(await newSource({}))).toMatchObject({ commits_imported: 12, paths_read: 0, errors: [] })
    expect(asked(singleCommit)).toBeLessThan(13)
  })

  test('end while requests are left for others', async () => {
    github.repositories.set('tide/harbor', { commits: commits(12) })
    const answer = { status: 200, headers: { 'x-ratelimit-remaining': '30' }, body: { files: [{ filename: 'a.ts' }] } }
    github.fault = ({ path }) => (singleCommit.test(path) ? answer : undefined)
    const { paths_read } = await sync(await newSource({}))
    expect(paths_read).toBeGreaterThan(0)
    expect(paths_read).toBeLessThan(5)
  })
})

describe('reviews', () => {
  const remark = (kind: FakeRemark['kind'], days: number, more: Partial<FakeRemark> = {}): FakeRemark => ({
    kind,
    login: 'mira-holt',
    body: `I always check the tide table first, on day ${days}.`,
    date: daysAgo(days),
    ...more,
  })
  const named = async () => tenant.patch(`/agents/${agentId}`, { githubUsername: 'Mira-Holt' })

  test('are what agents wrote: descriptions of pull requests, comments and review comments', async () => {
    await named()
    const remarks = [
      remark('pull_request', 5, { title: 'Raise the gate' }),
      remark('issue', 4),
      remark('issue_comment', 3),
      remark('review_comment', 2),
      remark('review_comment', 1, { login: 'somebody-else' }),
      remark('issue_comment', 1, { login: null }),
      remark('issue_comment', 1, { body: null }),
      remark('issue_comment', 900),
    ]
    github.repositories.set('tide/harbor', {
      commits: [{ message: 'Set a value', date: daysAgo(9), author: 'A' }],
      remarks,
    })
    const source = await newSource({ importReviews: true, importCommits: false })
    expect(source.config).toMatchObject({ import_reviews: true })
    expect(await sync(source)).toMatchObject({ reviews_imported: 3, errors: [], job_id: expect.any(String) })
    const items = await itemsOf('&sourceType=github_review')
    expect(items.map(({ metadata }) => metadata.kind)).toEqual(['review_comment', 'issue_comment', 'pull_request'])
    expect(items[2]).toMatchObject({
      title: 'Raise the gate',
      author: 'mira-holt',
      content: 'I always check the tide table first, on day 5.',
    })

    remarks.push(remark('issue_comment', 0))
    expect(await sync(source)).toMatchObject({ reviews_imported: 1 })
  })

  test('of many pages go on where a limit or a cut-off answer ended them', async () => {
    await named()
    const remarks = Array.from({ length: 250 }, (_, at) => remark('issue_comment', 300 - at))
    github.repositories.set('tide/harbor', {
      commits: [{ message: 'Set a value', date: daysAgo(9), author: 'A' }],
      remarks,
    })
    const source = await newSource({ importReviews: true, importCommits: false })
    github.fault = ({ path, query }) =>
      path.endsWith('/issues/comments') && query.get('page') === '2'
        ? { status: 429, headers: { 'retry-after': '60' } }
        : undefined
    expect(await sync(source)).toMatchObject({
      reviews_imported: 100,
      errors: ["GitHub's rate limit is reached; try again in 60 seconds"],
    })
    github.fault = ({ path }, nth) => (path.endsWith('/issues/comments') && nth % 3 === 0 ? 'cut' : undefined)
    await sync(source)
    github.fault = () => undefined
    await sync(source)
    expect(await itemsOf('&sourceType=github_review')).toHaveLength(250)
  })

  test('need an agent with a GitHub username', async () => {
    github.repositories.set('tide/harbor', { commits: [{ message: 'Set a value', date: daysAgo(9), author: 'A' }] })
    const { errors } = await sync(await newSource({ importReviews: true }))
    expect(errors).toEqual(['Reviews were left out, since no agent of the organization has a GitHub username'])
  })
})
