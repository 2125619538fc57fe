import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueueJob } from '../../../server/features/jobs/jobs.ts'
import { claimJob, runJob } from '../../../server/features/jobs/lease.ts'
import { syncSourcesOfAgent } from '../../../server/features/sync/schedule.ts'
import { newGitHub } from '../../../server/outside/github/github.ts'
import { type FakeGitHub, startGitHub } from '../../fakes/github.ts'
import { newPerson, signIn } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Connections, OAuth, trees and waiting (behavior: GitHub). */

const nowhere = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'
const pat = `github_pat_${'m1R4'.repeat(8)}`
const commit = { message: 'Private words', date: '2026-03-01T00:00:00.000Z', author: 'Mira' }

let github: FakeGitHub
let service: Service
let tenant: Tenant
let stranger: Tenant

beforeAll(async () => {
  github = await startGitHub()
  const quick = newGitHub({ githubApiUrl: github.url, githubToken: undefined }, { retryBaseMs: 1 })
  const application = { GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'hush' }
  service = await startService({ GITHUB_API_URL: github.url, ...application }, { github: quick })
  stranger = await service.register()
})
afterAll(async () => {
  await service.stop()
  await github.stop()
})
beforeEach(async () => {
  github.fault = () => undefined
  github.requests.length = 0
  github.repositories.clear()
  github.accounts.clear()
  github.accounts.set(pat, 'mira-holt')
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
    expect((await tenant.delete(`/github/connections/${created.id}`)).body).toEqual({ success: true })
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
      body: { error: 'GitHub answered 503 when asked for the account of the token' },
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
        expect([answer.status, answer.body]).toEqual([404, { error: 'GitHub connection not found' }])
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
    expect(Object.keys(answer.body)).toEqual(['error'])
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
      body: { error: expect.stringMatching(/cannot be (read|reached)/) },
    })
  })
})

describe('GET /github/oauth', () => {
  const authorize = async (query = '') => {
    const { status, headers } = await tenant.get(`/github/oauth/authorize?orgId=${tenant.orgId}${query}`)
    expect(status).toBe(302)
    return headers.location!
  }
  const callback = (caller: { get: Tenant['get'] }, { code, state }: { code: string; state: string }) =>
    caller.get(`/github/oauth/callback?code=${code}&state=${encodeURIComponent(state)}`)

  test('sends the browser to GitHub with state and PKCE, and keeps the token that comes back', async () => {
    const address = new URL(await authorize())
    expect(address.origin + address.pathname).toBe(`${github.url}/login/oauth/authorize`)
    const query = Object.fromEntries(address.searchParams)
    expect(query).toMatchObject({
      client_id: 'client',
      redirect_uri: `${service.deps.config.publicUrl}/api/v1/github/oauth/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    const { status, body } = await callback(tenant, github.allow(address.href, 'jonas-weber'))
    expect(status).toBe(200)
    expect(body).toMatchObject({ github_username: 'jonas-weber', auth_type: 'oauth', org_id: tenant.orgId })
    expect((await tenant.get('/github/connections')).body).toHaveLength(1)
  })

  test('ends at the redirect that was asked for, which must be this service’s', async () => {
    const allowed = github.allow(await authorize('&redirect=/settings%3Ftab%3Dgithub'), 'jonas-weber')
    const { status, headers } = await callback(tenant, allowed)
    expect([status, headers.location]).toEqual([302, `${service.deps.config.publicUrl}/settings?tab=github`])
    for (const redirect of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/\\evil.example']) {
      const answer = await tenant.get(`/github/oauth/authorize?redirect=${encodeURIComponent(redirect)}`)
      expect(answer.status, redirect).toBe(400)
    }
  })

  test('refuses another caller’s state, a changed one, a used code, and what a person did not allow', async () => {
    const allowed = github.allow(await authorize(), 'jonas-weber')
    expect((await callback(stranger, allowed)).status).toBe(400)
    expect((await callback(tenant, { ...allowed, state: `${allowed.state.slice(0, -4)}AAAA` })).status).toBe(400)
    expect((await service.call('GET', `/github/oauth/callback?code=a&state=${allowed.state}`)).status).toBe(401)
    expect((await callback(tenant, allowed)).status).toBe(200)
    const made = { ...github.allow(await authorize(), 'jonas-weber'), code: 'made-up' }
    expect((await callback(tenant, made)).body.error).toBe('GitHub rejected the code; sign in again')
    expect((await tenant.get('/github/oauth/callback')).status).toBe(400)
    expect((await tenant.get('/github/oauth/callback?error=access_denied&state=x')).status).toBe(400)
    expect((await stranger.get('/github/connections')).body).toEqual([])
  })

  test('a state works once, whether the access was allowed or not', async () => {
    const again = { status: 400, body: { error: expect.stringContaining('state is invalid or has expired') } }
    const allowed = github.allow(await authorize('&redirect=/settings'), 'jonas-weber')
    const answers = await Promise.all(Array.from({ length: 4 }, () => callback(tenant, allowed)))
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400, 400, 400])
    const { state } = github.allow(await authorize('&redirect=/settings'), 'jonas-weber')
    const denied = `/github/oauth/callback?error=access_denied&state=${encodeURIComponent(state)}`
    expect((await tenant.get(denied)).status).toBe(302)
    expect(await tenant.get(denied)).toMatchObject(again)
    expect(await callback(tenant, { code: 'a', state })).toMatchObject(again)
    expect((await tenant.get('/github/connections')).body).toHaveLength(1)
  })

  test('a state belongs to the session or key that started it, not to its person alone', async () => {
    const person = await newPerson(service)
    const start = `/github/oauth/authorize?orgId=${person.tenant.orgId}`
    const elsewhere = await signIn(service, person.email, person.password)
    const finish = (caller: { get: Tenant['get'] }, address: string | undefined) =>
      callback(caller, github.allow(address!, 'jonas-weber'))
    // A key that leaked starts, and the browser of its person is to finish.
    expect((await finish(person, (await person.tenant.get(start)).headers.location)).status).toBe(400)
    expect((await finish(elsewhere, (await person.post(start)).headers.location)).status).toBe(400)
    expect((await person.get(`/github/connections?orgId=${person.tenant.orgId}`)).body).toEqual([])
    expect((await finish(person, (await person.post(start)).headers.location)).status).toBe(200)
    const [event] = (await person.get('/account')).body.security_events
    expect(event).toMatchObject({ what: 'github_connected', by: 'session' })
  })

  test('in a session a GET asks first, and starts nothing', async () => {
    const person = await newPerson(service, { org_name: '<b>Tide & Co</b>', display_name: '"Mira"' })
    const { orgId } = person.tenant
    const start = `/github/oauth/authorize?orgId=${orgId}&redirect=${encodeURIComponent('/a"b')}`
    const before = await service.deps.db.selectFrom('github_sign_ins').selectAll().execute()
    const { status, text, headers } = await person.get(start, { 'sec-fetch-site': 'cross-site' })
    expect([status, headers['content-type'], headers.location]).toEqual([200, 'text/html; charset=utf-8', undefined])
    expect(text).toContain('Connect GitHub to &lt;b&gt;Tide &amp; Co&lt;/b&gt;?')
    expect(text).toContain('signed in as &quot;Mira&quot;')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).toContain(`form-action 'self' ${github.url}`)
    expect(await service.deps.db.selectFrom('github_sign_ins').selectAll().execute()).toEqual(before)
    expect((await person.get('/github/oauth/authorize?redirect=//evil.example')).status).toBe(400)
    expect((await person.get(`/github/oauth/authorize?orgId=${tenant.orgId}`)).status).toBe(404)

    // The form of the page.
    const action = /action="([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&')
    const form = { cookie: person.cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const sent = await service.call('POST', action, '', { ...form, origin: service.deps.config.publicUrl })
    expect([sent.status, new URL(sent.headers.location!).origin]).toEqual([302, github.url])
    for (const [header, value] of [
      ['origin', 'https://evil.example'],
      ['origin', 'null'],
      ['sec-fetch-site', 'cross-site'],
    ] as const)
      expect((await service.call('POST', action, '', { ...form, [header]: value })).status).toBe(401)
    // A client that sends a body.
    const body = await person.post('/github/oauth/authorize', { orgId, redirect: '/settings' })
    expect((await callback(person, github.allow(body.headers.location!, 'jonas-weber'))).headers.location).toBe(
      `${service.deps.config.publicUrl}/settings`,
    )
  })

  test('somebody who does not allow the access is sent back too, and told so where there is no way back', async () => {
    const denied = async (query: string) => {
      const { state } = github.allow(await authorize(query), 'jonas-weber')
      return tenant.get(`/github/oauth/callback?error=access_denied&state=${encodeURIComponent(state)}`)
    }
    const { status, headers } = await denied('&redirect=/settings%3Ftab%3Dgithub')
    const back = `${service.deps.config.publicUrl}/settings?tab=github&github=denied`
    expect([status, headers.location]).toEqual([302, back])
    const { status: refused, body } = await denied('')
    expect([refused, body]).toEqual([400, { error: 'GitHub access was denied' }])
  })

  test('a state is good for ten minutes', async () => {
    const allowed = github.allow(await authorize(), 'jonas-weber')
    const { now } = service.deps
    service.deps.now = () => new Date(Date.now() + 11 * 60_000)
    try {
      expect((await callback(tenant, allowed)).status).toBe(400)
    } finally {
      service.deps.now = now
    }
  })

  test('400 naming the variable that is unset; 404 for a foreign organization', async () => {
    const plain = await startService({ GITHUB_CLIENT_ID: 'client' })
    try {
      const other = await plain.register()
      const { status, body } = await other.get('/github/oauth/authorize')
      expect([status, body.error]).toEqual([400, expect.stringContaining('GITHUB_CLIENT_SECRET is not set')])
    } finally {
      await plain.stop()
    }
    expect((await stranger.get(`/github/oauth/authorize?orgId=${tenant.orgId}`)).status).toBe(404)
  })
})

describe('a sync that waits for limits', () => {
  /** One attempt of the agent's sync job, at a moment so many seconds from now. */
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
    // No one holds it meanwhile.
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
