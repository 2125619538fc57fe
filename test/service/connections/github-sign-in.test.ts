import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FakeGitHub } from '../../fakes/github.ts'
import { resetGitHub, startServiceWithGitHub } from '../../support/github.ts'
import { newPerson, signIn } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

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
    const again = {
      status: 400,
      body: { error: expect.stringContaining('state is invalid or has expired'), code: 'invalid' },
    }
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
    // A leaked key starts, and the browser of its person is to finish.
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
    expect([refused, body]).toEqual([400, { error: 'GitHub access was denied', code: 'invalid' }])
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
