import { randomBytes } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import { badRequest } from '#core/base/errors.ts'
import { sha256 } from '#core/base/hash.ts'
import type { Tables } from '../../db/tables.ts'

/** Links that confirm an address or set a password: random, stored as a hash, used once, short-lived. */

export type AccountLink = Selectable<Tables['account_links']>

const hourMs = 3_600_000
/** The most open links of one purpose for an account: further requests for mail send nothing until one has expired. */
const maxOpen = 5

/** Returns the token of a link: 256 random bits, which cannot be guessed. */
export const newToken = () => randomBytes(32).toString('base64url')

interface NewLink {
  user_id: string
  purpose: AccountLink['purpose']
  hours: number
  /** The address to which the link is mailed. */
  email?: string
  /** The organization and the owner, for a link that an owner creates. */
  org_id?: string
  created_by?: string
}

/** Creates a link and returns its token and expiry, or undefined while too many are open. */
export async function insertLink(
  trx: Transaction<Tables>,
  now: Date,
  { hours, ...link }: NewLink,
): Promise<{ token: string; expires_at: string } | undefined> {
  const ofPurpose = { user_id: link.user_id, purpose: link.purpose }
  await trx
    .deleteFrom('account_links')
    .where((eb) => eb.and(ofPurpose))
    .where('expires_at', '<=', now.toISOString())
    .execute()
  const open = await trx
    .selectFrom('account_links')
    .select('token_hash')
    .where((eb) => eb.and(ofPurpose))
    .execute()
  if (open.length >= maxOpen) return undefined
  const token = newToken()
  const expires_at = new Date(now.getTime() + hours * hourMs).toISOString()
  await trx
    .insertInto('account_links')
    .values({ ...link, token_hash: sha256(token), created_at: now.toISOString(), expires_at })
    .execute()
  return { token, expires_at }
}

/** @throws 400 for a link that never existed, was used, has expired, or belongs to an address that was replaced. */
export const spentLink = () => badRequest('This link was already used or has expired; request a new one')

/**
 * Invalidates a link and the others of its purpose.
 *
 * @throws 400 when it cannot be used.
 */
export async function takeLink(
  trx: Transaction<Tables>,
  now: Date,
  purpose: AccountLink['purpose'],
  token: string,
): Promise<AccountLink> {
  const link = await trx
    .deleteFrom('account_links')
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .returningAll()
    .executeTakeFirst()
  if (!link) throw spentLink()
  await trx.deleteFrom('account_links').where('user_id', '=', link.user_id).where('purpose', '=', purpose).execute()
  return link
}
