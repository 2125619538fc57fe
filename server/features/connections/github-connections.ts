import { v7 as newId } from 'uuid'
import { AppError, badRequest, notFound } from '#core/base/errors.ts'
import { GitHubRefusal } from '#core/domain/sources/github.ts'
import type { GithubConnection } from '../../db/tables.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { requireOwner } from '../accounts/members.ts'
import { causeOf, recordSecurityEvent } from '../accounts/security-events.ts'

/** An organization's access to private repositories: tokens, stored encrypted and never returned (behavior: GitHub). */

/** Awaits GitHub's answer; turns its refusals into errors for the caller. */
export async function answering<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (!(error instanceof GitHubRefusal)) throw error
    const { message, reason, retryAfterSeconds } = error
    if (reason === 'not-found') throw new AppError('not_found', message)
    if (reason === 'limit') throw new AppError('rate_limited', message, retryAfterSeconds)
    if (reason === 'token') throw badRequest(message)
    throw new AppError('outside_failed', message)
  }
}

const connectionFields = <T extends GithubConnection>({ token, ...connection }: T) => connection

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

/** Oldest first: the first one is used for private repositories of sources without a connection. */
export async function listConnections(ctx: Ctx, orgId: string) {
  const connections = await selectConnections(ctx).where('org_id', '=', orgId).orderBy('id').execute()
  return connections.map(connectionFields)
}

/** Returns a connection with the number of content sources that use it. */
export async function readConnection(ctx: Ctx, id: string) {
  const connection = await selectConnections(ctx).where('id', '=', id).executeTakeFirst()
  if (!connection) throw notFound('GitHub connection')
  return connectionFields(connection)
}

/** @throws 401 for anyone but an owner, 400 when GitHub rejected the token. */
export const connectWithToken = (ctx: Ctx, orgId: string, token: string) => connect(ctx, orgId, token, 'token')

/** Asks GitHub for the token's account before storing the token. */
export async function connect(ctx: Ctx, orgId: string, token: string, auth_type: GithubConnection['auth_type']) {
  await requireOwner(ctx, orgId, 'change connections')
  const { login, scopes } = await answering(ctx.github.connect(token).then((client) => client.user()))
  const id = newId()
  const connection = await ctx.db.transaction().execute(async (trx) => {
    await recordSecurityEvent(trx, { userId: ctx.caller.userId, what: 'github_connected', ...causeOf(ctx) })
    return trx
      .insertInto('github_connections')
      .values({
        org_id: orgId,
        id,
        github_username: login,
        auth_type,
        scopes,
        token: ctx.secrets.encrypt(token, githubTokenData({ org_id: orgId, id })),
        created_by: ctx.caller.userId,
        created_at: ctx.now().toISOString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return { ...connectionFields(connection), usage_count: 0 }
}

/**
 * Returns a token's additional data, which binds it to its row: copied into another organization's row, it is
 * unreadable.
 */
export const githubTokenData = ({ org_id, id }: { org_id: string; id: string }) => `github_connections/${org_id}/${id}`

/** Decrypts a token. @throws a refusal when it was encrypted with another key. */
export function tokenOf({ secrets }: Deps, connection: GithubConnection): string {
  try {
    return secrets.decrypt(connection.token, githubTokenData(connection))
  } catch {
    throw new GitHubRefusal(
      'The token of the GitHub connection was encrypted with another SECRET_KEY; connect GitHub again',
      'token',
    )
  }
}

/** Deletes a connection; sources that use it continue without it (behavior: GitHub). For owners. */
export async function deleteConnection(ctx: Ctx, id: string): Promise<void> {
  const { org_id } = await readConnection(ctx, id)
  await requireOwner(ctx, org_id, 'change connections')
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
