import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newProvider } from '../../../server/outside/openid/provider.ts'
import { type FakeProvider, startProvider } from '../../fakes/openid-provider.ts'
import { begin, redirectUri, signInAt, signInWith } from '../../support/openid.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

/** The accounts, memberships and roles that follow the claims of a provider. */

const services: Service[] = []
const providers: FakeProvider[] = []
async function start(environment: Record<string, string> = {}, hasBareTokens = false) {
  const provider = await startProvider({ redirectUri, hasBareTokens })
  const service = await startService(signInWith(provider, environment))
  providers.push(provider)
  services.push(service)
  return { provider, service }
}
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop()
  for (const provider of providers.splice(0)) await provider.stop()
})

const withRoles = { OIDC_ORGANIZATION: 'acme', OIDC_ROLE_CLAIM: 'roles' }
const noRole = '/sign-in?failed=no_role'

test('the first owner makes the organization, and each sign-in follows the claim', async () => {
  const { provider, service } = await start({ ...withRoles, REGISTRATION: 'off' })
  const as = (login: string, roles: unknown) => {
    provider.accounts.set(login, { name: login, email: `${login}@example.com`, email_verified: true, roles })
    return signInAt(service, provider, login)
  }
  const early = await as('eve', ['member'])
  expect(early.location).toBe('/sign-in?failed=no_organization')
  const owner = await as('olga', ['offline_access', 'owner', 'member'])
  expect((await owner.get('/organizations')).body.data).toMatchObject([
    { role: 'owner', organization: { slug: 'acme', name: 'acme' } },
  ])

  const ada = await as('ada', 'member')
  expect((await ada.get('/organizations')).body.data).toMatchObject([
    { role: 'member', organization: { slug: 'acme' } },
  ])
  const { key } = (await ada.post('/organizations/acme/api-keys', {})).body
  const write = () => service.call('POST', '/agents', { name: 'By key' }, { authorization: `Bearer ${key}` })
  expect((await write()).status).toBe(201)

  const lowered = await as('ada', 'viewer')
  expect((await lowered.get('/organizations')).body.data).toMatchObject([{ role: 'viewer' }])
  expect([(await write()).status, (await ada.post('/agents', { name: 'By session' })).status]).toEqual([401, 401])
  expect((await lowered.get('/agents')).status).toBe(200)

  for (const roles of [undefined, [], 'admin', { owner: true }, 'Owner'])
    expect((await as('ada', roles)).location).toBe(noRole)
  expect((await ada.get('/organizations')).body.data).toEqual([])
  expect((await service.call('GET', '/agents', undefined, { authorization: `Bearer ${key}` })).status).toBe(401)
  expect((await as('nobody', undefined)).location).toBe(noRole)
  const members = (await owner.get('/organizations/acme/members')).body.data
  expect(members.map(({ display_name }: any) => display_name)).toEqual(['olga'])

  const { body } = await owner.get('/organizations/acme/audit-log?limit=100')
  const ofMembers = body.data.filter(({ action }: any) => action.startsWith('member.'))
  expect(ofMembers.map(({ action, actor }: any) => [action, actor.type, actor.name]).reverse()).toEqual([
    ['member.create', 'system', 'Sign-in with Acme ID'],
    ['member.create', 'system', 'Sign-in with Acme ID'],
    ['member.update', 'system', 'Sign-in with Acme ID'],
    ['member.delete', 'system', 'Sign-in with Acme ID'],
  ])
  expect((await as('ada', ['member'])).location).toBe('/')
})

test('several people who sign in first at the same moment make one organization', async () => {
  const { provider, service } = await start(withRoles)
  const logins = ['a', 'b', 'c']
  for (const login of logins) provider.accounts.set(login, { roles: 'owner' })
  const people = await Promise.all(logins.map((login) => signInAt(service, provider, login)))
  expect(people.map(({ location }) => location)).toEqual(['/', '/', '/'])
  expect((await people[0]!.get('/organizations/acme/members')).body.count).toBe(3)
})

test('without a claim people become members once, and owners here decide from then on', async () => {
  const { provider, service } = await start({ OIDC_ORGANIZATION: 'acme' })
  const owner = await signInAt(service, provider, 'olga')
  const ada = await signInAt(service, provider, 'ada')
  const roles = async () => (await owner.get('/organizations/acme/members')).body.data.map(({ role }: any) => role)
  expect(await roles()).toEqual(['owner', 'member'])
  const { user_id } = (await ada.get('/account')).body
  expect((await owner.patch(`/organizations/acme/members/${user_id}`, { role: 'viewer' })).status).toBe(200)
  await signInAt(service, provider, 'ada')
  expect(await roles()).toEqual(['owner', 'viewer'])
  await owner.delete(`/organizations/acme/members/${user_id}`)
  expect((await signInAt(service, provider, 'ada')).location).toBe('/')
  expect(await roles()).toEqual(['owner'])
})

describe('claims', () => {
  const shapes: [string, Record<string, string>, Record<string, unknown>, object][] = [
    [
      'of Keycloak, with roles in a realm',
      { OIDC_ROLE_CLAIM: 'realm_access.roles' },
      {
        preferred_username: 'ada',
        given_name: 'Ada',
        family_name: 'Lovelace',
        email: 'ada@example.com',
        email_verified: true,
        realm_access: { roles: ['default-roles-acme', 'owner'] },
      },
      { display_name: 'Ada Lovelace', email: 'ada@example.com', email_verified: true },
    ],
    [
      'of Entra ID, without a confirmed address',
      { OIDC_ROLE_CLAIM: 'roles' },
      { name: 'Ada Lovelace', preferred_username: 'ada@example.com', roles: ['owner'] },
      { display_name: 'Ada Lovelace', email: null, email_verified: false },
    ],
    [
      'of Okta or Auth0, with groups under an address',
      { OIDC_ROLE_CLAIM: 'https://example.com/roles' },
      { name: '', email: 'ada@example.com', email_verified: 'true', 'https://example.com/roles': 'owner' },
      { display_name: 'ada', email: 'ada@example.com', email_verified: true },
    ],
    [
      'that are nothing but a role',
      { OIDC_ROLE_CLAIM: 'groups' },
      { groups: ['viewer', 'owner'] },
      { display_name: expect.stringMatching(/^\w+-\w+-\d+$/), email: null },
    ],
    [
      'in other forms',
      { OIDC_ROLE_CLAIM: 'groups' },
      { groups: ['owner'], name: 17, email: ['a@example.com'], given_name: 'x'.repeat(300), family_name: { a: 1 } },
      { display_name: expect.stringMatching(/^\w+-\w+-\d+$/), email: null },
    ],
  ]
  test.each(shapes.flatMap((shape) => [[false, ...shape] as const, [true, ...shape] as const]))(
    'in the user information alone: %s; %s',
    async (hasBareTokens, _, claim, claims, account) => {
      const { provider, service } = await start({ OIDC_ORGANIZATION: 'acme', ...claim }, hasBareTokens)
      provider.accounts.set('ada', claims)
      const ada = await signInAt(service, provider, 'ada')
      expect(ada.location).toBe('/')
      expect((await ada.get('/account')).body).toMatchObject(account)
      expect((await ada.get('/organizations')).body.data).toMatchObject([{ role: 'owner' }])
    },
  )
})

describe('an account with a password', () => {
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

  const verified = async () => {
    const person = await newPerson(service)
    const at = { email_verified_at: new Date().toISOString() }
    await service.deps.db.updateTable('users').set(at).where('id', '=', person.tenant.userId).execute()
    return person
  }

  test('is joined where both sides have confirmed the address, with a security event', async () => {
    const person = await verified()
    const login = `joined-${person.email}`
    provider.accounts.set(login, { email: person.email.toUpperCase(), email_verified: true })
    const ada = await signInAt(service, provider, login)
    const { body } = await ada.get('/account')
    expect(body).toMatchObject({ user_id: person.tenant.userId, has_password: true })
    expect(body.security_events[0]).toMatchObject({ what: 'provider_connected', by: 'Acme ID' })
    // The link is by subject: the address may change at the provider.
    provider.accounts.set(login, { email: 'other@example.com', email_verified: true })
    expect((await (await signInAt(service, provider, login)).get('/account')).body.user_id).toBe(person.tenant.userId)
  })

  test.each([
    ['here', false, true],
    ['at the provider', true, false],
  ])('is never joined while its address is not confirmed %s', async (_, isVerifiedHere, email_verified) => {
    const person = isVerifiedHere ? await verified() : await newPerson(service)
    const login = `taken-${person.email}`
    provider.accounts.set(login, { email: person.email, email_verified })
    expect((await signInAt(service, provider, login)).location).toBe('/sign-in?failed=email_taken')
    expect((await person.get('/account')).body.security_events).not.toContainEqual(
      expect.objectContaining({ what: 'provider_connected' }),
    )
  })
})

test('PASSWORD_SIGN_IN=off leaves the provider alone', async () => {
  const { provider, service } = await start({ PASSWORD_SIGN_IN: 'off' })
  expect((await service.call('GET', '/auth/options')).body).toMatchObject({
    password: false,
    oidc: { name: 'Acme ID' },
  })
  await service.register({ email: 'ada@example.com', password: 'correct horse battery staple' })
  for (const [path, body] of [
    ['/auth/login', { email: 'ada@example.com', password: 'correct horse battery staple' }],
    ['/auth/reset/request', { email: 'ada@example.com' }],
  ] as const) {
    const answer = await service.call('POST', path, body)
    expect([answer.status, answer.body.error]).toEqual([401, expect.stringMatching(/^Password sign-in is off/)])
  }
  expect((await signInAt(service, provider, 'olga')).location).toBe('/')
})

test('a provider that does not answer in time is away', async () => {
  const provider = await startProvider({ redirectUri })
  const settings = { ...provider, scopes: 'openid' }
  const service = await startService(signInWith(provider), { provider: newProvider(settings, { timeoutSeconds: 1 }) })
  provider.fault = () => 'hang'
  expect((await begin(service)).answer.headers.location).toBe('/sign-in?failed=unavailable')
  await provider.stop()
  await service.stop()
})

describe('sessions', () => {
  test('are listed with where and how they were opened, and ended one by one', async () => {
    const { provider, service } = await start()
    const [first, second] = [await signInAt(service, provider, 'ada'), await signInAt(service, provider, 'ada')]
    const other = await newPerson(service)
    const { body } = await second.get('/account/sessions')
    expect(body.count).toBe(2)
    expect(body.data.map(({ is_current }: any) => is_current).sort()).toEqual([false, true])
    expect(body.data[0]).toMatchObject({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      ip: '127.0.0.1',
      user_agent: 'lightMyRequest',
      signed_in_by: 'Acme ID',
    })
    expect((await other.get('/account/sessions')).body.data).toMatchObject([{ signed_in_by: 'password' }])
    const { id } = body.data.find(({ is_current }: any) => !is_current)
    expect((await other.delete(`/account/sessions/${id}`)).status).toBe(404)
    expect((await second.delete(`/account/sessions/${crypto.randomUUID()}`)).status).toBe(404)
    expect((await second.delete(`/account/sessions/${id}`)).status).toBe(200)
    expect([(await first.get('/account')).status, (await second.get('/account')).status]).toEqual([401, 200])
    expect((await second.delete(`/account/sessions/${id}`)).status).toBe(404)
  })
})
