import { v7 as newId } from 'uuid'
import { reserved } from '../../db/locks.ts'
import type { Ctx } from '../../deps.ts'
import { badRequest, notFound, unauthorized } from '../../domain/errors.ts'
import type { MemberRole } from '../../domain/kinds.ts'

/** The caller's own membership in an organization that `resolveOrganization` let through. */
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

/** Throws the 401 of specification 7 for a member who is no owner; a key acts for the member who made it. */
async function requireOwner(ctx: Ctx, orgId: string): Promise<void> {
  const { role } = await findMembership(ctx, orgId)
  if (role !== 'owner') throw unauthorized()
}

/** Owners come and go by a session alone: a leaked key must not become an account that can delete the organization. */
function requireSessionFor(ctx: Ctx, role: MemberRole): void {
  if (role === 'owner' && ctx.caller.kind === 'key') throw unauthorized()
}

/** Decisions 10: `{data: [{id, user_id, role, display_name, email}], count}`, oldest member first. */
export async function listMembers(ctx: Ctx, orgId: string) {
  const data = await ctx.db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.id', 'members.user_id', 'members.role', 'users.display_name', 'users.email'])
    .where('members.org_id', '=', orgId)
    .orderBy('members.id')
    .execute()
  return { data, count: data.length }
}

/** Adds an existing account; 404 for an unknown email, 409 for a member, 401 unless the caller is an owner (decisions 4). */
export async function addMember(ctx: Ctx, orgId: string, input: { email: string; role: MemberRole }) {
  await requireOwner(ctx, orgId)
  requireSessionFor(ctx, input.role)
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'display_name', 'email'])
    .where('email', '=', input.email.toLowerCase())
    .executeTakeFirst()
  if (!user) throw notFound('Account with this email')
  const member = { id: newId(), user_id: user.id, role: input.role }
  await ctx.db
    .insertInto('members')
    .values({ org_id: orgId, ...member, created_at: ctx.now().toISOString() })
    .execute()
  return { ...member, display_name: user.display_name, email: user.email }
}

/**
 * Removes a member with the keys that they made, which act for them; 400 for the last owner, since nobody could manage
 * the organization any more.
 */
export async function removeMember(ctx: Ctx, orgId: string, userId: string): Promise<void> {
  await requireOwner(ctx, orgId)
  await ctx.db.transaction().execute(async (trx) => {
    // Locks the organization's row, so that two owners cannot remove each other at the same moment.
    await reserved(trx)(trx.selectFrom('organizations').select('id').where('id', '=', orgId)).execute()
    const members = await trx.selectFrom('members').select(['user_id', 'role']).where('org_id', '=', orgId).execute()
    const leaving = members.find((member) => member.user_id === userId)
    if (!leaving) throw notFound('Member')
    requireSessionFor(ctx, leaving.role)
    const owners = members.filter((member) => member.role === 'owner')
    if (leaving.role === 'owner' && owners.length === 1)
      throw badRequest('The last owner cannot be removed; add another one first')
    await trx.deleteFrom('members').where('org_id', '=', orgId).where('user_id', '=', userId).execute()
    await trx.deleteFrom('api_keys').where('org_id', '=', orgId).where('created_by', '=', userId).execute()
  })
  ctx.keys.clear()
}
