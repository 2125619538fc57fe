import { badRequest } from '#core/base/errors.ts'
import { verificationMail } from '#core/domain/requests/mails.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { insertLink, spentLink, takeLink } from './account-links.ts'
import { recordSecurityEvent } from './security-events.ts'

const hoursValid = 24

/** Mails a link that confirms the account's address; does nothing without a mail server or if it is confirmed. */
export function mailVerification(deps: Deps, userId: string): void {
  deps.mailer?.send(userId, async () => {
    const email = await unverifiedEmail(deps, userId)
    if (email === null) return undefined
    const now = deps.now()
    const link = await deps.db
      .transaction()
      .execute((trx) => insertLink(trx, now, { user_id: userId, purpose: 'verification', hours: hoursValid, email }))
    return link && verificationMail(email, `${deps.config.publicUrl}/verify/${link.token}`)
  })
}

async function unverifiedEmail({ db }: Deps, userId: string): Promise<string | null> {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst()
  return user?.email ?? null
}

/** Mails the link again. @throws 400 if there is nothing to confirm or no mail server. */
export async function requestVerification(ctx: Ctx): Promise<void> {
  if (!ctx.mailer) throw badRequest('This service does not send mail; its operator can set SMTP_URL')
  if ((await unverifiedEmail(ctx, ctx.caller.userId)) === null)
    throw badRequest('This account has no unconfirmed email address')
  mailVerification(ctx, ctx.caller.userId)
}

/**
 * Confirms an address by its link (behavior: Accounts). @throws 400 for a link that cannot be used, also when the
 * address has changed since.
 */
export async function verifyEmail(
  { db, now }: Deps,
  { token, ip }: { token: string; ip: string },
): Promise<{ email: string }> {
  const time = now()
  return db.transaction().execute(async (trx) => {
    const link = await takeLink(trx, time, 'verification', token)
    const verified = await trx
      .updateTable('users')
      .set({ email_verified_at: time.toISOString() })
      .where('id', '=', link.user_id)
      .where('email', '=', link.email)
      .returning('email')
      .executeTakeFirst()
    if (!verified?.email) throw spentLink()
    const cause = { userId: link.user_id, by: 'mailed link', ip, at: time }
    await recordSecurityEvent(trx, { what: 'email_verified', ...cause })
    return { email: verified.email }
  })
}
