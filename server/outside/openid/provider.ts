import type { AuthorizationResponseError, Configuration, ResponseBodyError } from 'openid-client'
import { isLoopbackHost } from '#core/base/ip-address.ts'
import { type Claims, SignInFailure } from '#core/domain/requests/sign-in.ts'
import { readWhole } from '#core/models/whole-body.ts'

/** A provider of OpenID Connect. The operator configures its address, so it may stand in a private network. */

export interface ProviderSettings {
  issuer: string
  clientId: string
  /** Undefined for a public client, which PKCE protects alone. */
  clientSecret: string | undefined
  scopes: string
}

/** The values that bind the answer of a provider to the browser that asked. */
export interface SignInChecks {
  state: string
  nonce: string
  verifier: string
}

export interface Provider {
  /** Returns the address where a person signs in. @throws SignInFailure */
  begin(redirectUri: string): Promise<SignInChecks & { address: string }>
  /**
   * Redeems the code in the address that the provider sent the browser to, and checks the ID token: its signature,
   * issuer, audience, nonce and times.
   *
   * @param needs reports whether claims are missing that the provider's user information may have.
   * @throws SignInFailure
   */
  complete(address: URL, checks: SignInChecks, needs: (claims: Claims) => boolean): Promise<SignedIn>
}

export interface SignedIn {
  issuer: string
  subject: string
  claims: Claims
}

/** The largest response, in bytes: metadata and keys have some thousand. */
const maxBytes = 1024 * 1024
/** By how much the clocks of the provider and of this machine may differ, in seconds. */
const clockToleranceSeconds = 30
/** OpenID Connect allows 255 characters. */
const maxSubjectLength = 255

/** @param options.timeoutSeconds the longest wait for one response. */
export function newProvider(configured: ProviderSettings, { timeoutSeconds = 10 } = {}): Provider {
  const settings = { ...configured, timeoutSeconds }
  return {
    async begin(redirectUri) {
      const library = await load()
      const configuration = await discover(library, settings)
      const state = library.randomState()
      const nonce = library.randomNonce()
      const verifier = library.randomPKCECodeVerifier()
      const address = library.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { state, nonce, verifier, address: address.href }
    },
    async complete(address, { state, nonce, verifier }, needs) {
      const library = await load()
      const configuration = await discover(library, settings)
      try {
        const tokens = await library.authorizationCodeGrant(configuration, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const { iss, sub, ...claims } = tokens.claims()!
        if (sub.length > maxSubjectLength) throw new SignInFailure('The subject is too long', 'rejected')
        const hasMore = needs(claims) && configuration.serverMetadata().userinfo_endpoint !== undefined
        const more = hasMore ? await library.fetchUserInfo(configuration, tokens.access_token, sub) : {}
        return { issuer: iss, subject: sub, claims: { ...more, ...claims } }
      } catch (error) {
        throw failureOf(library, error)
      }
    },
  }
}

type Library = typeof import('openid-client')

/** Loaded by the first sign-in: a service without a provider never loads it. */
const load = (): Promise<Library> => import('openid-client')

/** Reads the metadata for each step, and the keys with them: sign-ins are rare, and keys are rotated. */
async function discover(
  library: Library,
  { issuer, clientId, clientSecret, timeoutSeconds }: ProviderSettings & { timeoutSeconds: number },
) {
  const server = new URL(issuer)
  const isLocal = server.protocol === 'http:' && isLoopbackHost(server.hostname)
  try {
    const discovered = await library.discovery(server, clientId, undefined, undefined, {
      timeout: timeoutSeconds,
      [library.customFetch]: boundedFetch,
      execute: isLocal ? [library.allowInsecureRequests] : [],
    })
    const metadata = discovered.serverMetadata()
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const secretIn = methods.includes('client_secret_basic') ? library.ClientSecretBasic : library.ClientSecretPost
    const configuration: Configuration = new library.Configuration(
      metadata,
      clientId,
      { [library.clockTolerance]: clockToleranceSeconds },
      clientSecret === undefined ? library.None() : secretIn(clientSecret),
    )
    configuration.timeout = timeoutSeconds
    configuration[library.customFetch] = boundedFetch
    if (isLocal) library.allowInsecureRequests(configuration)
    library.enableNonRepudiationChecks(configuration)
    return configuration
  } catch (error) {
    throw failureOf(library, error)
  }
}

async function boundedFetch(address: string, options: object): Promise<Response> {
  const { body, status, headers } = await fetch(address, options as RequestInit)
  const whole = await readWhole(body, maxBytes, () => new Error('The response of the provider is too large'))
  const isEmpty = status === 204 || status === 304
  return new Response(isEmpty ? null : whole, { status, headers })
}

function failureOf(library: Library, error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error
  const { code, cause, message } = error as Error & { code?: string }
  const failure = (reason: SignInFailure['reason'], why = message) => new SignInFailure(why, reason, { cause: error })
  if (error instanceof library.AuthorizationResponseError) {
    const answered = (error as AuthorizationResponseError).error
    const isAway = answered === 'temporarily_unavailable' || answered === 'server_error'
    return failure(answered === 'access_denied' ? 'denied' : isAway ? 'unavailable' : 'rejected')
  }
  if (error instanceof library.ResponseBodyError) {
    const { error: answered, status } = error as ResponseBodyError
    return failure(answered === 'invalid_grant' ? 'expired' : status >= 500 ? 'unavailable' : 'rejected')
  }
  const status = cause instanceof Response ? cause.status : undefined
  // `fetch` reports a host that cannot be reached as a TypeError with a cause.
  const isAway = code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && cause !== undefined)
  return failure(isAway || (status !== undefined && (status >= 500 || status === 429)) ? 'unavailable' : 'rejected')
}
