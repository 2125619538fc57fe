import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakeProvider, startProvider } from '../../fakes/openid-provider.ts'
import { begin, comeBack, cookiesOf, redirectUri, signInAt, signInWith } from '../../support/openid.ts'
import { type Service, startService } from '../../support/service.ts'

/** Sign-in by OpenID Connect against a real provider, and its faults. */

let provider: FakeProvider
let service: Service
beforeAll(async () => {
  provider = await startProvider({ redirectUri })
  service = await startService(signInWith(provider))
})
afterAll(async () => {
  await service.stop()
  await provider.stop()
})
afterEach(() => {
  provider.fault = () => undefined
  provider.forge = undefined
})

const failed = (reason: string) => `/sign-in?failed=${reason}`

test('signs a person in, who gets an account and an organization of their own, and keeps the page', async () => {
  provider.accounts.set('ada', { name: 'Ada Lovelace', email: 'Ada@Example.com', email_verified: true })
  const ada = await signInAt(service, provider, 'ada', '/o/acme/agents?tag=a#top')
  expect([ada.answer.status, ada.location]).toEqual([302, '/o/acme/agents?tag=a#top'])
  const { body: account } = await ada.get('/account')
  expect(account).toMatchObject({
    display_name: 'Ada Lovelace',
    email: 'ada@example.com',
    email_verified: true,
    has_password: false,
    is_agent: false,
  })
  const { body } = await ada.get('/organizations')
  expect(body.data).toMatchObject([{ role: 'owner' }])
  expect((await ada.post('/agents', { name: 'First' })).status).toBe(201)

  const again = await signInAt(service, provider, 'ada')
  expect(again.location).toBe('/')
  expect((await again.get('/account')).body.user_id).toBe(account.user_id)
  expect((await again.get('/organizations')).body.data).toHaveLength(1)
})

test('names its ways to sign in', async () => {
  const { body } = await service.call('GET', '/auth/options')
  expect(body).toMatchObject({
    password: true,
    registration: true,
    oidc: { name: 'Acme ID', path: '/api/v1/auth/oidc' },
    failure: null,
  })
  const { body: failure } = await service.call('GET', '/auth/options?failed=unavailable')
  expect(failure.failure).toBe('Acme ID cannot be reached. Try again in a minute.')
  expect((await service.call('GET', '/auth/options?failed=other')).status).toBe(400)
})

test('asks the provider with state, nonce and PKCE, and keeps them in a cookie that scripts cannot read', async () => {
  const { answer, address } = await begin(service)
  expect(answer.status).toBe(302)
  const { searchParams } = new URL(address)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    scope: 'openid profile email',
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: redirectUri,
  })
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^sign-in=v1\.[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  for (const secret of ['state', 'nonce'])
    expect(String(answer.headers['set-cookie'])).not.toContain(searchParams.get(secret))
})

test.each(['https://evil.example/', '//evil.example/', '/\\evil.example', '/\t/evil.example', '/.//evil.example', 'x'])(
  'never leads to another site: %j',
  async (to) => {
    const { location } = await signInAt(service, provider, 'ada', to)
    expect(new URL(location!, 'http://127.0.0.1:3000').origin).toBe('http://127.0.0.1:3000')
    expect(location).toMatch(/^\/(?![/\\])/)
  },
)

describe('is refused', () => {
  const noSession = async (answer: { headers: Record<string, string> }, location: string) => {
    expect(answer.headers.location).toBe(location)
    expect(cookiesOf(answer as never).filter((pair) => pair.startsWith('session='))).toEqual([])
  }

  test('when it comes back twice, and in another browser', async () => {
    const { address, cookie } = await begin(service)
    const back = await provider.allow(address, 'ada')
    const other = await begin(service)
    await noSession(await comeBack(service, back, other.cookie), failed('expired'))
    await noSession(await comeBack(service, back, ''), failed('expired'))
    expect((await comeBack(service, back, cookie)).headers.location).toBe('/')
    await noSession(await comeBack(service, back, cookie), failed('expired'))
  })

  test('when a code is sent with the state of another sign-in', async () => {
    const [first, second] = [await begin(service), await begin(service)]
    const back = await provider.allow(first.address, 'ada')
    back.searchParams.set('state', new URL(second.address).searchParams.get('state')!)
    await noSession(await comeBack(service, back, second.cookie), failed('expired'))
  })

  test('when the person refuses, and when the provider answers another error', async () => {
    for (const [error, reason] of [
      ['access_denied', 'denied'],
      ['invalid_scope', 'rejected'],
      ['temporarily_unavailable', 'unavailable'],
    ]) {
      const { address, cookie } = await begin(service, '/o/acme')
      const state = new URL(address).searchParams.get('state')!
      const query = new URLSearchParams({ error: error!, state, iss: provider.issuer })
      const answer = await comeBack(service, new URL(`${redirectUri}?${query}`), cookie)
      await noSession(answer, `${failed(reason!)}&to=%2Fo%2Facme`)
    }
  })

  const hour = 3600
  test.each<[string, FakeProvider['forge'], string]>([
    ['a wrong issuer', (payload) => ({ payload: { ...payload, iss: 'https://other.example' } }), 'rejected'],
    ['another audience', (payload) => ({ payload: { ...payload, aud: 'other' } }), 'rejected'],
    ['a nonce of another sign-in', (payload) => ({ payload: { ...payload, nonce: 'other' } }), 'rejected'],
    ['no nonce', ({ nonce, ...payload }) => ({ payload }), 'rejected'],
    ['an expired token', (payload) => ({ payload: { ...payload, exp: Number(payload.iat) - hour } }), 'rejected'],
    [
      'a clock that is an hour ahead',
      (payload) => ({ payload: { ...payload, nbf: Number(payload.iat) + hour } }),
      'rejected',
    ],
    ['a signature by another key', (payload) => ({ payload, by: 'foreign' }), 'rejected'],
    ['no signature', (payload) => ({ payload, by: 'none' }), 'rejected'],
    ['no subject', ({ sub, ...payload }) => ({ payload }), 'rejected'],
  ])('with %s', async (_, forge, reason) => {
    provider.forge = forge
    const { answer } = await signInAt(service, provider, 'ada')
    await noSession(answer, failed(reason))
  })

  test('as a program, with a sentence', async () => {
    const { body, status } = await comeBack(service, new URL(`${redirectUri}?code=x&state=x`), '', {} as never)
    expect([status, body.error]).toEqual([401, expect.stringMatching(/^This sign-in has expired/)])
  })
})

test('a clock that differs by less than 30 seconds is tolerated', async () => {
  provider.forge = (payload) => ({ payload: { ...payload, exp: Math.floor(Date.now() / 1000) - 10 } })
  expect((await signInAt(service, provider, 'ada')).location).toBe('/')
})

test('keys that the provider has rotated are fetched again', async () => {
  expect((await signInAt(service, provider, 'ada')).location).toBe('/')
  provider.rotate()
  expect((await signInAt(service, provider, 'ada')).location).toBe('/')
})

describe('a provider that is away', () => {
  const discovery = '/.well-known/openid-configuration'
  test.each<[string, string, { status: number; body: string; type?: string }]>([
    ['at the start', discovery, { status: 500, body: '{}' }],
    ['at the token', '/token', { status: 503, body: '{"error":"down"}' }],
    ['at the keys', '/jwks', { status: 502, body: '' }],
  ])('%s leads back to the sign-in page, and works again afterwards', async (_, path, fault) => {
    const started = await begin(service)
    const back = await provider.allow(started.address, 'ada')
    provider.fault = (requested) => (requested === path ? fault : undefined)
    const answer = path === discovery ? (await begin(service)).answer : await comeBack(service, back, started.cookie)
    expect([answer.status, answer.headers.location]).toEqual([302, failed('unavailable')])
    provider.fault = () => undefined
    expect((await signInAt(service, provider, 'ada')).location).toBe('/')
  })

  test('is a 503 for a program, which may try again', async () => {
    provider.fault = () => ({ status: 500, body: '' })
    const { status, body, headers } = await service.call('GET', '/auth/oidc')
    expect([status, body.error, headers['retry-after']]).toEqual([
      503,
      'Acme ID cannot be reached. Try again in a minute.',
      '30',
    ])
  })

  test.each([
    ['text that is no JSON', { status: 200, body: '<html>' }],
    ['another issuer', { status: 200, body: '{"issuer":"https://other.example"}' }],
    ['two megabytes', { status: 200, body: `"${'x'.repeat(2_000_000)}"` }],
  ])('in that it answers %s never ends in a 5xx page', async (_, fault) => {
    provider.fault = (path) => (path === discovery ? fault : undefined)
    expect((await begin(service)).answer.headers.location).toBe(failed('rejected'))
  })
})

test('a service without a provider has no such route', async () => {
  const plain = await startService()
  const { status, body } = await plain.call('GET', '/auth/oidc')
  expect([status, body.error]).toEqual([404, 'Sign-in provider not found'])
  expect((await plain.call('GET', '/auth/oidc/callback?code=x&state=x')).status).toBe(404)
  expect((await plain.call('GET', '/auth/options')).body).toMatchObject({ password: true, oidc: null })
  await plain.stop()
})
