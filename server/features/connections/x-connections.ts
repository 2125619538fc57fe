import { v7 as newId } from 'uuid'
import { notFound, SourceRefusal } from '#core/base/errors.ts'
import type { XConnection } from '../../db/tables.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { requireOwner } from '../accounts/members.ts'

/** An organization's access to X by OAuth 1.0a: four keys, stored encrypted and never returned (behavior: X). */

const secretFields = ['api_key', 'api_secret', 'access_token', 'access_token_secret'] as const
type SecretField = (typeof secretFields)[number]

export interface NewXConnection extends Record<SecretField, string> {
  label?: string | null
  x_username: string
  x_user_id: string
}

const connectionFields = ({ api_key, api_secret, access_token, access_token_secret, ...connection }: XConnection) =>
  connection

/** Lists connections, oldest first. */
export async function listXConnections(ctx: Ctx, orgId: string) {
  const connections = await ctx.db
    .selectFrom('x_connections')
    .selectAll()
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('org_id', '=', orgId)
    .orderBy('id')
    .execute()
  return connections.map(connectionFields)
}

/** Stores the keys of an account, for owners. */
export async function createXConnection(ctx: Ctx, orgId: string, input: NewXConnection) {
  await requireOwner(ctx, orgId, 'change connections')
  const { label = null, x_username, x_user_id } = input
  const id = newId()
  const encrypted = (field: SecretField) => ctx.secrets.encrypt(input[field], xTokenData({ org_id: orgId, id }, field))
  const connection = await ctx.db
    .insertInto('x_connections')
    .values({
      org_id: orgId,
      id,
      label,
      x_username,
      x_user_id,
      api_key: encrypted('api_key'),
      api_secret: encrypted('api_secret'),
      access_token: encrypted('access_token'),
      access_token_secret: encrypted('access_token_secret'),
      created_by: ctx.caller.userId,
      created_at: ctx.now().toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return connectionFields(connection)
}

/**
 * Returns a key's additional data, which binds it to its field: copied into another row or column, it is unreadable.
 */
export const xTokenData = ({ org_id, id }: { org_id: string; id: string }, field: SecretField) =>
  `x_connections/${org_id}/${id}/${field}`

/** Decrypts the keys of a connection. @throws SourceRefusal when they were encrypted with another key. */
export function credentialsOf({ secrets }: Deps, connection: XConnection) {
  const decrypted = (field: SecretField) => secrets.decrypt(connection[field], xTokenData(connection, field))
  try {
    return {
      consumerKey: decrypted('api_key'),
      consumerSecret: decrypted('api_secret'),
      token: decrypted('access_token'),
      tokenSecret: decrypted('access_token_secret'),
    }
  } catch {
    throw new SourceRefusal('The keys of the X connection were encrypted with another SECRET_KEY; connect X again')
  }
}

/** Deletes a connection, for owners. Its sources stay with their content, but are no longer synced. */
export async function deleteXConnection(ctx: Ctx, id: string): Promise<void> {
  const connection = await ctx.db
    .selectFrom('x_connections')
    .select('org_id')
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!connection) throw notFound('X connection')
  const { org_id } = connection
  await requireOwner(ctx, org_id, 'change connections')
  await ctx.db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('x_connections')
      .where('org_id', '=', org_id)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) throw notFound('X connection')
    await trx
      .updateTable('content_sources')
      .set({ x_connection_id: null })
      .where('org_id', '=', org_id)
      .where('x_connection_id', '=', id)
      .execute()
  })
}
