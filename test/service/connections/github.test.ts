import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newGitHub } from '../../../server/outside/github/github.ts'
import type { FakeGitHub } from '../../fakes/github.ts'
import { pat, resetGitHub, startServiceWithGitHub } from '../../support/github.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Connections, OAuth, trees and waiting (behavior: GitHub). */

const nowhere = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'
const commit = { message: 'Private words', date: '2026-03-01T00:00:00.000Z', author: 'Mira' }

let github: FakeGitHub
let service: Service
let tenant: Tenant
let stranger: Tenant

beforeAll(async () => {
  ;({ github, service } = await startServiceWithGitHub())
  stranger = await service.register()
})
afterAll(async () => {
  await service.stop()
  await github.stop()
})
beforeEach(async () => {
  resetGitHub(github)
  tenant = await service.register()
})

const connect = async () => {
  const { status, body } = await tenant.post('/github/connections', { orgId: tenant.orgId, token: pat })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const newSource = async (repo: string, more: object = {}) => {
  const body = { agentId: await tenant.agent(), platform: 'github', config: { owner: 'tide', repo }, ...more }
  return (await tenant.post('/content-sources', body)).body
}

const sync = async ({ id }: { id: string }) => (await tenant.post(`/content-sources/${id}/sync`)).body

describe('connections by token', () => {
  test('are checked against GitHub, read, listed and deleted, never with the token', async () => {
    const created = await connect()
    expect(created).toEqual({
      id: expect.any(String),
      org_id: tenant.orgId,
      github_username: 'mira-holt',
      auth_type: 'token',
      scopes: 'repo, read:user',
      usage_count: 0,
      created_by: tenant.userId,
      created_at: expect.any(String),
    })
    expect(github.requests).toMatchObject([{ path: '/user', token: pat }])
    await newSource('harbor', { githubConnectionId: created.id })
    const answers = [
      await tenant.get(`/github/connections?orgId=${tenant.orgId}`),
      await tenant.get(`/github/connections/${created.id}`),
    ]
    expect(answers.map(({ body }) => body)).toEqual([[{ ...created, usage_count: 1 }], { ...created, usage_count: 1 }])
    expect((await tenant.delete(`/github/connections/${created.id}`)).body).toMatchObject({ success: true })
    expect((await tenant.get('/github/connections')).body).toEqual([])
    expect((await tenant.get('/content-sources')).body).toMatchObject([{ github_connection_id: null }])
  })

  test('400 for a token that GitHub does not accept, or that is none; 502 with a sentence when GitHub is silent', async () => {
    for (const token of ['ghp_wrong', 'with space', 'line\nbreak', '', 7, undefined]) {
      const answer = await tenant.post('/github/connections', { token })
      expect(answer.status, String(token)).toBe(400)
      expect(answer.body.error).toContain('token')
    }
    github.fault = () => ({ status: 503 })
    const silent = await tenant.post('/github/connections', { token: pat })
    expect(silent).toMatchObject({
      status: 502,
      body: { error: 'GitHub answered 503 when asked for the account of the token', code: expect.any(String) },
    })
    expect((await tenant.get('/github/connections')).body).toEqual([])
  })

  test('hold the token encrypted: it is nowhere in the database', async () => {
    const { id } = await connect()
    const row = await service.deps.db
      .selectFrom('github_connections')
      .select('token')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.token).toMatch(/^v1\./)
    expect(row.token).not.toContain(pat)
    for (const name of readdirSync(service.deps.config.dataDir).filter((name) => name.startsWith('identity.db'))) {
      expect(readFileSync(join(service.deps.config.dataDir, name)).includes(pat)).toBe(false)
    }
  })

  test('404 for what is missing, malformed or foreign', async () => {
    const { id } = await connect()
    expect((await stranger.post('/github/connections', { orgId: tenant.orgId, token: pat })).status).toBe(404)
    expect((await stranger.get(`/github/connections?orgId=${tenant.orgId}`)).status).toBe(404)
    expect((await stranger.get('/github/connections')).body).toEqual([])
    for (const path of [id, nowhere, 'nonsense']) {
      for (const answer of [
        await stranger.get(`/github/connections/${path}`),
        await stranger.delete(`/github/connections/${path}`),
      ]) {
        expect([answer.status, answer.body]).toEqual([404, { error: 'GitHub connection not found', code: 'not_found' }])
      }
    }
    expect((await stranger.get(`/github/repos?connectionId=${id}`)).status).toBe(404)
    expect((await stranger.get(`/github/tree?owner=a&repo=b&connectionId=${id}`)).status).toBe(404)
    const agentId = await stranger.agent()
    const source = { agentId, platform: 'github', config: { owner: 'tide', repo: 'x' }, githubConnectionId: id }
    expect((await stranger.post('/content-sources', source)).status).toBe(404)
    expect((await tenant.get(`/github/connections/${id}`)).status).toBe(200)
  })
})

describe('private repositories', () => {
  beforeEach(() => github.repositories.set('tide/harbor', { commits: [commit], private: true }))

  test('are read with the named connection, or with the first of the organization', async () => {
    const { id } = await connect()
    expect(await sync(await newSource('harbor', { githubConnectionId: id }))).toMatchObject({ imported: 1, errors: [] })
    expect(await sync(await newSource('harbor'))).toMatchObject({ imported: 1, errors: [] })
    expect(github.requests.every(({ token }) => token === pat)).toBe(true)
  })

  test('are not there for an organization without one', async () => {
    await connect()
    const agentId = await stranger.agent()
    const config = { owner: 'tide', repo: 'harbor' }
    const source = await stranger.post('/content-sources', { agentId, platform: 'github', config })
    const { body } = await stranger.post(`/content-sources/${source.body.id}/sync`)
    expect(body).toMatchObject({ imported: 0, errors: ['GitHub has no repository tide/harbor'] })
  })

  test('stay closed to the service’s own token, which reads public ones', async () => {
    github.accounts.set('operator', 'root')
    github.repositories.set('tide/pier', { commits: [commit] })
    const operated = newGitHub({ githubApiUrl: github.url, githubToken: 'operator' }, { retryBaseMs: 1 })
    const own = await startService({ GITHUB_API_URL: github.url }, { github: operated })
    try {
      const other = await own.register()
      expect((await other.get('/github/tree?owner=tide&repo=harbor')).status).toBe(404)
      expect((await other.get('/github/tree?owner=tide&repo=pier')).status).toBe(200)
      expect(github.requests.every(({ token }) => token === 'operator')).toBe(true)
    } finally {
      await own.stop()
    }
  })

  test('a revoked token is a sentence, and keeps no public repository away', async () => {
    const { id } = await connect()
    github.accounts.clear()
    github.repositories.set('tide/pier', { commits: [commit] })
    expect(await sync(await newSource('pier'))).toMatchObject({ imported: 1, errors: [] })
    const named = await newSource('harbor', { githubConnectionId: id })
    expect(await sync(named)).toMatchObject({ imported: 0, errors: ['GitHub rejected the token'] })
    expect((await tenant.get(`/github/repos?connectionId=${id}`)).status).toBe(400)
  })

  test('a connection encrypted with another SECRET_KEY is a sentence', async () => {
    const { id } = await connect()
    const source = await newSource('harbor', { githubConnectionId: id })
    await service.deps.db.updateTable('github_connections').set({ token: 'v1.AAAA' }).where('id', '=', id).execute()
    expect((await sync(source)).errors).toEqual([expect.stringContaining('SECRET_KEY')])
  })
})

test('GET /github/repos › the repositories of a connection', async () => {
  github.repositories.set('tide/harbor', { commits: [commit], private: true })
  const { id } = await connect()
  const { status, body } = await tenant.get(`/github/repos?connectionId=${id}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    data: [
      {
        owner: 'tide',
        repo: 'harbor',
        full_name: 'tide/harbor',
        private: true,
        default_branch: 'main',
        description: null,
        html_url: 'https://github.com/tide/harbor',
        pushed_at: commit.date,
      },
    ],
    count: 1,
  })
  expect((await tenant.get('/github/repos')).status).toBe(400)
})

describe('GET /github/tree', () => {
  const files = {
    'README.md': 'Hi',
    'docs/a/b.md': 'B',
    'docs/c.png': 'C',
    'src/main.ts': 'x',
    'docs/big.md': 'x'.repeat(60_000),
  }
  const folders = ['docs', 'docs/a', 'src']

  test('lists folders, and with mode=full importable files', async () => {
    github.repositories.set('tide/harbor', { commits: [commit], files })
    const { status, body } = await tenant.get('/github/tree?owner=tide&repo=harbor')
    expect([status, body]).toEqual([200, { folders, total_files: 5 }])
    const full = await tenant.get('/github/tree?owner=tide&repo=harbor&branch=main&mode=full')
    expect(full.body).toEqual({
      folders,
      total_files: 5,
      files: [
        { path: 'README.md', size: 2 },
        { path: 'docs/a/b.md', size: 1 },
      ],
      truncated: false,
    })
  })

  test('walks a truncated tree folder by folder', async () => {
    github.repositories.set('tide/harbor', { commits: [commit], files, tree_limit: 2 })
    expect((await tenant.get('/github/tree?owner=tide&repo=harbor')).body).toEqual({ folders, total_files: 5 })
  })

  test('follows a renamed repository', async () => {
    github.repositories.set('tide/old', { commits: [], renamed_to: 'tide/harbor' })
    github.repositories.set('tide/harbor', { commits: [commit], files })
    expect((await tenant.get('/github/tree?owner=tide&repo=old')).body).toEqual({ folders, total_files: 5 })
  })

  test.each([
    ['', 400],
    ['owner=tide', 400],
    ['owner=tide&repo=..', 400],
    ['owner=..%2F..&repo=user', 400],
    ['owner=tide&repo=harbor&mode=deep', 400],
    ['owner=tide&repo=harbor&connectionId=x', 400],
    [`owner=tide&repo=harbor&connectionId=${nowhere}`, 404],
    ['owner=tide&repo=nowhere', 404],
    ['owner=tide&repo=harbor&branch=nowhere', 404],
  ])('?%s › %i', async (query, status) => {
    github.repositories.set('tide/harbor', { commits: [commit], files })
    const answer = await tenant.get(`/github/tree?${query}`)
    expect(answer.status).toBe(status)
    expect(Object.keys(answer.body)).toEqual(['error', 'code'])
  })

  test('passes GitHub’s limit on as 429 with Retry-After, its failures as 502 with a sentence', async () => {
    github.fault = () => ({ status: 429, headers: { 'retry-after': '77' } })
    const limited = await tenant.get('/github/tree?owner=tide&repo=harbor')
    expect([limited.status, Number(limited.headers['retry-after'])]).toEqual([429, 77])
    expect(limited.body.error).toContain('77 seconds')
    github.fault = () => 'cut'
    const failed = await tenant.get('/github/tree?owner=tide&repo=harbor')
    expect(failed).toMatchObject({ status: 502, body: { error: expect.stringMatching(/^GitHub cannot be reached/) } })
  })

  const misshapen = [null, [], {}, 'text', 5, [null], [{}], { full_name: 1 }, { tree: {} }, [{ sha: 1 }]]

  test.each(misshapen)('an answer of another shape is a sentence: 502, or an error of the sync: %j', async (body) => {
    github.repositories.set('tide/harbor', { commits: [commit] })
    const source = await newSource('harbor')
    for (const nth of [1, 2, 3]) {
      github.fault = (_request, request) => (request === nth ? { status: 200, body } : undefined)
      github.requests.length = 0
      const tree = await tenant.get('/github/tree?owner=tide&repo=harbor')
      expect([200, 404, 502]).toContain(tree.status)
      github.requests.length = 0
      const synced = await tenant.post(`/content-sources/${source.id}/sync`)
      expect([synced.status, synced.text]).toEqual([200, expect.any(String)])
    }
    github.fault = () => ({ status: 200, body })
    const connection = await tenant.post('/github/connections', { orgId: tenant.orgId, token: pat })
    expect(connection).toMatchObject({
      status: 502,
      body: { error: expect.stringMatching(/cannot be (read|reached)/), code: expect.any(String) },
    })
  })
})
