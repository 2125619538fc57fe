import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A real provider of OpenID Connect (oidc-provider) with faults in front of it, which a test switches on. */

type Claims = Record<string, unknown>

/** Replaces the answer to a request. */
type Fault = 'hang' | { status: number; body: string; type?: string }

export interface FakeProvider {
  issuer: string
  /** The address of the service that people are sent back to; `rotate` takes over a new one. */
  redirectUri: string
  clientId: string
  clientSecret: string
  /** Login → claims beside the subject, which is the login; unknown logins have none. */
  accounts: Map<string, Claims>
  /** Intercepts requests by their path. */
  fault: (path: string) => Fault | undefined
  /** Changes the ID token before it is signed again. */
  forge: ((payload: Claims) => { payload: Claims; by?: 'own' | 'foreign' | 'none' }) | undefined
  /** The paths of all requests. */
  requests: string[]
  /** Signs with new keys from now on. */
  rotate(): void
  /** Signs a person in on the pages of the provider; returns the address that they are sent back to. */
  allow(address: string, login: string): Promise<URL>
  stop(): Promise<void>
}

interface Options {
  redirectUri: string
  /** Whether only the user information has the claims, and the ID token just the subject. */
  hasBareTokens?: boolean
}

const claimsOfProfile = [
  'name',
  'given_name',
  'family_name',
  'preferred_username',
  'roles',
  'groups',
  'realm_access',
  'https://example.com/roles',
]

export async function startProvider({ redirectUri, hasBareTokens = false }: Options): Promise<FakeProvider> {
  let provider: Provider
  let key: KeyObject
  const foreignKey = newKey()
  const server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakeProvider = {
    issuer,
    redirectUri,
    clientId: 'agent-identity',
    clientSecret: 'a secret of the client',
    accounts: new Map(),
    fault: () => undefined,
    forge: undefined,
    requests: [],
    rotate,
    allow,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }

  function rotate() {
    key = newKey()
    const jwk = { ...key.export({ format: 'jwk' }), kid: crypto.randomUUID(), use: 'sig', alg: 'RS256' }
    provider = new Provider(issuer, {
      clients: [
        {
          client_id: fake.clientId,
          client_secret: fake.clientSecret,
          redirect_uris: [fake.redirectUri],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      jwks: { keys: [jwk] as never },
      cookies: { keys: ['fake'] },
      pkce: { required: () => true },
      conformIdTokenClaims: hasBareTokens,
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: claimsOfProfile },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...fake.accounts.get(id), sub: id }) }),
      // Without a page that asks for consent.
      async loadExistingGrant(context) {
        const { client, session } = context.oidc
        const grant = new context.oidc.provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
  }
  rotate()

  function answer(request: IncomingMessage, response: ServerResponse) {
    const path = request.url!.split('?')[0]!
    fake.requests.push(path)
    const fault = fake.fault(path)
    if (fault === 'hang') return
    if (fault)
      return response.writeHead(fault.status, { 'content-type': fault.type ?? 'application/json' }).end(fault.body)
    const { forge } = fake
    if (path === '/token' && forge) forgeAnswer(response, (token) => forged(token, forge))
    provider.callback()(request, response)
  }

  function forged(token: string, forge: NonNullable<FakeProvider['forge']>): string {
    const [head = '', body = ''] = token.split('.')
    const { payload, by = 'own' } = forge(JSON.parse(Buffer.from(body, 'base64url').toString()))
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const header = by === 'none' ? { alg: 'none' } : JSON.parse(Buffer.from(head, 'base64url').toString())
    const signed = `${encode(header)}.${encode(payload)}`
    const signature = sign('sha256', Buffer.from(signed), by === 'own' ? key : foreignKey).toString('base64url')
    return `${signed}.${by === 'none' ? '' : signature}`
  }

  return fake
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

function forgeAnswer(response: ServerResponse, change: (idToken: string) => string) {
  const end = response.end.bind(response) as (body?: unknown) => ServerResponse
  response.end = ((body?: unknown) => {
    const answer = JSON.parse(String(body))
    if (answer.id_token === undefined) return end(body)
    const text = JSON.stringify({ ...answer, id_token: change(answer.id_token) })
    response.setHeader('content-length', Buffer.byteLength(text))
    return end(text)
  }) as typeof response.end
}

/** Follows the provider's pages as a browser without a session there: the form of the login, and redirects. */
async function allow(address: string, login: string): Promise<URL> {
  const { origin } = new URL(address)
  const cookies = new Map<string, string>()
  let next = new URL(address)
  let form: URLSearchParams | undefined
  while (next.origin === origin) {
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    const page = location ? '' : await response.text()
    if (!location && !page.includes('name="login"')) throw new Error(`${next} answered ${response.status}: ${page}`)
    form = location ? undefined : new URLSearchParams({ prompt: 'login', login, password: 'any' })
    if (location) next = new URL(location, next)
  }
  return next
}
