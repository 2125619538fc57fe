import { isLoopbackHost } from '#core/base/ip-address.ts'
import type { ProviderSettings } from './outside/openid/provider.ts'
import type { Settings } from './settings.ts'

/** How people sign in (behavior: Sign-in by OpenID Connect). */
export interface SignInSettings {
  /** Whether people sign in with a password; false only with a provider. */
  passwordSignIn: boolean
  /** The provider of OpenID Connect; undefined without one. */
  oidc: OidcSettings | undefined
}

interface OidcSettings extends ProviderSettings {
  /** The provider's name on the sign-in page. */
  name: string
  /** The slug of the organization that people join by signing in; undefined gives each an organization of their own. */
  organization: string | undefined
  /** The claim with the role in that organization; undefined makes everybody a member once. */
  roleClaim: string | undefined
}

const maxNameLength = 60

/** @throws an error whose message names the variable and the way out. */
export function readSignIn(settings: Settings): SignInSettings {
  const passwordSignIn = settings.isOn('PASSWORD_SIGN_IN')
  const issuer = settings.read<string | undefined>(
    'OIDC_ISSUER',
    undefined,
    issuerIn,
    'an https address without a query, or an http address of this machine',
  )
  const clientId = settings.text('OIDC_CLIENT_ID')
  const clientSecret = settings.text('OIDC_CLIENT_SECRET')
  const organization = settings.read<string | undefined>(
    'OIDC_ORGANIZATION',
    undefined,
    (value) => (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value) && value.length <= 64 ? value : undefined),
    'the slug of an organization, such as acme',
  )
  const roleClaim = settings.read<string | undefined>(
    'OIDC_ROLE_CLAIM',
    undefined,
    (value) => (value.length <= 200 ? value : undefined),
    'the name of a claim, such as roles or realm_access.roles',
  )
  const scopes = settings.read(
    'OIDC_SCOPES',
    'openid profile email',
    (value) => (value.split(/\s+/).includes('openid') ? value.split(/\s+/).join(' ') : undefined),
    'scopes with openid among them, such as openid profile email',
  )
  const name = settings.read<string | undefined>(
    'OIDC_NAME',
    undefined,
    (value) => (value.length <= maxNameLength ? value : undefined),
    `a name of at most ${maxNameLength} characters`,
  )
  if (roleClaim && !organization)
    throw new Error('OIDC_ORGANIZATION must be set too: OIDC_ROLE_CLAIM is the role in that organization')
  if (issuer && clientId) {
    const shown = name ?? new URL(issuer).host.slice(0, maxNameLength)
    return { passwordSignIn, oidc: { issuer, clientId, clientSecret, scopes, name: shown, organization, roleClaim } }
  }
  if (issuer || clientId || clientSecret || organization || name)
    throw new Error('OIDC_ISSUER and OIDC_CLIENT_ID must be set together: they configure sign-in by OpenID Connect')
  if (!passwordSignIn) throw new Error('PASSWORD_SIGN_IN must be on without OIDC_ISSUER: people sign in by one of them')
  return { passwordSignIn, oidc: undefined }
}

function issuerIn(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined
  const { protocol, hostname, search, hash, username } = new URL(value)
  if (search || hash || username) return undefined
  const isLocal = protocol === 'http:' && isLoopbackHost(hostname)
  return protocol === 'https:' || isLocal ? value : undefined
}
