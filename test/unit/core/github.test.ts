import { describe, expect, test } from 'vitest'
import { entersFolder, githubAddress, isProse, takesPath } from '#core/domain/sources/github.ts'
import { ambiguousRef, sourceConfig } from '#core/domain/sources/github-config.ts'
import { parseRepositoryAddress } from '#core/domain/sources/repository-address.ts'

const github = githubAddress('https://api.github.com')

describe('githubAddress', () => {
  test.each([
    ['https://api.github.com', 'https://github.com', 'https://github.com', 'github.com'],
    ['https://git.acme.com/api/v3', 'https://git.acme.com', 'https://git.acme.com', 'git.acme.com'],
    ['https://api.acme.ghe.com', 'https://acme.ghe.com', 'https://acme.ghe.com', 'acme.ghe.com'],
    ['http://127.0.0.1:4010/', 'https://github.com', 'http://127.0.0.1:4010', 'github.com'],
  ])('%s has its pages at %s and signs in at %s', (api, pages, signIn, host) => {
    expect(githubAddress(api)).toMatchObject({ pages, signIn })
    expect(githubAddress(api).hosts).toContain(host)
  })

  test('an Enterprise server does not answer for github.com', () => {
    expect(githubAddress('https://git.acme.com/api/v3').hosts).toEqual(['git.acme.com'])
  })
})

describe('parseRepositoryAddress', () => {
  test.each([
    'https://github.com/acme/api',
    'https://github.com/acme/api/',
    'https://github.com/acme/api.git',
    'http://www.github.com/acme/api',
    'acme/api',
    'acme/api/',
    'github.com/acme/api',
    'WWW.GitHub.com/acme/api.git',
    'git@github.com:acme/api.git',
    'git@github.com:/acme/api',
    'org-7@GitHub.com:acme/api.git',
    'ssh://git@github.com/acme/api.git',
    'ssh://git@github.com:22/acme/api',
    'ssh://git@ssh.github.com:443/acme/api.git',
    'git://github.com/acme/api.git',
    'git+https://github.com/acme/api.git',
    'https://github.com/acme/api?tab=readme-ov-file#install',
    'https://github.com/acme/api/#readme',
    ' https://github.com//acme/api// ',
  ])('reads %s', (url) => {
    expect(parseRepositoryAddress(url, github)).toEqual({ owner: 'acme', repo: 'api', target: undefined })
  })

  test.each([
    ['https://github.com/acme/api/tree/main', 'folder', ['main']],
    ['https://github.com/acme/api/tree/main/docs/', 'folder', ['main', 'docs']],
    ['https://github.com/acme/api/tree/feature/x/docs', 'folder', ['feature', 'x', 'docs']],
    ['https://github.com/acme/api/tree/feature%2Fx/docs', 'folder', ['feature/x', 'docs']],
    ['https://github.com/acme/api/commits/main/', 'folder', ['main']],
    ['https://github.com/acme/api/blob/main/CLAUDE.md?plain=1#L4-L9', 'file', ['main', 'CLAUDE.md']],
    [
      'https://github.com/acme/api/blob/refs/heads/main/docs/%C3%BCber%20uns.md',
      'file',
      ['main', 'docs', 'über uns.md'],
    ],
    ['github.com/acme/api/raw/v1.2/README', 'file', ['v1.2', 'README']],
  ])('reads %s', (url, kind, segments) => {
    expect(parseRepositoryAddress(url, github)).toEqual({ owner: 'acme', repo: 'api', target: { kind, segments } })
  })

  test('reads the addresses of an Enterprise server', () => {
    const own = githubAddress('https://git.acme.com/api/v3')
    for (const url of ['git@git.acme.com:acme/api.git', 'git.acme.com/acme/api', 'acme/api']) {
      expect(parseRepositoryAddress(url, own)).toMatchObject({ owner: 'acme', repo: 'api' })
    }
    expect(() => parseRepositoryAddress('git@github.com:acme/api.git', own)).toThrow('must be on git.acme.com')
  })

  test.each([
    'acme',
    'acme/api/extra',
    'git@gitlab.com:acme/api.git',
    'git@github.com',
    'ssh://git:word@github.com/acme/api',
    'https://github.com.evil.example/acme/api',
    'https://github.com@evil.example/acme/api',
    'https://user:pass@github.com/acme/api',
    'https://github.com:8443/acme/api',
    'https://gitlab.com/acme/api',
    'https://169.254.169.254/acme/api',
    'file:///acme/api',
    'https://github.com/acme',
    'https://github.com/acme/api/tree',
    'https://github.com/acme/api/tree/refs/heads',
    'https://github.com/acme/api/blob/main',
    'https://github.com/acme/api/issues',
    'https://github.com/acme/api/pull/7',
    'https://github.com/acme/api/tree/main/%E0%A4%A',
    'https://github.com/orgs/acme/repositories',
    'javascript:alert(1)',
    'https://github.com/acme/..',
    'https://github.com/acme/%2e%2e%2f',
    'https://github.com/-acme/api',
    '',
  ])('refuses %j with a sentence', (url) => {
    expect(() => parseRepositoryAddress(url, github)).toThrow(/^config\./)
  })
})

describe('sourceConfig', () => {
  test('fills in the defaults of the specification', () => {
    expect(sourceConfig({ repo_url: 'https://github.com/acme/api' }, github)).toEqual({
      repo_url: 'https://github.com/acme/api',
      owner: 'acme',
      repo: 'api',
      import_commits: true,
      import_files: false,
      included_folders: [],
      excluded_folders: [],
    })
  })

  test('keeps what a change does not name', () => {
    const before = sourceConfig({ owner: 'acme', repo: 'api', import_files: true, branch: 'next' }, github)
    expect(sourceConfig({ repo_url: 'https://github.com/acme/web' }, github, before)).toEqual({
      ...before,
      repo_url: 'https://github.com/acme/web',
      repo: 'web',
    })
  })

  const tree = 'https://github.com/acme/api/tree'
  test.each([
    [{ repo_url: `${tree}/next` }, { branch: 'next', import_files: false, included_folders: [] }],
    [{ repo_url: `${tree}/main/docs/guide` }, { branch: 'main', import_files: true, included_folders: ['docs/guide'] }],
    [
      { repo_url: `${tree}/main/docs`, import_files: false, included_folders: ['src', 'docs'] },
      { branch: 'main', import_files: false, included_folders: ['src', 'docs'] },
    ],
    [
      { repo_url: 'https://github.com/acme/api/blob/main/docs/CLAUDE.md' },
      { branch: 'main', import_files: true, included_folders: [], include_paths: ['docs/CLAUDE.md'] },
    ],
    [
      { repo_url: `${tree}/feature/x/docs`, branch: 'feature/x' },
      { branch: 'feature/x', included_folders: ['docs'] },
    ],
    [
      { repo_url: `${tree}/feature/x`, branch: 'feature/x' },
      { branch: 'feature/x', included_folders: [] },
    ],
    [{ repo_url: `${tree}/feature%2Fx/docs` }, { branch: 'feature/x', included_folders: ['docs'] }],
  ])('reads the branch and the path of %j', (changes, expected) => {
    expect(sourceConfig(changes, github)).toMatchObject(expected)
  })

  test('a branch that is cleared is the repository’s own again', () => {
    const before = sourceConfig({ owner: 'acme', repo: 'api', branch: 'next' }, github)
    expect(sourceConfig({ branch: null }, github, before)).not.toHaveProperty('branch')
    expect(sourceConfig({}, github, before)).toEqual(before)
  })

  test.each([
    [{ repo_url: 'acme/api' }, undefined],
    [{ owner: 'acme', repo: 'api' }, undefined],
    [{ repo_url: `${tree}/main` }, undefined],
    [{ repo_url: 'https://github.com/acme/api/blob/main/README.md' }, undefined],
    [{ repo_url: `${tree}/feature/x`, branch: 'feature/x' }, undefined],
    [{ repo_url: `${tree}/feature/x/docs` }, ['feature', 'x', 'docs']],
    [{ repo_url: 'https://github.com/acme/api/blob/feature/x/README.md', branch: null }, ['feature', 'x']],
  ])('the branch of %j may be any beginning of %j', (changes, segments) => {
    expect(ambiguousRef(changes, github)).toEqual(segments)
  })

  test.each([
    [{}, /repoUrl is required/],
    [{ repo_url: `${tree}/main/docs`, branch: 'next' }, /config.branch must be the branch that config.repoUrl names/],
    [{ repo_url: `${tree}/main/..%2F..` }, /config.includedFolders must be paths/],
    [{ owner: 'acme' }, /repoUrl is required/],
    [{ owner: 'acme', repo: '..' }, /config.repo must/],
    [{ owner: 'a/b', repo: 'api' }, /config.owner must/],
    [{ owner: 'acme', repo: 'api', branch: 'a..b' }, /config.branch/],
    [{ owner: 'acme', repo: 'api', branch: 'a b' }, /config.branch/],
    [{ owner: 'acme', repo: 'api', branch: '' }, /config.branch/],
    [{ owner: 'acme', repo: 'api', included_folders: ['../secret'] }, /config.includedFolders/],
    [{ owner: 'other', repo: 'api', repo_url: 'https://github.com/acme/api' }, /the same repository/],
  ])('refuses %j', (changes, sentence) => {
    expect(() => sourceConfig(changes, github)).toThrow(sentence)
  })
})

test('exclusion wins over inclusion, and a folder is no mere prefix', () => {
  const rules = { included_folders: ['docs'], excluded_folders: ['docs/old'], include_paths: ['a/b.md', 'notes/'] }
  const taken = ['docs/a.md', 'docs/new/a.md', 'a/b.md', 'notes/x.md']
  const left = ['docs/old/a.md', 'docs2/a.md', 'docs', 'a/c.md', 'README.md']
  expect(taken.filter((path) => !takesPath(rules, path))).toEqual([])
  expect(left.filter((path) => takesPath(rules, path))).toEqual([])
  expect(['docs', 'docs/new', 'a', 'notes', 'notes/deep'].filter((path) => !entersFolder(rules, path))).toEqual([])
  expect(['docs/old', 'docs/old/x', 'src', 'docs2'].filter((path) => entersFolder(rules, path))).toEqual([])
})

test('prose is known by its ending or by a customary name', () => {
  const prose = ['a.md', 'a.MDX', 'x/b.txt', 'c.rst', 'd.adoc', 'e.org', 'README', 'docs/CHANGELOG', 'Contributing']
  const other = ['a.ts', 'README.exe', 'md', 'a.md.png', 'LICENSE.js', '.env', 'README/main.c']
  expect(prose.filter((path) => !isProse(path))).toEqual([])
  expect(other.filter(isProse)).toEqual([])
})
