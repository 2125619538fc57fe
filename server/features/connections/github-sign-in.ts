import { createHash, randomBytes } from 'node:crypto'
import { badRequest, notFound } from '#core/base/errors.ts'
import { sha256 } from '#core/base/hash.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { requireOwner } from '../accounts/members.ts'
import { answering, connect } from './github-connections.ts'

/** Creates a connection by signing in at GitHub: OAuth with state and PKCE (behavior: GitHub). */

const stateMinutes = 10
const scopes = 'repo read:user'

/** The OAuth state, which passes through GitHub encrypted: no one else can read or create one. */
interface SignInState {
  org_id: string
  /** The session or key that started the sign-in, the only one that may finish it. */
  credential_hash: string | undefined
  /** The final address for the browser; null returns the connection itself. */
  redirect: string | null
  verifier: string
  expires_at: string
}

const statePlace = 'github sign-in'

/**
 * Returns GitHub's address where a person allows the access, with state and PKCE.
 *
 * @throws 401 for anyone but an owner, 400 when the service has no OAuth application, or `redirect` leaves it.
 */
export async function startSignIn(ctx: Ctx, orgId: string, redirect: string | undefined): Promise<string> {
  await requireOwner(ctx, orgId, 'change connections')
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
 * Returns the names that a person sees before a sign-in starts: their account's and the organization's.
 *
 * @throws as `startSignIn` would.
 */
export async function describeSignIn(ctx: Ctx, orgId: string, redirect: string | undefined) {
  await requireOwner(ctx, orgId, 'change connections')
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
 * Finishes a sign-in that the same caller started, and stores the token.
 *
 * @throws 400 for a state that is not the caller's, was used, or has expired, and for a code that GitHub does not
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
 * Returns the browser's address after GitHub access was denied.
 *
 * @throws 400 for a state that is not the caller's, was used, or has expired, and when no redirect was requested.
 */
export async function deniedAddress(ctx: Ctx, stateText: string): Promise<string> {
  const { redirect } = await redeemState(ctx, stateText)
  if (redirect === null) throw badRequest('GitHub access was denied')
  const address = new URL(redirect)
  address.searchParams.set('github', 'denied')
  return address.href
}

/**
 * Opens a state, which works once and only for the session or key that started it: otherwise the holder of a leaked key
 * could trick its owner's browser into adding the owner's token to the organization.
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

/** Accepts only an address of this service, to prevent open redirects. */
function ownAddress({ config }: Deps, redirect: string): string {
  const base = new URL(config.publicUrl)
  const address = URL.canParse(redirect, base.href) ? new URL(redirect, base.href) : undefined
  if (address?.origin !== base.origin) throw badRequest(`redirect must be a URL under ${config.publicUrl}`)
  return address.href
}
