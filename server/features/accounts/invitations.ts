import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { badRequest, conflict, notFound } from '#core/base/errors.ts'
import { sha256 } from '#core/base/hash.ts'
import type { MemberRole } from '#core/domain/kinds.ts'
import { invitationMail } from '#core/domain/requests/mails.ts'
import { forNoKeyUpdate } from '../../db/locks.ts'
import type { Tables } from '../../db/tables.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { newToken } from './account-links.ts'
import { generatedName } from './accounts.ts'
import { type Invitee, insertMember, inviteeColumns, requireOwner } from './members.ts'
import { byOwner, causeOf, recordSecurityEvent } from './security-events.ts'
import { hashPassword } from './sessions.ts'
import { mailVerification } from './verification.ts'

/** Membership by consent: an owner invites, and the holder of the link accepts (behavior: Membership). */

const daysValid = 7
const dayMs = 86_400_000
/** The most open invitations of one organization. */
const maxOpen = 200

const alreadyMember = () => conflict('This account is already a member of the organization', 'already_exists')

const linkOf = ({ config }: Deps, token: string) => `${config.publicUrl}/invitations/${token}`

export interface NewInvitation {
  email?: string
  role: MemberRole
}

/**
 * Invites the account with an address, or anyone who has the link. A new invitation of an address replaces the previous
 * one.
 *
 * @throws 401 unless the caller is an owner, 409 for the address of a member, 400 while too many are open.
 */
export async function createInvitation(ctx: Ctx, orgId: string, input: NewInvitation) {
  await requireOwner(ctx, orgId)
  const known = input.email === undefined ? undefined : await findByEmail(ctx, orgId, input.email)
  if (known?.member_id) throw alreadyMember()
  return invite(ctx, orgId, input)
}

/**
 * Makes an account with a verified address a member immediately. All other addresses are invited, in the same way
 * whether or not there is such an account, so that nobody learns which addresses have one (behavior: Membership).
 *
 * @throws as `createInvitation`.
 */
export async function addMember(ctx: Ctx, orgId: string, input: { email: string; role: MemberRole }) {
  await requireOwner(ctx, orgId)
  const known = await findByEmail(ctx, orgId, input.email)
  if (known?.member_id) throw alreadyMember()
  if (!known?.email_verified_at) return { invitation: await invite(ctx, orgId, input) }
  const member = await ctx.db.transaction().execute(async (trx) => {
    await recordSecurityEvent(trx, { userId: known.id, what: 'organization_joined', ...byOwner(ctx) })
    return insertMember(trx, ctx.now(), { orgId, user: known, role: input.role })
  })
  return { member }
}

/** Finds the account with an address: whether it is a member, and whether its address is verified. */
const findByEmail = ({ db }: Ctx, orgId: string, email: string) =>
  db
    .selectFrom('users')
    .leftJoin('members', (join) => join.onRef('members.user_id', '=', 'users.id').on('members.org_id', '=', orgId))
    .select([...inviteeColumns, 'members.id as member_id'])
    .where('users.email', '=', email.toLowerCase())
    .executeTakeFirst()

/** Creates the invitation. Its link is only in this answer. */
async function invite(ctx: Ctx, orgId: string, input: NewInvitation) {
  const now = ctx.now()
  const token = newToken()
  const mailToken = ctx.mailer && input.email !== undefined ? newToken() : undefined
  const row = {
    org_id: orgId,
    id: newId(),
    email: input.email?.toLowerCase() ?? null,
    role: input.role,
    token_hash: sha256(token),
    mail_token_hash: mailToken === undefined ? null : sha256(mailToken),
    created_by: ctx.caller.userId,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + daysValid * dayMs).toISOString(),
  }
  const organization = await ctx.db.transaction().execute(async (trx) => {
    // Serializes the invitations of one organization, so that concurrent ones cannot exceed the limit.
    const organization = await forNoKeyUpdate(trx)(
      trx.selectFrom('organizations').select('name').where('id', '=', orgId),
    ).executeTakeFirst()
    if (!organization) throw notFound('Organization')
    const ofOrganization = trx.deleteFrom('invitations').where('org_id', '=', orgId)
    await ofOrganization
      .where((eb) =>
        eb.or([eb('expires_at', '<=', row.created_at), ...(row.email === null ? [] : [eb('email', '=', row.email)])]),
      )
      .execute()
    const open = await trx
      .selectFrom('invitations')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow()
    if (open.count >= maxOpen) throw badRequest(`At most ${maxOpen} invitations can be open; revoke some first`)
    await trx.insertInto('invitations').values(row).execute()
    return organization
  })
  if (mailToken !== undefined && row.email !== null) {
    const mail = invitationMail(row.email, organization.name, linkOf(ctx, mailToken))
    ctx.mailer?.send(orgId, async () => mail)
  }
  const { id, email, role, expires_at } = row
  return { id, email, role, link: linkOf(ctx, token), expires_at }
}

/** Lists the open invitations of an organization, oldest first, without their links; for owners. */
export async function listInvitations(ctx: Ctx, orgId: string) {
  await requireOwner(ctx, orgId)
  const data = await ctx.db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'created_by', 'created_at', 'expires_at'])
    .where('org_id', '=', orgId)
    .where('expires_at', '>', ctx.now().toISOString())
    .orderBy('id')
    .execute()
  return { data, count: data.length }
}

/** Revokes an invitation; for owners. @throws 404 when it is missing, was accepted or is another organization's. */
export async function revokeInvitation(ctx: Ctx, orgId: string, id: string): Promise<void> {
  await requireOwner(ctx, orgId)
  const revoked = await ctx.db
    .deleteFrom('invitations')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!revoked) throw notFound('Invitation')
}

/** Describes an invitation to the holder of its link. @throws 404 when it cannot be accepted anymore. */
export async function readInvitation({ db, now }: Deps, token: string) {
  const hash = sha256(token)
  const invitation = await db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.org_id')
    .select(['organizations.name', 'organizations.slug', 'email', 'role', 'expires_at'])
    .where((eb) => eb.or([eb('token_hash', '=', hash), eb('mail_token_hash', '=', hash)]))
    .where('expires_at', '>', now().toISOString())
    .executeTakeFirst()
  if (!invitation) throw notFound('Invitation')
  const { name, slug, ...fields } = invitation
  return { organization: { name, slug }, ...fields }
}

/** Makes the caller a member. @throws as `takeInvitation`. */
export const acceptInvitation = (ctx: Ctx, token: string) =>
  ctx.db.transaction().execute(async (trx) => {
    const { userId } = ctx.caller
    const user = await trx
      .selectFrom('users')
      .select(inviteeColumns)
      .where('users.id', '=', userId)
      .executeTakeFirstOrThrow()
    await recordSecurityEvent(trx, { userId, what: 'organization_joined', ...causeOf(ctx) })
    return takeInvitation(trx, ctx.now(), user, token)
  })

/**
 * Creates an account that joins the invitation's organization instead of creating one: the organization is its home.
 *
 * @throws as `takeInvitation`; 409 when the email is in use.
 */
export async function registerByInvitation(
  deps: Deps,
  token: string,
  input: { email: string; password: string; display_name?: string },
) {
  await readInvitation(deps, token)
  const now = deps.now()
  const user = {
    id: newId(),
    email: input.email.toLowerCase(),
    password_hash: await hashPassword(input.password),
    display_name: input.display_name ?? generatedName(),
    is_agent: false,
    email_verified_at: null,
    created_at: now.toISOString(),
  }
  const member = await deps.db.transaction().execute(async (trx) => {
    await trx.insertInto('users').values(user).execute()
    const member = await takeInvitation(trx, now, user, token)
    await trx.updateTable('users').set({ home_org_id: member.organization.id }).where('id', '=', user.id).execute()
    return member
  })
  mailVerification(deps, user.id)
  return member
}

/**
 * Accepts an invitation for an account. A mailed link also verifies the account's address, because only the mailbox
 * received it; an unmailed link was shown to the owner.
 *
 * @throws 404 when it is missing, expired or used, 400 when it names another address, 409 for a member.
 */
async function takeInvitation(trx: Transaction<Tables>, now: Date, user: Invitee, token: string) {
  const hash = sha256(token)
  const invitation = await trx
    .deleteFrom('invitations')
    .where((eb) => eb.or([eb('token_hash', '=', hash), eb('mail_token_hash', '=', hash)]))
    .where('expires_at', '>', now.toISOString())
    .returningAll()
    .executeTakeFirst()
  if (!invitation) throw notFound('Invitation')
  if (invitation.email !== null && invitation.email !== user.email) {
    throw badRequest('This invitation is for another email address; sign in with the account that has it')
  }
  const proof = invitation.mail_token_hash === hash ? { email_verified_at: now.toISOString() } : undefined
  if (proof) await trx.updateTable('users').set(proof).where('id', '=', user.id).execute()
  const { org_id, role } = invitation
  const member = await insertMember(trx, now, { orgId: org_id, user: { ...user, ...proof }, role })
  const organization = await trx
    .selectFrom('organizations')
    .select(['id', 'name', 'slug'])
    .where('id', '=', org_id)
    .executeTakeFirstOrThrow()
  return { ...member, organization }
}
