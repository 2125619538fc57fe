import { createHash, randomBytes } from 'node:crypto'
import { badRequest, notFound } from '../../base/errors.ts'
import { sha256 } from '../../base/hash.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { answering, connect } from './github-connections.ts'

/** A connection by signing in at GitHub: OAuth with state and PKCE (behavior: GitHub). */

const stateMinutes = 10
const scopes = 'repo read:user'

/** What travels through GitHub and back, encrypted: no one else can read or make one. */
interface SignInState {
  org_id: string
  /** The session, or the key, that started it and alone may finish it. */
  credential_hash: string | undefined
  /** Where the browser goes in the end; null answers with the connection itself. */
  redirect: string | null
  verifier: string
  expires_at: string
}

const statePlace = 'github sign-in'

/**
 * GitHub's address where a person allows the access, with state and PKCE.
 *
 * @throws 400 when the service has no OAuth application, or `redirect` leaves it.
 */
export async function startSignIn(ctx: Ctx, orgId: string, redirect: string | undefined): Promise<string> {
  const { clientId } = requireApplication(ctx)
  const verifier = randomBytes(32).toString('base64url')
  const expires_at = new Date(ctx.now().getTime() + stateMinutes * 60_000).toISOString()
  const state: SignInState = {
    org_id: orgId,
    credential_hash: ctx.caller.credentialHash,
    redirect: redirect === undefined ? null : ownAddress(ctx, redirect),
    verifier,
    expires_at,
  }
  const text = ctx.secrets.encrypt(JSON.stringify(state), statePlace)
  await ctx.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('github_sign_ins').where('expires_at', '<', ctx.now().toISOString()).execute()
    await trx
      .insertInto('github_sign_ins')
      .values({ state_hash: sha256(text), expires_at })
      .execute()
  })
  const address = new URL(`${ctx.github.address.signIn}/login/oauth/authorize`)
  address.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callbackAddress(ctx),
    scope: scopes,
    state: text,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  return address.href
}

/**
 * What a person sees before a sign-in starts: the names of their account and of the organization.
 *
 * @throws as `startSignIn` would.
 */
export async function describeSignIn(ctx: Ctx, orgId: string, redirect: string | undefined) {
  requireApplication(ctx)
  if (redirect !== undefined) ownAddress(ctx, redirect)
  const names = await ctx.db
    .selectFrom('organizations')
    .innerJoin('users', (join) => join.on('users.id', '=', ctx.caller.userId))
    .select(['organizations.name as organization', 'users.display_name as person'])
    .where('organizations.id', '=', orgId)
    .executeTakeFirst()
  if (!names) throw notFound('Organization')
  return names
}

/**
 * Finishes a sign-in that the same caller began, and keeps the token.
 *
 * @throws 400 for a state that is not the caller's, or was used, or has expired, and for a code that GitHub does not
 * accept.
 */
export async function finishSignIn(ctx: Ctx, code: string, stateText: string) {
  const { clientId, clientSecret } = requireApplication(ctx)
  const state = await redeemState(ctx, stateText)
  const token = await answering(
    ctx.github.exchangeCode({
      client_id: clientId,
      client_secret: clientSecret,
      code,
      redirect_uri: callbackAddress(ctx),
      code_verifier: state.verifier,
    }),
  )
  const connection = await connect(ctx, state.org_id, token, 'oauth')
  return { connection, redirect: state.redirect }
}

/**
 * Where the browser goes when GitHub access was denied.
 *
 * @throws 400 for a state that is not the caller's, or was used, or has expired, and when no redirect was asked for.
 */
export async function deniedAddress(ctx: Ctx, stateText: string): Promise<string> {
  const { redirect } = await redeemState(ctx, stateText)
  if (redirect === null) throw badRequest('GitHub access was denied')
  const address = new URL(redirect)
  address.searchParams.set('github', 'denied')
  return address.href
}

/**
 * A state works once, and for the session or key that started it: a leaked key must not have its person's browser bring
 * the person's token into the organization.
 */
async function redeemState(ctx: Ctx, text: string): Promise<SignInState> {
  const invalid = badRequest('state is invalid or has expired; start again at /github/oauth/authorize')
  let state: SignInState
  try {
    state = JSON.parse(ctx.secrets.decrypt(text, statePlace))
  } catch {
    throw invalid
  }
  const { credentialHash, orgIds } = ctx.caller
  const expired = state.expires_at < ctx.now().toISOString()
  if (expired || state.credential_hash !== credentialHash || !orgIds.includes(state.org_id)) throw invalid
  const pending = ctx.db.deleteFrom('github_sign_ins').where('state_hash', '=', sha256(text)).returning('state_hash')
  if (!(await pending.executeTakeFirst())) throw invalid
  return state
}

function requireApplication({ config }: Deps) {
  const { githubClientId: clientId, githubClientSecret: clientSecret } = config
  if (!clientId) throw badRequest('GITHUB_CLIENT_ID is not set: the service has no GitHub OAuth application')
  if (!clientSecret) throw badRequest('GITHUB_CLIENT_SECRET is not set: the service has no GitHub OAuth application')
  return { clientId, clientSecret }
}

const callbackAddress = ({ config }: Deps) => `${config.publicUrl}/api/v1/github/oauth/callback`

/** An address of this service, so that no one is redirected elsewhere in its name. */
function ownAddress({ config }: Deps, redirect: string): string {
  const base = new URL(config.publicUrl)
  const address = URL.canParse(redirect, base.href) ? new URL(redirect, base.href) : undefined
  if (address?.origin !== base.origin) throw badRequest(`redirect must be a URL under ${config.publicUrl}`)
  return address.href
}
