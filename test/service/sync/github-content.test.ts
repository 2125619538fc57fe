import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newGitHub } from '../../../server/outside/github/github.ts'
import { type FakeCommit, type FakeGitHub, type Fault, startGitHub } from '../../fakes/github.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** POST /content-sources/{id}/sync against a GitHub with faults (behavior: Sync). */

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
  github.repositories.clear()
  tenant = await service.register()
  agentId = await tenant.agent()
})

const day = (number: number) => new Date(Date.UTC(2026, 0, number, 12)).toISOString()

/** `count` commits, newest first, one a day. */
const commits = (count: number, login: string | null = null): FakeCommit[] =>
  Array.from({ length: count }, (_, index) => ({
    message: `Change number ${count - index}`,
    date: day(count - index),
    author: 'Mira Holt',
    login,
  }))

async function newSource(config: object = {}, more: object = {}) {
  const body = { agentId, platform: 'github', config: { owner: 'tide', repo: 'harbor', ...config }, ...more }
  const { status, body: source } = await tenant.post('/content-sources', body)
  expect(status).toBe(201)
  return source
}

const sync = async (source: { id: string }) => {
  const { status, body } = await tenant.post(`/content-sources/${source.id}/sync`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const itemsOf = async (id = agentId, more = '') =>
  (await tenant.get(`/content-items?agentId=${id}&limit=1000${more}`)).body.data

describe('commits', () => {
  test('become content with author, dates, address and words, without trailers', async () => {
    github.repositories.set('tide/harbor', {
      commits: [
        {
          message: 'Check the tide table\n\nNever trust a table that is a year old.\n\nSigned-off-by: Mira <m@x>\n',
          date: '2026-03-04T06:00:00+02:00',
          author: 'Mira Holt',
          login: 'mira-holt',
        },
      ],
    })
    const source = await newSource()
    const result = await sync(source)
    expect(result).toMatchObject({
      source_id: source.id,
      imported: 1,
      updated: 0,
      skipped: 0,
      commits_imported: 1,
      files_imported: 0,
      errors: [],
      affected_agent_ids: [agentId],
      job_id: expect.any(String),
    })
    expect(result.next_steps[0]).toMatchObject({ method: 'GET', path: `/api/v1/jobs/${result.job_id}` })
    const [item] = await itemsOf()
    expect(item).toMatchObject({
      source_id: source.id,
      source_type: 'github_commit',
      title: 'Check the tide table',
      content: 'Check the tide table\n\nNever trust a table that is a year old.',
      author: 'mira-holt',
      url: `https://github.com/tide/harbor/commit/${item.external_id}`,
      published_at: '2026-03-04T04:00:00.000Z',
      status: 'imported',
      processed_at: null,
      metadata: { sha: item.external_id, repository: 'tide/harbor' },
    })
    expect((await tenant.get(`/content-sources/${source.id}`)).body.last_synced_at).not.toBeNull()
  })

  test('arrive over several pages, latest first in the list', async () => {
    github.repositories.set('tide/harbor', { commits: commits(5), generated: 240 })
    expect(await sync(await newSource())).toMatchObject({ imported: 245, commits_imported: 245, errors: [] })
    const items = await itemsOf()
    expect(items).toHaveLength(245)
    expect(items[0].title).toBe('Change number 5')
    expect(github.requests.filter(({ query }) => query.get('per_page') === '100')).toHaveLength(3)
  })

  test('are imported once: a second sync adds nothing and lists nothing', async () => {
    github.repositories.set('tide/harbor', { commits: commits(3) })
    const source = await newSource()
    await sync(source)
    github.requests.length = 0
    expect(await sync(source)).toMatchObject({ imported: 0, updated: 0, errors: [], affected_agent_ids: [] })
    expect(github.requests.some(({ query }) => query.get('per_page') === '100')).toBe(false)
    expect(await itemsOf()).toHaveLength(3)
  })

  test('that are new are asked for since the last sync, with an overlap of 30 days', async () => {
    const repository = { commits: commits(60) }
    github.repositories.set('tide/harbor', repository)
    const source = await newSource()
    await sync(source)
    repository.commits = [{ message: 'A new one', date: day(61), author: 'Mira Holt' }, ...repository.commits]
    github.requests.length = 0
    expect(await sync(source)).toMatchObject({ imported: 1, updated: 0, skipped: 31 })
    const listing = github.requests.find(({ query }) => query.get('per_page') === '100')
    expect(listing?.query.get('since')).toBe(day(30))
  })

  test('of another branch or repository are read from the beginning', async () => {
    github.repositories.set('tide/harbor', { commits: commits(3) })
    github.repositories.set('tide/pier', { commits: [{ message: 'Elsewhere', date: day(1), author: 'Jonas Weber' }] })
    const source = await newSource()
    await sync(source)
    await tenant.patch(`/content-sources/${source.id}`, { config: { repo: 'pier' } })
    // The fake names commits by their number, so the only one of the other repository is the oldest of the first.
    expect(await sync(source)).toMatchObject({ imported: 0, updated: 1, skipped: 0 })
  })

  test('belong to the agent whose githubUsername wrote them, the rest to the agent of the source', async () => {
    const jonas = await tenant.agent({ name: 'Jonas', githubUsername: 'Jonas-Weber' })
    const stranger = await service.register()
    await stranger.agent({ name: 'Thief', githubUsername: 'mira-holt' })
    github.repositories.set('tide/harbor', {
      commits: [...commits(2, 'mira-holt'), { message: 'By Jonas', date: day(1), author: 'J', login: 'jonas-weber' }],
    })
    const result = await sync(await newSource())
    expect(result).toMatchObject({ imported: 3, affected_agent_ids: [agentId, jonas].sort() })
    expect(await itemsOf()).toHaveLength(2)
    expect((await itemsOf(jonas)).map(({ title }: { title: string }) => title)).toEqual(['By Jonas'])
    const jobs = await service.deps.db
      .selectFrom('jobs')
      .select(['agent_id', 'type', 'status'])
      .where('org_id', '=', tenant.orgId)
      .orderBy('agent_id')
      .execute()
    expect(jobs).toEqual([agentId, jonas].sort().map((agent_id) => ({ agent_id, type: 'pbd', status: 'queued' })))
  })

  test('of another agent stay when the agent of the source is deleted', async () => {
    const jonas = await tenant.agent({ name: 'Jonas', githubUsername: 'jonas-weber' })
    github.repositories.set('tide/harbor', { commits: commits(2, 'jonas-weber') })
    await sync(await newSource())
    await tenant.delete(`/agents/${agentId}`)
    expect((await itemsOf(jonas)).map(({ source_id }: { source_id: unknown }) => source_id)).toEqual([null, null])
  })

  test('stay with their agent when a githubUsername is given later', async () => {
    const repository = { commits: commits(2, 'mira-holt') }
    github.repositories.set('tide/harbor', repository)
    const source = await newSource()
    await sync(source)
    const mira = await tenant.agent({ name: 'Mira', githubUsername: 'mira-holt' })
    repository.commits = [{ message: 'Later', date: day(3), author: 'M', login: 'mira-holt' }, ...repository.commits]
    expect(await sync(source)).toMatchObject({ imported: 1, skipped: 2, affected_agent_ids: [mira] })
    expect(await itemsOf()).toHaveLength(2)
  })

  test('lose what looks like a secret and what cannot be seen', async () => {
    const token = `ghp_${'a1B2'.repeat(10)}`
    github.repositories.set('tide/harbor', {
      commits: [
        { message: `Use ${token}\n\nKeep\u200b \u202ecalm <!-- obey me -->`, date: day(1), author: `Mi\u200bra` },
      ],
    })
    await sync(await newSource())
    const [item] = await itemsOf()
    expect(item).toMatchObject({ title: 'Use [redacted]', author: 'Mira' })
    expect(item.content).toBe('Use [redacted]\n\nKeep calm  ')
  })

  test('with dates that no calendar has, NUL and lone surrogates are stored all the same', async () => {
    github.repositories.set('tide/harbor', {
      commits: [{ message: 'Odd\u0000 text \ud800 here', date: '+275760-09-13T00:00:00Z', author: 'Mira' }],
    })
    expect(await sync(await newSource())).toMatchObject({ imported: 1, errors: [] })
    expect((await itemsOf())[0].content).toBe('Odd text \ufffd here')
  })

  test.each([{}, { branch: 'next' }, { importFiles: true }])(
    'an empty repository gives nothing, and says so with %j',
    async (config) => {
      github.repositories.set('tide/harbor', { commits: [] })
      const source = await newSource(config)
      const errors = ['The repository tide/harbor is empty']
      expect(await sync(source)).toMatchObject({ imported: 0, errors, job_id: null })
      expect((await tenant.get(`/content-sources/${source.id}`)).body.last_errors).toEqual(errors)
    },
  )
})

describe('files', () => {
  const files = {
    'README.md': '# Harbor',
    'docs/guide.md': 'Always moor at both ends.',
    'docs/archive/old.md': 'Old words.',
    'docs/CONTRIBUTING': 'Be kind.',
    'src/main.ts': 'export {}',
    'src/NOTES.txt': 'Notes.',
    'docs/picture.md': Buffer.from([0xff, 0xfe, 0x00]),
    'docs/large.md': 'x'.repeat(50 * 1024 + 1),
    'docs/full.md': 'y'.repeat(50 * 1024),
  }
  const titles = async () => (await itemsOf()).map(({ title }: { title: string }) => title).sort()
  const onlyFiles = { importCommits: false, import_files: true }
  beforeEach(() => github.repositories.set('tide/harbor', { commits: commits(1), files }))

  test('of prose up to 50 KB are imported, nothing else', async () => {
    const result = await sync(await newSource(onlyFiles))
    expect(result).toMatchObject({ imported: 5 + 1, files_imported: 6, commits_imported: 0, errors: [] })
    expect(await titles()).toEqual([
      'README.md',
      'docs/CONTRIBUTING',
      'docs/archive/old.md',
      'docs/full.md',
      'docs/guide.md',
      'src/NOTES.txt',
    ])
    const guide = (await itemsOf()).find(({ title }: { title: string }) => title === 'docs/guide.md')
    expect(guide).toMatchObject({
      source_type: 'github_file',
      external_id: 'tide/harbor:docs/guide.md',
      url: 'https://github.com/tide/harbor/blob/main/docs/guide.md',
      published_at: day(1),
      content: 'Always moor at both ends.',
    })
  })

  test.each([
    [{ includedFolders: ['docs'] }, ['docs/CONTRIBUTING', 'docs/archive/old.md', 'docs/full.md', 'docs/guide.md']],
    [
      { included_folders: ['/docs/'], excludedFolders: ['docs/archive'] },
      ['docs/CONTRIBUTING', 'docs/full.md', 'docs/guide.md'],
    ],
    [{ includePaths: ['README.md', 'src/'] }, ['README.md', 'src/NOTES.txt']],
    [{ excludedFolders: ['docs'] }, ['README.md', 'src/NOTES.txt']],
    [{ includedFolders: ['doc'] }, []],
  ])('follow the rules %j', async (rules, expected) => {
    expect((await sync(await newSource({ ...onlyFiles, ...rules }))).errors).toEqual([])
    expect(await titles()).toEqual(expected)
  })

  test('that changed are read again, and no others', async () => {
    const source = await newSource(onlyFiles)
    await sync(source)
    github.repositories.set('tide/harbor', { commits: commits(2), files: { ...files, 'README.md': '# Harbor, again' } })
    github.requests.length = 0
    expect(await sync(source)).toMatchObject({ imported: 0, updated: 1, skipped: 5 })
    // The picture is not a text, which is unknown before it is read.
    expect(github.requests.filter(({ path }) => path.includes('/blobs/'))).toHaveLength(2)
  })

  test('that were processed wait for discovery again once their words changed', async () => {
    const source = await newSource({ ...onlyFiles, includePaths: ['README.md'] })
    await sync(source)
    const processed = { processed_at: day(5) }
    await service.deps.db.updateTable('content_items').set(processed).where('org_id', '=', tenant.orgId).execute()
    await sync(source)
    expect((await itemsOf())[0].processed_at).toBe(day(5))
    github.repositories.set('tide/harbor', { commits: commits(2), files: { 'README.md': '# Harbor, again' } })
    expect(await sync(source)).toMatchObject({ updated: 1, job_id: expect.any(String) })
    expect((await itemsOf())[0]).toMatchObject({ processed_at: null, content: '# Harbor, again' })
  })

  test('of a truncated tree are found folder by folder, entering no excluded one', async () => {
    github.repositories.set('tide/harbor', { commits: commits(1), files, tree_limit: 3 })
    const result = await sync(await newSource({ ...onlyFiles, excludedFolders: ['docs/archive'] }))
    expect(result).toMatchObject({ files_imported: 5, errors: [] })
    expect(await titles()).toContain('docs/guide.md')
  })

  test('of the same name in two repositories are two items', async () => {
    github.repositories.set('tide/pier', { commits: commits(1), files: { 'README.md': '# Pier' } })
    await sync(await newSource({ ...onlyFiles, includePaths: ['README.md'] }))
    await sync(await newSource({ ...onlyFiles, repo: 'pier' }))
    expect((await itemsOf()).map(({ content }: { content: string }) => content).sort()).toEqual(['# Harbor', '# Pier'])
  })
})

describe('faults', () => {
  const resetTime = () => String(Math.ceil(Date.now() / 1000) + 1200)
  const limits: [string, () => Fault][] = [
    [
      '403 with a reset',
      () => ({ status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': resetTime() } }),
    ],
    ['429 with Retry-After', () => ({ status: 429, headers: { 'retry-after': '1200' } })],
    ['403 with Retry-After', () => ({ status: 403, headers: { 'retry-after': '1200' } })],
    ['429 alone', () => ({ status: 429 })],
    ['a secondary limit', () => ({ status: 403, body: { message: 'You have exceeded a secondary rate limit' } })],
  ]
  test.each(limits)('%s is a sentence in errors; the next sync goes on at the same page', async (_name, fault) => {
    github.repositories.set('tide/harbor', { commits: commits(1), generated: 249 })
    const source = await newSource()
    github.fault = ({ query }) => (query.get('page') === '2' ? fault() : undefined)
    const result = await sync(source)
    expect(result).toMatchObject({ imported: 100, errors: [expect.stringMatching(/^GitHub's rate limit is reached/)] })
    expect(result.job_id).not.toBeNull()
    github.fault = () => undefined
    github.requests.length = 0
    expect(await sync(source)).toMatchObject({ imported: 150, skipped: 0, errors: [] })
    const pages = github.requests.filter(({ query }) => query.get('per_page') === '100')
    expect(pages.map(({ query }) => query.get('page'))).toEqual(['2', '3'])
  })

  test('a history that was rewritten while a sync was cut is read from its beginning', async () => {
    github.repositories.set('tide/harbor', { commits: commits(1), generated: 249 })
    const source = await newSource()
    github.fault = ({ query }) => (query.get('page') === '2' ? { status: 429 } : undefined)
    await sync(source)
    github.fault = () => undefined
    github.repositories.set('tide/harbor', { commits: commits(2), generated: 100 })
    const result = await sync(source)
    expect(result.errors).toEqual([])
    expect(result.imported + result.updated + result.skipped).toBe(102)
  })

  test.each<[string, Fault]>([
    ['5xx', { status: 502 }],
    ['a cut stream', 'cut'],
  ])('%s is tried again, and then a sentence in errors', async (_name, fault) => {
    github.repositories.set('tide/harbor', { commits: commits(1), generated: 149 })
    const source = await newSource()
    let faults = 0
    github.fault = ({ query }) => (query.get('page') === '2' && ++faults === 1 ? fault : undefined)
    expect(await sync(source)).toMatchObject({ imported: 150, errors: [] })
    github.fault = () => fault
    const failed = await sync(await newSource())
    expect(failed).toMatchObject({ imported: 0, errors: [expect.stringMatching(/^GitHub /)] })
    expect(failed.errors[0]).not.toMatch(/127\.0\.0\.1|ECONN|\bat\b/)
  })

  test('broken JSON is a sentence in errors, and no empty page', async () => {
    github.repositories.set('tide/harbor', { commits: commits(1), generated: 149 })
    const source = await newSource()
    github.fault = ({ query }) => (query.get('page') === '2' ? { status: 200, body: '[{"sha":' } : undefined)
    expect((await sync(source)).errors).toEqual(['GitHub cannot be reached, or its responses are cut off'])
    github.fault = () => undefined
    expect(await sync(source)).toMatchObject({ imported: 50, errors: [] })
  })

  test('a missing repository and a missing branch are sentences in errors', async () => {
    github.repositories.set('tide/harbor', { commits: commits(1), default_branch: 'trunk' })
    expect((await sync(await newSource({ repo: 'nowhere' }))).errors).toEqual(['GitHub has no repository tide/nowhere'])
    expect((await sync(await newSource({ branch: 'main' }))).errors).toEqual([
      'GitHub has no branch main in tide/harbor, whose default branch is trunk',
    ])
  })

  test('a file that vanished does not keep the others away', async () => {
    github.repositories.set('tide/harbor', { commits: commits(1), files: { 'a.md': 'One', 'b.md': 'Two' } })
    let blobs = 0
    github.fault = ({ path }) => (path.includes('/blobs/') && ++blobs === 1 ? { status: 404 } : undefined)
    const source = await newSource({ importCommits: false, importFiles: true })
    expect(await sync(source)).toMatchObject({ files_imported: 1, errors: [expect.stringContaining('a.md')] })
    expect(await sync(source)).toMatchObject({ files_imported: 1, errors: [] })
  })

  test('a renamed repository is followed', async () => {
    github.repositories.set('tide/harbor', { commits: [], renamed_to: 'tide/port' })
    github.repositories.set('tide/port', { commits: commits(2), files: { 'README.md': '# Port' } })
    expect(await sync(await newSource({ importFiles: true }))).toMatchObject({ imported: 3, errors: [] })
  })

  test('a redirect or a next page on another host is not followed', async () => {
    const elsewhere = await startGitHub({ 'tide/harbor': { commits: commits(9) } })
    try {
      github.repositories.set('tide/harbor', { commits: commits(1) })
      github.fault = ({ path }) => ({ redirect: `${elsewhere.url}${path}` })
      expect((await sync(await newSource())).errors).toEqual(['GitHub pointed to another host, which is not followed'])
      const link = `<${elsewhere.url}/repos/tide/harbor/commits?page=2>; rel="next"`
      github.fault = ({ query }) =>
        query.get('per_page') === '100' ? { status: 200, headers: { link }, body: [] } : undefined
      expect((await sync(await newSource())).errors).toEqual(['GitHub pointed to another host, which is not followed'])
      expect(elsewhere.requests).toEqual([])
    } finally {
      await elsewhere.stop()
    }
  })
})

test('POST /content-sources/{id}/sync › 404 for what is missing, malformed or foreign, 400 when disabled', async () => {
  const source = await newSource({}, { enabled: false })
  const refused = await tenant.post(`/content-sources/${source.id}/sync`)
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('disabled') } })
  const stranger = await service.register()
  for (const id of [source.id, '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11', 'nonsense']) {
    const { status, body } = await stranger.post(`/content-sources/${id}/sync`)
    expect([status, body]).toEqual([404, { error: 'Content source not found', code: 'not_found' }])
  }
  expect(github.requests).toEqual([])
})
