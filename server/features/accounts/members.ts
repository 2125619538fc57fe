import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { badRequest, notFound, unauthorized } from '#core/base/errors.ts'
import type { MemberRole } from '#core/domain/kinds.ts'
import { forNoKeyUpdate } from '../../db/locks.ts'
import type { Tables, User } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { byOwner, causeOf, recordSecurityEvent } from './security-events.ts'

/** Returns the caller's own membership in an organization that `resolveOrganization` accepted. */
export async function findMembership(ctx: Ctx, orgId: string): Promise<{ role: MemberRole }> {
  const membership = await ctx.db
    .selectFrom('members')
    .select('role')
    .where('org_id', '=', orgId)
    .where('user_id', '=', ctx.caller.userId)
    .executeTakeFirst()
  if (!membership) throw notFound('Organization')
  return membership
}

/** @throws 401 (behavior: Membership) for a member who is not an owner. */
export async function requireOwner(ctx: Ctx, orgId: string): Promise<void> {
  const { role } = await findMembership(ctx, orgId)
  if (role !== 'owner') throw unauthorized()
}

/** `{data: [{id, user_id, role, display_name, email}], count}`, oldest member first (behavior: Membership). */
export async function listMembers(ctx: Ctx, orgId: string) {
  const members = await ctx.db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.id', 'members.user_id', 'members.role', 'users.display_name', 'users.email', 'email_verified_at'])
    .where('members.org_id', '=', orgId)
    .orderBy('members.id')
    .execute()
  const data = members.map(({ email_verified_at, ...member }) => ({
    ...member,
    email_verified: email_verified_at !== null,
    profiles: profileOf(member),
  }))
  return { data, count: data.length }
}

/** Repeats the profile under the name that public clients read. */
const profileOf = ({ display_name, email }: Pick<User, 'display_name' | 'email'>) => ({ display_name, email })

/** Columns of an account that becomes a member. */
export const inviteeColumns = ['users.id', 'users.email', 'users.display_name', 'users.email_verified_at'] as const
export type Invitee = Pick<User, 'id' | 'email' | 'display_name' | 'email_verified_at'>

/** Makes an account a member; 409 when it is one already. */
export async function insertMember(
  trx: Transaction<Tables>,
  now: Date,
  { orgId, user, role }: { orgId: string; user: Invitee; role: MemberRole },
) {
  const member = { id: newId(), user_id: user.id, role }
  await trx
    .insertInto('members')
    .values({ org_id: orgId, ...member, created_at: now.toISOString() })
    .execute()
  const { display_name, email } = user
  const email_verified = user.email_verified_at !== null
  return { ...member, display_name, email, email_verified, profiles: profileOf(user) }
}

/**
 * Removes a member with the keys and invitations that they created, which act on their behalf. Owners remove anyone,
 * everyone removes themselves; 400 for the last owner, since nobody could manage the organization anymore.
 */
export async function removeMember(ctx: Ctx, orgId: string, userId: string): Promise<void> {
  const isSelf = userId === ctx.caller.userId
  if (!isSelf) await requireOwner(ctx, orgId)
  await ctx.db.transaction().execute(async (trx) => {
    // Locks the organization's row, so that two owners cannot remove each other concurrently.
    await forNoKeyUpdate(trx)(trx.selectFrom('organizations').select('id').where('id', '=', orgId)).execute()
    const members = await trx.selectFrom('members').select(['user_id', 'role']).where('org_id', '=', orgId).execute()
    const leaving = members.find((member) => member.user_id === userId)
    if (!leaving) throw notFound('Member')
    const owners = members.filter((member) => member.role === 'owner')
    if (leaving.role === 'owner' && owners.length === 1)
      throw badRequest('The last owner cannot be removed; add another one first')
    await trx.deleteFrom('members').where('org_id', '=', orgId).where('user_id', '=', userId).execute()
    for (const table of ['api_keys', 'invitations'] as const)
      await trx.deleteFrom(table).where('org_id', '=', orgId).where('created_by', '=', userId).execute()
    const cause = isSelf ? causeOf(ctx) : byOwner(ctx)
    await recordSecurityEvent(trx, { userId, what: 'organization_left', ...cause })
  })
  ctx.keys.clear()
}
