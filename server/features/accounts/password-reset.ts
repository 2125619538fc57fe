import type { Transaction } from 'kysely'
import { badRequest, notFound } from '#core/base/errors.ts'
import { sha256 } from '#core/base/hash.ts'
import { resetMail } from '#core/domain/requests/mails.ts'
import type { Tables } from '../../db/tables.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { type AccountLink, insertLink, spentLink, takeLink } from './account-links.ts'
import { requireOwner } from './members.ts'
import { byOwner, recordSecurityEvent } from './security-events.ts'
import { hashPassword, passwordsOff } from './sessions.ts'

/**
 * Resets a forgotten password: by mail, or without a mail server by a link that an owner of the organization creates.
 */

const hoursValid = { mailed: 1, made: 24 }

/**
 * Mails a link to the account with an address. All work that depends on such an account happens after the answer, so
 * that neither the answer nor its timing reveals one (behavior: Accounts).
 *
 * @throws 400 without a mail server.
 */
export function requestReset(deps: Deps, address: string): void {
  if (!deps.config.passwordSignIn) throw passwordsOff()
  if (!deps.mailer)
    throw badRequest('This service does not send mail; ask an owner of your organization for a password reset link')
  const email = address.toLowerCase()
  deps.mailer.send(email, async () => {
    const user = await deps.db
      .selectFrom('users')
      .select(['id', 'email_verified_at'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (!user) return undefined
    const now = deps.now()
    const link = await deps.db
      .transaction()
      .execute((trx) => insertLink(trx, now, { user_id: user.id, purpose: 'reset', hours: hoursValid.mailed, email }))
    return link && resetMail(email, `${deps.config.publicUrl}/reset/${link.token}`, user.email_verified_at !== null)
  })
}

/**
 * Sets a password and ends every session. A mailed link verifies the address; if it was unverified before, someone else
 * may have registered it, so the keys that the account created are revoked. A link from an owner removes the
 * verification, because the owner could have used it.
 *
 * @throws 400 for a link that cannot be used.
 */
export async function resetPassword(deps: Deps, input: { token: string; password: string; ip: string }): Promise<void> {
  const known = await deps.db
    .selectFrom('account_links')
    .select('user_id')
    .where('token_hash', '=', sha256(input.token))
    .executeTakeFirst()
  // Skips the expensive hash for tokens that never were a link.
  if (!known) throw spentLink()
  const password_hash = await hashPassword(input.password)
  const now = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    const link = await takeLink(trx, now, 'reset', input.token)
    const user = await trx
      .selectFrom('users')
      .select(['id', 'email', 'email_verified_at'])
      .where('id', '=', link.user_id)
      .executeTakeFirstOrThrow()
    const isMailed = link.email !== null
    if (isMailed ? user.email !== link.email : !(await mayStillReset(trx, link))) throw spentLink()
    const email_verified_at = isMailed ? (user.email_verified_at ?? now.toISOString()) : null
    await trx.updateTable('users').set({ password_hash, email_verified_at }).where('id', '=', user.id).execute()
    await trx.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    const cause = {
      userId: user.id,
      by: isMailed ? 'mailed reset link' : "an owner's reset link",
      ip: input.ip,
      at: now,
    }
    await recordSecurityEvent(trx, { what: 'password_reset', ...cause })
    if (isMailed && user.email_verified_at === null)
      await trx.deleteFrom('api_keys').where('created_by', '=', user.id).execute()
  })
  deps.keys.clear()
}

/** Checks that the owner who created the link may still reset the password when it is used. */
async function mayStillReset(trx: Transaction<Tables>, { org_id, created_by, user_id }: AccountLink) {
  if (org_id === null || created_by === null) return false
  const maker = await trx
    .selectFrom('members')
    .select('role')
    .where('org_id', '=', org_id)
    .where('user_id', '=', created_by)
    .executeTakeFirst()
  return maker?.role === 'owner' && (await belongsTo(trx, user_id, org_id))
}

/**
 * Checks whether an account belongs to this organization alone: it registered with it, is in no other, and owns
 * nothing. Its password then protects nothing beyond the reach of the organization's owners.
 */
async function belongsTo(trx: Transaction<Tables>, userId: string, orgId: string): Promise<boolean> {
  const memberships = await trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.org_id', 'members.role', 'users.home_org_id'])
    .where('members.user_id', '=', userId)
    .execute()
  const [only] = memberships
  return memberships.length === 1 && only!.org_id === orgId && only!.home_org_id === orgId && only!.role !== 'owner'
}

/**
 * Creates a link by which a member sets a new password, for an owner to hand over where no mail is sent.
 *
 * @throws 401 unless the caller is an owner; 404 if the account is not a member; 400 for an account that is not the
 * organization's alone, that has no email to sign in with, or where mail is sent.
 */
export async function createResetLink(ctx: Ctx, orgId: string, userId: string) {
  await requireOwner(ctx, orgId)
  if (!ctx.config.passwordSignIn) throw passwordsOff()
  return ctx.db.transaction().execute(async (trx) => {
    const member = await trx
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .select('users.email')
      .where('members.org_id', '=', orgId)
      .where('members.user_id', '=', userId)
      .executeTakeFirst()
    if (!member) throw notFound('Member')
    if (ctx.mailer) throw badRequest('This service sends mail; the member can use "Forgot password" instead')
    if (member.email === null) throw badRequest('This account has no email address to sign in with')
    if (!(await belongsTo(trx, userId, orgId))) {
      throw badRequest(
        'Reset links are only for members who registered by an invitation of this organization and belong to no other, and not for owners',
      )
    }
    const link = await insertLink(trx, ctx.now(), {
      user_id: userId,
      purpose: 'reset',
      hours: hoursValid.made,
      org_id: orgId,
      created_by: ctx.caller.userId,
    })
    if (!link) throw badRequest('Too many reset links are open for this member; use the newest one')
    await recordSecurityEvent(trx, { userId, what: 'reset_link_created', ...byOwner(ctx) })
    return { link: `${ctx.config.publicUrl}/reset/${link.token}`, expires_at: link.expires_at }
  })
}
