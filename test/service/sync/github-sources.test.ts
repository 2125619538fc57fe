import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FakeCommit, FakeGitHub, FakeRepository } from '../../fakes/github.ts'
import { pat, resetGitHub, startServiceWithGitHub } from '../../support/github.ts'
import type { Service, Tenant } from '../../support/service.ts'

/** The branch of a GitHub source, the addresses that people paste, and files without content. */

let github: FakeGitHub
let service: Service
let tenant: Tenant
let agentId: string

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
  agentId = await tenant.agent()
})

const commits: FakeCommit[] = [{ message: 'Moor at both ends', date: '2026-01-01T12:00:00Z', author: 'Mira Holt' }]
const files = { 'README.md': '# Harbor', 'docs/guide.md': 'Always moor.', 'docs/old/a.md': 'Old.', 'src/x.ts': 'x' }
const harbor = (more: Partial<FakeRepository> = {}, name = 'tide/harbor') =>
  github.repositories.set(name, { commits, files, ...more })

const create = async (config: object) => tenant.post('/content-sources', { agentId, platform: 'github', config })
const newSource = async (config: object) => {
  const { status, body } = await create(config)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const sync = async ({ id }: { id: string }) => {
  const { status, body } = await tenant.post(`/content-sources/${id}/sync`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const stored = async ({ id }: { id: string }) => (await tenant.get(`/content-sources/${id}`)).body
const items = async () => (await tenant.get(`/content-items?agentId=${agentId}`)).body.data
const titles = async () => (await items()).map(({ title }: { title: string }) => title).sort()
const branchesAsked = () =>
  new Set(github.requests.filter(({ query }) => query.get('per_page') === '1').map(({ query }) => query.get('sha')))

describe('a source without a branch', () => {
  const plain = { owner: 'tide', repo: 'harbor' }

  test.each([
    ['of another name', { default_branch: 'trunk' }, 'trunk'],
    ['beside a main', { default_branch: 'develop', branches: ['main'] }, 'develop'],
    ['with slashes', { default_branch: 'release/2026', branches: ['release/2025'] }, 'release/2026'],
    ['in Japanese', { default_branch: '開発' }, '開発'],
    ['called main', {}, 'main'],
  ])('reads the default branch %s', async (_name, repository, branch) => {
    harbor(repository)
    const source = await newSource({ ...plain, importFiles: true })
    expect(source.config.branch).toBe('main')
    expect(await sync(source)).toMatchObject({ commits_imported: 1, files_imported: 3, errors: [] })
    expect([...branchesAsked()]).toEqual([branch])
    expect(await stored(source)).toMatchObject({ config: { branch }, last_errors: [] })
    const guide = (await items()).find(({ title }: { title: string }) => title === 'docs/guide.md')
    const encoded = branch.split('/').map(encodeURIComponent).join('/')
    expect(guide).toMatchObject({
      url: `https://github.com/tide/harbor/blob/${encoded}/docs/guide.md`,
      metadata: { branch },
    })
    const tree = await tenant.get('/github/tree?owner=tide&repo=harbor')
    expect(tree.body).toMatchObject({ folders: ['docs', 'docs/old', 'src'], total_files: 4 })
  })

  test('follows the default branch when it changes', async () => {
    harbor({ default_branch: 'master' })
    const source = await newSource(plain)
    await sync(source)
    harbor({ default_branch: 'main' })
    expect(await sync(source)).toMatchObject({ imported: 0, errors: [] })
    expect((await stored(source)).config.branch).toBe('main')
  })

  test('stays one when a client sends back what it was given, and is one again when the branch is cleared', async () => {
    harbor({ default_branch: 'trunk' })
    const source = await newSource(plain)
    const path = `/content-sources/${source.id}`
    for (const round of ['before', 'after']) {
      const { config } = await stored(source)
      expect((await tenant.patch(path, { config })).status, round).toBe(200)
      expect(await sync(source)).toMatchObject({ errors: [] })
    }
    await tenant.patch(path, { config: { branch: 'nowhere' } })
    expect((await sync(source)).errors).toEqual([
      'GitHub has no branch nowhere in tide/harbor, whose default branch is trunk',
    ])
    await tenant.patch(path, { config: { branch: null } })
    expect(await sync(source)).toMatchObject({ errors: [] })
  })

  test('of a repository that was renamed and moved reads its default branch there', async () => {
    harbor({ renamed_to: 'shore/port', commits: [] })
    harbor({ default_branch: 'trunk' }, 'shore/port')
    expect(await sync(await newSource({ ...plain, importFiles: true }))).toMatchObject({ imported: 4, errors: [] })
  })
})

describe('an address', () => {
  const harborUrl = 'https://github.com/tide/harbor'

  test.each([
    'tide/harbor',
    'github.com/tide/harbor/',
    'git@github.com:tide/harbor.git',
    'ssh://git@github.com/tide/harbor.git',
    `${harborUrl}.git`,
    `${harborUrl}?tab=readme-ov-file#harbor`,
    'https://www.github.com/tide/harbor/',
  ])('%s names the repository', async (repoUrl) => {
    harbor()
    const source = await newSource({ repoUrl })
    expect(source.config).toMatchObject({ repo_url: harborUrl, owner: 'tide', repo: 'harbor', branch: 'main' })
    expect(github.requests).toEqual([])
    expect(await sync(source)).toMatchObject({ imported: 1, errors: [] })
  })

  test.each([
    ['tree/main/docs', {}, 'main', ['docs/guide.md', 'docs/old/a.md']],
    ['tree/feature/x/docs/old', { branches: ['feature/x'] }, 'feature/x', ['docs/old/a.md']],
    ['tree/feature%2Fx/docs/old', { branches: ['feature/x'] }, 'feature/x', ['docs/old/a.md']],
    ['tree/release/2026/11', { default_branch: 'release/2026/11' }, 'release/2026/11', undefined],
    ['tree/fix/%231/docs', { branches: ['fix/#1'] }, 'fix/#1', ['docs/guide.md', 'docs/old/a.md']],
    ['blob/main/README.md#L1', {}, 'main', ['README.md']],
    ['blob/feature/x/docs/guide.md?plain=1', { branches: ['feature/x'] }, 'feature/x', ['docs/guide.md']],
  ])('%s names the branch, and what to read of it', async (path, repository, branch, expected) => {
    harbor(repository)
    const source = await newSource({ repoUrl: `${harborUrl}/${path}`, importCommits: false })
    expect(source.config).toMatchObject({ repo_url: harborUrl, branch })
    expect(await sync(source)).toMatchObject({ errors: [] })
    if (expected) expect(await titles()).toEqual(expected)
  })

  test.each([
    ['does not answer', () => 'cut' as const],
    ['has reached its limit', () => ({ status: 403, headers: { 'retry-after': '1200' } })],
    ['has no such repository', () => ({ status: 404 })],
  ])('ends its branch at the first slash while GitHub %s, and the sync says what is wrong', async (_name, fault) => {
    harbor({ branches: ['feature/x'] })
    github.fault = fault
    const source = await newSource({ repoUrl: `${harborUrl}/tree/feature/x/docs` })
    expect(source.config).toMatchObject({ branch: 'feature', included_folders: ['x/docs'] })
    github.fault = () => undefined
    expect((await sync(source)).errors).toEqual([
      'GitHub has no branch feature in tide/harbor, whose default branch is main',
    ])
    const changed = await tenant.patch(`/content-sources/${source.id}`, {
      config: { repoUrl: `${harborUrl}/tree/feature/x/docs`, includedFolders: [] },
    })
    expect(changed.body.config).toMatchObject({ branch: 'feature/x', included_folders: ['docs'] })
  })

  test('of a private repository is looked up with the connection of the organization', async () => {
    harbor({ private: true, branches: ['feature/x'] })
    const { body: connection } = await tenant.post('/github/connections', { token: pat })
    const config = { repoUrl: `${harborUrl}/tree/feature/x/docs`, connectionId: connection.id }
    expect((await newSource(config)).config).toMatchObject({ branch: 'feature/x', included_folders: ['docs'] })
    const stranger = await service.register()
    const body = { agentId: await stranger.agent(), platform: 'github', config: { repoUrl: config.repoUrl } }
    expect((await stranger.post('/content-sources', body)).body.config.branch).toBe('feature')
  })

  test.each([
    [`${harborUrl}/issues`, 'must be a repository URL like https://github.com/owner/repo, or the URL of a branch'],
    [`${harborUrl}/pull/4/files`, 'must be a repository URL like'],
    ['https://gitlab.com/tide/harbor', 'must be on github.com, not on gitlab.com'],
    ['git@gitlab.com:tide/harbor.git', 'must be on github.com, not on gitlab.com'],
    ['tide', 'must be a repository URL like'],
  ])('%s is refused in a sentence', async (repoUrl, sentence) => {
    const { status, body } = await create({ repoUrl })
    expect([status, body.error]).toEqual([400, expect.stringContaining(`config.repoUrl ${sentence}`)])
  })
})

describe('files without content', () => {
  const pointer = (version = 'https://git-lfs.github.com/spec/v1', end = '\n') =>
    [`version ${version}`, `oid sha256:${'4d7a2146'.repeat(8)}`, 'size 12345', ''].join(end)
  const onlyFiles = { owner: 'tide', repo: 'harbor', importCommits: false, importFiles: true }

  test('of Git LFS and submodules are skipped, and named in the status until they change', async () => {
    const lfs = {
      'a.md': pointer(),
      'b.txt': pointer(undefined, '\r\n'),
      'c.md': pointer('https://hawser.github.com/spec/v1'),
    }
    harbor({ files: { ...files, ...lfs, 'd/é.md': pointer() }, submodules: ['vendor/docs', 'vendor/ui'] })
    const source = await newSource(onlyFiles)
    const errors = [
      'Skipped files of Git LFS, whose content is not in the repository: a.md, b.txt, c.md, and 1 more',
      'Skipped submodules, which are other repositories: vendor/docs and vendor/ui',
    ]
    for (const imported of [3, 0]) {
      expect(await sync(source)).toMatchObject({ files_imported: imported, errors })
      expect((await stored(source)).last_errors).toEqual(errors)
    }
    github.repositories.set('tide/harbor', { commits: [...commits, ...commits], files })
    expect(await sync(source)).toMatchObject({ errors: [] })
  })

  test('a text about Git LFS is a text', async () => {
    const about = `# Pointers\n\n${pointer()}`
    harbor({ files: { 'a.md': about, 'b.md': 'version https://git-lfs.github.com/spec/v1\n\nis how one begins.' } })
    expect(await sync(await newSource(onlyFiles))).toMatchObject({ files_imported: 2, errors: [] })
  })

  test.each([
    [{ includedFolders: ['docs'] }, []],
    [{ excludedFolders: ['vendor'] }, []],
    [{ includedFolders: ['vendor'] }, ['Skipped submodules, which are other repositories: vendor/docs']],
  ])('submodules outside of the rules %j are not mentioned', async (rules, errors) => {
    harbor({ submodules: ['vendor/docs'] })
    expect((await sync(await newSource({ ...onlyFiles, ...rules }))).errors).toEqual(errors)
  })

  test('submodules of a truncated tree are found, and are no files', async () => {
    harbor({ submodules: ['vendor/docs'], tree_limit: 3 })
    expect((await sync(await newSource(onlyFiles))).errors).toEqual([
      'Skipped submodules, which are other repositories: vendor/docs',
    ])
    expect((await tenant.get('/github/tree?owner=tide&repo=harbor')).body.total_files).toBe(4)
  })

  test('a file that the settings name and that is not imported is named in the status', async () => {
    harbor({ files: { ...files, 'large.md': 'x'.repeat(51 * 1024) } })
    const config = { ...onlyFiles, includePaths: ['src/x.ts', 'large.md', 'README.md', 'missing.md'] }
    expect(await sync(await newSource(config))).toMatchObject({
      files_imported: 1,
      errors: ['Skipped files that are not prose of at most 50 KB: src/x.ts and large.md'],
    })
  })
})

test('letters and their accents are one character, in paths and words', async () => {
  const path = 'Führung/Leitbild.md'
  harbor({
    commits: [{ ...commits[0]!, message: 'Prüfe zuerst'.normalize('NFD'), author: 'Zoë'.normalize('NFD') }],
    files: { [path.normalize('NFD')]: 'Über Mängel reden wir früh.'.normalize('NFD'), 'README.md': '#' },
  })
  const config = { owner: 'tide', repo: 'harbor', importFiles: true, includedFolders: ['Führung'.normalize('NFC')] }
  const source = await newSource(config)
  expect(await sync(source)).toMatchObject({ imported: 2, errors: [] })
  expect(await titles()).toEqual([path.normalize('NFC'), 'Prüfe zuerst'.normalize('NFC')])
  const texts = (await items()).map(({ content, author }: { content: string; author: string }) => [content, author])
  expect(texts.flat().filter(Boolean)).toEqual(
    expect.arrayContaining(['Über Mängel reden wir früh.', 'Zoë'].map((text) => text.normalize('NFC'))),
  )
  github.repositories.get('tide/harbor')!.commits.unshift({ ...commits[0]!, message: 'Later' })
  expect(await sync(source)).toMatchObject({ commits_imported: 1, updated: 0 })
})
