import { describe, expect, test } from 'vitest'
import {
  entersFolder,
  githubAddress,
  isProse,
  parseRepositoryUrl,
  sourceConfig,
  takesPath,
} from '../../server/domain/sources/github.ts'

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

describe('parseRepositoryUrl', () => {
  test.each([
    'https://github.com/acme/api',
    'https://github.com/acme/api/',
    'https://github.com/acme/api.git',
    'http://www.github.com/acme/api',
  ])('reads %s', (url) => {
    expect(parseRepositoryUrl(url, github)).toEqual({ owner: 'acme', repo: 'api' })
  })

  test.each([
    'acme/api',
    'git@github.com:acme/api.git',
    'https://github.com.evil.example/acme/api',
    'https://github.com@evil.example/acme/api',
    'https://user:pass@github.com/acme/api',
    'https://github.com:8443/acme/api',
    'https://gitlab.com/acme/api',
    'https://169.254.169.254/acme/api',
    'file:///acme/api',
    'https://github.com/acme',
    'https://github.com/acme/api/tree/main',
    'https://github.com/acme/..',
    'https://github.com/acme/%2e%2e%2f',
    'https://github.com/acme/api?x=1',
    'https://github.com/-acme/api',
    '',
  ])('refuses %j with a sentence', (url) => {
    expect(() => parseRepositoryUrl(url, github)).toThrow(/^config\./)
  })
})

describe('sourceConfig', () => {
  test('fills in the defaults of the specification', () => {
    expect(sourceConfig({ repo_url: 'https://github.com/acme/api' }, github)).toEqual({
      repo_url: 'https://github.com/acme/api',
      owner: 'acme',
      repo: 'api',
      branch: 'main',
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

  test.each([
    [{}, /repoUrl is required/],
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
