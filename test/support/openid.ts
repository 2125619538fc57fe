import type { FakeProvider } from '../fakes/openid-provider.ts'
import type { Callable } from './people.ts'
import type { Answer } from './tenant.ts'

export const redirectUri = 'http://127.0.0.1:3000/api/v1/auth/oidc/callback'

/** Settings of a service that signs people in at a provider. */
export const signInWith = ({ issuer, clientId, clientSecret }: FakeProvider, more: Record<string, string> = {}) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: 'Acme ID',
  ...more,
})

const html = { accept: 'text/html,application/xhtml+xml' }

/** The `name=value` pairs of the cookies that an answer sets. */
export const cookiesOf = ({ headers }: Answer): string[] =>
  [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0]!)

/** Starts a sign-in in a new browser. */
export async function begin(service: Pick<Callable, 'call'>, to?: string) {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
  const answer = await service.call('GET', `/auth/oidc${query}`, undefined, html)
  return { answer, address: answer.headers.location!, cookie: cookiesOf(answer).join('; ') }
}

/** Comes back from the provider, in the browser with this cookie. */
export const comeBack = (service: Pick<Callable, 'call'>, address: URL, cookie: string, headers = html) =>
  service.call('GET', `${address.pathname}${address.search}`, undefined, { cookie, ...headers })

/** Signs a person in at the provider; `get` and `post` call the service with their session. */
export async function signInAt(service: Pick<Callable, 'call'>, provider: FakeProvider, login: string, to?: string) {
  const { address, cookie } = await begin(service, to)
  const answer = await comeBack(service, await provider.allow(address, login), cookie)
  const session = cookiesOf(answer).find((pair) => pair.startsWith('session='))
  const headers = { cookie: session ?? '', 'sec-fetch-site': 'same-origin' }
  return {
    answer,
    location: answer.headers.location,
    get: (path: string) => service.call('GET', path, undefined, headers),
    post: (path: string, body?: unknown) => service.call('POST', path, body, headers),
    patch: (path: string, body?: unknown) => service.call('PATCH', path, body, headers),
    delete: (path: string) => service.call('DELETE', path, undefined, headers),
  }
}
