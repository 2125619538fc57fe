import { createHash, randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import type { GithubConnection } from '../../db/tables.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { AppError, badRequest, notFound, outsideFailure } from '../../domain/errors.ts'
import { GitHubRefusal } from '../../domain/github.ts'

/** An organization's access to private repositories: tokens, stored encrypted and never answered (decisions 10). */

const stateMinutes = 10
const scopes = 'repo read:user'

/** Waits for what GitHub gives; its refusals become answers. */
export async function answering<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (!(error instanceof GitHubRefusal)) throw error
    const { message, reason, retryAfterSeconds } = error
    if (reason === 'not-found') throw new AppError(404, message)
    if (reason === 'limit') throw new AppError(429, message, retryAfterSeconds)
    if (reason === 'token') throw badRequest(message)
    throw outsideFailure(message)
  }
}

const connectionFields = ({ token, ...connection }: GithubConnection) => connection

const selectConnections = (ctx: Ctx) =>
  ctx.db
    .selectFrom('github_connections')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('content_sources')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('content_sources.org_id', '=', 'github_connections.org_id')
        .whereRef('content_sources.github_connection_id', '=', 'github_connections.id')
        .$asScalar()
        .$notNull()
        .as('usage_count'),
    )
    .where('org_id', 'in', ctx.caller.orgIds)

/** Oldest first: the first one is used for private repositories of sources that name none. */
export async function listConnections(ctx: Ctx, orgId: string) {
  const connections = await selectConnections(ctx).where('org_id', '=', orgId).orderBy('id').execute()
  return connections.map(connectionFields)
}

/** A connection with the number of content sources that name it. */
export async function readConnection(ctx: Ctx, id: string) {
  const connection = await selectConnections(ctx).where('id', '=', id).executeTakeFirst()
  if (!connection) throw notFound('GitHub connection')
  return connectionFields(connection as GithubConnection & { usage_count: number })
}

/** @throws 400 when GitHub does not accept the token. */
export const connectWithToken = (ctx: Ctx, orgId: string, token: string) => connect(ctx, orgId, token, 'token')

/** Asks GitHub whose token it is before it is kept. */
async function connect(ctx: Ctx, orgId: string, token: string, auth_type: GithubConnection['auth_type']) {
  const { login, scopes } = await answering(ctx.github.connect(token).user())
  const id = newId()
  const connection = await ctx.db
    .insertInto('github_connections')
    .values({
      org_id: orgId,
      id,
      github_username: login,
      auth_type,
      scopes,
      token: ctx.secrets.encrypt(token, placeOf({ org_id: orgId, id })),
      created_by: ctx.caller.userId,
      created_at: ctx.now().toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...connectionFields(connection), usage_count: 0 }
}

/** A token is bound to its row: copied into another organization's, it is unreadable. */
const placeOf = ({ org_id, id }: { org_id: string; id: string }) => `github_connections/${org_id}/${id}`

/** @throws a refusal when it was encrypted with another key. */
export function tokenOf({ secrets }: Deps, connection: GithubConnection): string {
  try {
    return secrets.decrypt(connection.token, placeOf(connection))
  } catch {
    throw new GitHubRefusal('The token of the GitHub connection was encrypted with another SECRET_KEY', 'token')
  }
}

/** Sources that name the connection keep working without it (decisions 10). */
export async function deleteConnection(ctx: Ctx, id: string): Promise<void> {
  const { org_id } = await readConnection(ctx, id)
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('content_sources')
      .set({ github_connection_id: null })
      .where('org_id', '=', org_id)
      .where('github_connection_id', '=', id)
      .execute()
    await trx.deleteFrom('github_connections').where('org_id', '=', org_id).where('id', '=', id).execute()
  })
}

/** What travels through GitHub and back, encrypted: nobody else can read or make one. */
interface SignInState {
  org_id: string
  user_id: string
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
export function signInAddress(ctx: Ctx, orgId: string, redirect: string | undefined): string {
  const { clientId } = requireApplication(ctx)
  const verifier = randomBytes(32).toString('base64url')
  const state: SignInState = {
    org_id: orgId,
    user_id: ctx.caller.userId,
    redirect: redirect === undefined ? null : ownAddress(ctx, redirect),
    verifier,
    expires_at: new Date(ctx.now().getTime() + stateMinutes * 60_000).toISOString(),
  }
  const address = new URL(`${ctx.github.address.signIn}/login/oauth/authorize`)
  address.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callbackAddress(ctx),
    scope: scopes,
    state: ctx.secrets.encrypt(JSON.stringify(state), statePlace),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  return address.href
}

/**
 * Finishes a sign-in that the same caller began, and keeps the token.
 *
 * @throws 400 for a state that is not the caller's, or has expired, and for a code that GitHub does not accept.
 */
export async function finishSignIn(ctx: Ctx, code: string, stateText: string) {
  const { clientId, clientSecret } = requireApplication(ctx)
  const state = readState(ctx, stateText)
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
 * Where the browser goes when the access was not allowed at GitHub.
 *
 * @throws 400 for a state that is not the caller's, or has expired, and when no redirect was asked for.
 */
export function deniedAddress(ctx: Ctx, stateText: string): string {
  const { redirect } = readState(ctx, stateText)
  if (redirect === null) throw badRequest('The access was not allowed at GitHub')
  const address = new URL(redirect)
  address.searchParams.set('github', 'denied')
  return address.href
}

/** Another person's state must not bring this person's token into the other's organization. */
function readState(ctx: Ctx, text: string): SignInState {
  const invalid = badRequest('state is not valid any more: start again at /github/oauth/authorize')
  let state: SignInState
  try {
    state = JSON.parse(ctx.secrets.decrypt(text, statePlace))
  } catch {
    throw invalid
  }
  const expired = state.expires_at < ctx.now().toISOString()
  if (expired || state.user_id !== ctx.caller.userId || !ctx.caller.orgIds.includes(state.org_id)) throw invalid
  return state
}

function requireApplication({ config }: Deps) {
  const { githubClientId: clientId, githubClientSecret: clientSecret } = config
  if (!clientId) throw badRequest('GITHUB_CLIENT_ID is not set: the service has no GitHub OAuth application')
  if (!clientSecret) throw badRequest('GITHUB_CLIENT_SECRET is not set: the service has no GitHub OAuth application')
  return { clientId, clientSecret }
}

const callbackAddress = ({ config }: Deps) => `${config.publicUrl}/api/v1/github/oauth/callback`

/** An address of this service, so that nobody is sent elsewhere in its name. */
function ownAddress({ config }: Deps, redirect: string): string {
  const base = new URL(config.publicUrl)
  const address = URL.canParse(redirect, base.href) ? new URL(redirect, base.href) : undefined
  if (address?.origin !== base.origin) throw badRequest(`redirect must be an address under ${config.publicUrl}`)
  return address.href
}
