import { notFound } from '#core/base/errors.ts'
import { sha256 } from '#core/base/hash.ts'
import { type Claims, profileOf, SignInFailure } from '#core/domain/requests/sign-in.ts'
import type { Deps } from '../../deps.ts'
import type { SignInChecks } from '../../outside/openid/provider.ts'
import { accountOf } from './openid-accounts.ts'
import { openSession, type SessionClient, type SessionCookie } from './sessions.ts'

/** Sign-in by OpenID Connect: the authorization code flow with PKCE (behavior: Sign-in by OpenID Connect). */

/** How long a person may take at the provider, in seconds. */
export const signInSeconds = 600

/** A sign-in that was started, kept encrypted in a cookie: only the browser that started it can finish it. */
interface Started extends SignInChecks {
  to: string
  expires_at: string
}

const sealedFor = 'sign-in by OpenID Connect'

export const callbackPath = '/api/v1/auth/oidc/callback'
const callbackAddress = ({ config }: Deps) => `${config.publicUrl}${callbackPath}`

/** @throws 404 for a service without a provider. */
function providerOf({ provider }: Deps) {
  if (!provider) throw notFound('Sign-in provider')
  return provider
}

/**
 * Returns a path of this service in a form that no browser reads as another site's; the start page for any other text.
 */
export function ownPath({ config }: Deps, to: string | undefined): string {
  const base = new URL(config.publicUrl)
  const address = to?.startsWith('/') && URL.canParse(to, base.origin) ? new URL(to, base.origin) : undefined
  if (address?.origin !== base.origin) return '/'
  return `${address.pathname.replace(/^\/+/, '/')}${address.search}${address.hash}`
}

/**
 * Returns the provider's address for the browser, and the value of the cookie that finishes the sign-in.
 *
 * @throws SignInFailure when the provider cannot be reached, 404 without one.
 */
export async function startSignIn(deps: Deps, to: string | undefined): Promise<{ address: string; cookie: string }> {
  const { address, ...checks } = await providerOf(deps).begin(callbackAddress(deps))
  const expires_at = new Date(deps.now().getTime() + signInSeconds * 1000).toISOString()
  const started: Started = { ...checks, to: ownPath(deps, to), expires_at }
  return { address, cookie: deps.secrets.encrypt(JSON.stringify(started), sealedFor) }
}

/** Returns the page that a started sign-in leads to; undefined for a cookie that is missing, foreign or expired. */
export function readStarted(deps: Deps, cookie: string | undefined): Started | undefined {
  try {
    const started: Started = JSON.parse(deps.secrets.decrypt(cookie ?? '', sealedFor))
    return started.expires_at > deps.now().toISOString() ? started : undefined
  } catch {
    return undefined
  }
}

/**
 * Finishes a sign-in, once, and opens a session.
 *
 * @param query the query of the callback, as the provider wrote it.
 * @throws SignInFailure with the reason for the person, 404 without a provider.
 */
export async function finishSignIn(
  deps: Deps,
  { started, query, from }: { started: Started | undefined; query: string; from: SessionClient },
): Promise<SessionCookie> {
  const provider = providerOf(deps)
  const { roleClaim, name } = deps.config.oidc!
  const state = new URLSearchParams(query).get('state')
  if (!started || state !== started.state) throw new SignInFailure('The state is not of this browser', 'expired')
  await spend(deps, started)
  const address = new URL(callbackAddress(deps))
  address.search = query
  const signedIn = await provider.complete(address, started, (claims) => isIncomplete(claims, roleClaim))
  const userId = await accountOf(deps, signedIn, from.ip)
  return openSession(deps, userId, { ...from, by: name })
}

function isIncomplete(claims: Claims, roleClaim: string | undefined): boolean {
  const profile = profileOf(claims, roleClaim)
  return claims.name === undefined || profile.email === null || (roleClaim !== undefined && profile.role === null)
}

/** @throws SignInFailure for a state that came back before. */
async function spend({ db, now }: Deps, { state, expires_at }: Started): Promise<void> {
  const spent = await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('finished_sign_ins').where('expires_at', '<', now().toISOString()).execute()
    return trx
      .insertInto('finished_sign_ins')
      .values({ state_hash: sha256(state), expires_at })
      .onConflict((conflict) => conflict.column('state_hash').doNothing())
      .returning('state_hash')
      .executeTakeFirst()
  })
  if (!spent) throw new SignInFailure('The state came back twice', 'expired')
}
