import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { badRequest, notFound, unauthorized } from '#core/base/errors.ts'
import type { MemberRole } from '#core/domain/kinds.ts'
import { keyAccesses } from '#core/domain/requests/caller.ts'
import { keyAccessOfRole } from '#core/domain/requests/key-access.ts'
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

/**
 * @param task the end of the sentence "Only an owner may …".
 * @throws 401 (behavior: Membership) for a member who is not an owner.
 */
export async function requireOwner(ctx: Ctx, orgId: string, task?: string): Promise<void> {
  const { role } = await findMembership(ctx, orgId)
  if (role !== 'owner') throw unauthorized(task && `Only an owner may ${task}`)
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
    await requireAnotherOwner(trx, orgId, userId, 'removed')
    await endMembership(trx, orgId, userId)
    const cause = isSelf ? causeOf(ctx) : byOwner(ctx)
    await recordSecurityEvent(trx, { userId, what: 'organization_left', ...cause })
  })
  ctx.keys.clear()
}

/**
 * Gives a member another role, for owners.
 *
 * @throws 401 unless the caller is an owner, 404 for nobody's membership, 400 for the last owner.
 */
export async function changeRole(ctx: Ctx, orgId: string, userId: string, role: MemberRole) {
  await requireOwner(ctx, orgId)
  await ctx.db.transaction().execute(async (trx) => {
    if (role === 'owner') await findMember(trx, orgId, userId)
    else await requireAnotherOwner(trx, orgId, userId, `made a ${role}`)
    await setRole(trx, { orgId, userId, role })
  })
  ctx.keys.clear()
  const { data } = await listMembers(ctx, orgId)
  return data.find((member) => member.user_id === userId)!
}

async function findMember(trx: Transaction<Tables>, orgId: string, userId: string) {
  // Locks the organization's row, so that two owners cannot remove each other concurrently.
  await forNoKeyUpdate(trx)(trx.selectFrom('organizations').select('id').where('id', '=', orgId)).execute()
  const members = await trx.selectFrom('members').select(['user_id', 'role']).where('org_id', '=', orgId).execute()
  const member = members.find(({ user_id }) => user_id === userId)
  if (!member) throw notFound('Member')
  return { member, owners: members.filter(({ role }) => role === 'owner') }
}

/** @throws 404 for nobody's membership, 400 for the last owner. */
async function requireAnotherOwner(trx: Transaction<Tables>, orgId: string, userId: string, change: string) {
  const { member, owners } = await findMember(trx, orgId, userId)
  if (member.role === 'owner' && owners.length === 1)
    throw badRequest(`The last owner cannot be ${change}; add another one first`)
}

/** Ends a membership with the keys and invitations that the person made. Clear the cache of keys afterwards. */
export async function endMembership(trx: Transaction<Tables>, orgId: string, userId: string): Promise<void> {
  await trx.deleteFrom('members').where('org_id', '=', orgId).where('user_id', '=', userId).execute()
  for (const table of ['api_keys', 'invitations'] as const)
    await trx.deleteFrom(table).where('org_id', '=', orgId).where('created_by', '=', userId).execute()
}

/**
 * Sets a member's role. Their keys keep no more access than the role allows, and open invitations of somebody who is no
 * owner end. Clear the cache of keys afterwards.
 */
export async function setRole(
  trx: Transaction<Tables>,
  { orgId, userId, role }: { orgId: string; userId: string; role: MemberRole },
): Promise<void> {
  const ofPerson = { org_id: orgId, created_by: userId }
  await trx
    .updateTable('members')
    .set({ role })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('role', '!=', role)
    .execute()
  const access = keyAccessOfRole[role]
  const tooMuch = keyAccesses.slice(0, keyAccesses.indexOf(access))
  if (tooMuch.length === 0) return
  const lowered = trx.updateTable('api_keys').set({ access }).where('access', 'in', tooMuch)
  await lowered.where((eb) => eb.and(ofPerson)).execute()
  await trx
    .deleteFrom('invitations')
    .where((eb) => eb.and(ofPerson))
    .execute()
}
