import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { badRequest, notFound, unauthorized } from '#core/base/errors.ts'
import { uuidPattern } from '#core/base/ids.ts'
import { asPart } from '#core/domain/audit/origin.ts'
import { viewerRefusal } from '#core/domain/requests/key-access.ts'
import type { Database } from '../../db/connect.ts'
import { deleteInParts, deleteLogInParts, tablesOfOrganization } from '../../db/in-parts.ts'
import type { Organization, Tables } from '../../db/tables.ts'
import { json } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import { requireOwner } from './members.ts'

/** Checks whether a text is an id; any other text that names an organization is read as a slug. */
const isUuid = (text: string) => uuidPattern.test(text)

/** How a request names its organization, in each of the ways (behavior: Organization of a request). */
export interface OrganizationReference {
  org_id?: string
  org_slug?: string
}

/**
 * Resolves the organization of a request: orgId (an id or a slug), then orgSlug, then the default of the key or account
 * (behavior: Membership).
 *
 * @throws 404 for one that is not the caller's, 400 when a session must name it.
 */
export async function resolveOrganization(ctx: Ctx, { org_id, org_slug }: OrganizationReference): Promise<string> {
  if (org_id !== undefined) return isUuid(org_id) ? requireOwn(ctx, org_id.toLowerCase()) : findBySlug(ctx, org_id)
  if (org_slug !== undefined) return findBySlug(ctx, org_slug)
  if (ctx.caller.defaultOrgId === undefined)
    throw badRequest('orgId is required: name the organization by orgId or orgSlug')
  return requireOwn(ctx, ctx.caller.defaultOrgId)
}

/**
 * Resolves the organization that a body names, where a malformed id is 400 (behavior: Organization of a request). It
 * may also be the slug of one of the caller's organizations, since the public client sends it.
 */
export async function resolveBodyOrganization(ctx: Ctx, reference: OrganizationReference): Promise<string> {
  try {
    return await resolveOrganization(ctx, reference)
  } catch (error) {
    if (reference.org_id === undefined || isUuid(reference.org_id)) throw error
    throw badRequest('orgId must be a UUID or the slug of your organization')
  }
}

function requireOwn(ctx: Ctx, orgId: string): string {
  const { orgIds, roles } = ctx.caller
  if (orgIds.includes(orgId)) return orgId
  throw roles?.has(orgId) ? viewerRefusal() : notFound('Organization')
}

async function findBySlug(ctx: Ctx, slug: string): Promise<string> {
  const organization = await ctx.db
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', slug)
    .where('id', 'in', [...(ctx.caller.roles?.keys() ?? []), ...ctx.caller.orgIds])
    .executeTakeFirst()
  if (!organization) throw notFound('Organization')
  return requireOwn(ctx, organization.id)
}

interface NewOrganization {
  name: string
  /** The slug, which must be free, or the one to take if it is and the one to take otherwise. */
  slug: string | { wanted: string | undefined; otherwise: string }
  ownerId: string
  now: Date
}

/** Inserts an organization with its first owner. */
export async function insertOrganization(
  trx: Transaction<Tables>,
  { name, slug, ownerId, now }: NewOrganization,
): Promise<Organization> {
  const created_at = now.toISOString()
  const insert = (slug: string) =>
    trx.insertInto('organizations').values({ id: newId(), name, slug, created_at }).returningAll()
  // Inserted instead of looked up: of two registrations of one name at the same moment, both succeed.
  const wanted =
    typeof slug === 'object' && slug.wanted !== undefined
      ? await insert(slug.wanted)
          .onConflict((conflict) => conflict.column('slug').doNothing())
          .executeTakeFirst()
      : undefined
  const organization =
    wanted ?? (await insert(typeof slug === 'object' ? slug.otherwise : slug).executeTakeFirstOrThrow())
  await trx
    .insertInto('members')
    .values({ org_id: organization.id, id: newId(), user_id: ownerId, role: 'owner', created_at })
    .execute()
  return organization
}

/** Lists the caller's organizations with the role in each; a key sees only its own (behavior: API keys). */
export async function listOrganizations(ctx: Ctx) {
  const organizations = await ctx.db
    .selectFrom('organizations')
    .leftJoin('members', (join) =>
      join.onRef('members.org_id', '=', 'organizations.id').on('members.user_id', '=', ctx.caller.userId),
    )
    .selectAll('organizations')
    .select('members.role')
    .where('organizations.id', 'in', ctx.caller.orgIds)
    .orderBy('organizations.id')
    .execute()
  // The default comes first, so organizations that an account joins later do not replace it.
  const isDefault = ({ id }: Organization) => Number(id === ctx.caller.defaultOrgId)
  organizations.sort((a, b) => isDefault(b) - isDefault(a))
  // A key outlives the membership of its creator; it then acts as a member.
  return organizations.map(({ role, revision, ...organization }) => ({ role: role ?? 'member', organization }))
}

/** Creates an organization that the caller's account owns; 409 when the slug exists. */
export const createOrganization = (ctx: Ctx, input: { name: string; slug: string }) =>
  ctx.db
    .transaction()
    .execute((trx) => insertOrganization(trx, { ...input, ownerId: ctx.caller.userId, now: ctx.now() }))

export type OrganizationChanges = Partial<
  Omit<Organization, 'id' | 'slug' | 'revision' | 'created_at' | 'importing_since'>
>

/**
 * Changes name and settings, for owners (behavior: Membership).
 *
 * @throws 400 without a valid change; 401 for anyone but an owner, and for a key that sets requireReview or
 * auditRetentionDays; 409 for a key that sets how items are approved, shared or merged automatically while a review is
 * required.
 */
export async function updateOrganization(ctx: Ctx, orgId: string, changes: OrganizationChanges): Promise<Organization> {
  if (Object.keys(changes).length === 0) {
    throw badRequest('The body must include name or a setting, such as autoApproveBeliefs')
  }
  const { protected_labels, ...settings } = changes
  // A key that could switch the review off, or erase the log, would be bound by none.
  for (const [field, value] of [
    ['requireReview', changes.require_review],
    ['auditRetentionDays', changes.audit_retention_days],
  ] as const)
    if (value !== undefined && ctx.caller.kind === 'key')
      throw unauthorized(`This key may not change ${field}; an owner changes it in the dashboard`)
  await requireOwner(ctx, orgId, 'change the settings of the organization')
  const updated = await ctx.db
    .updateTable('organizations')
    .set({ ...settings, ...(protected_labels && { protected_labels: json(protected_labels) }) })
    .where('id', '=', orgId)
    .returningAll()
    .executeTakeFirst()
  if (!updated) throw notFound('Organization')
  // Cached keys include the organization's requireReview.
  if (changes.require_review !== undefined) ctx.keys.clear()
  return updated
}

/**
 * Deletes an organization with all its data (behavior: Membership).
 *
 * @throws 401 for a member who is not an owner, 400 unless `confirmSlug` equals the slug.
 */
export async function deleteOrganization(ctx: Ctx, orgId: string, confirmSlug: string | undefined): Promise<string> {
  await requireOwner(ctx, orgId)
  const organization = await ctx.db
    .selectFrom('organizations')
    .select('slug')
    .where('id', '=', orgId)
    .executeTakeFirst()
  if (!organization) throw notFound('Organization')
  const { slug } = organization
  if (confirmSlug !== slug) throw badRequest('confirmSlug must equal the slug of the organization')
  await removeOrganization(ctx.db, orgId)
  ctx.keys.clear()
  return slug
}

/**
 * Deletes the rows of an organization in many short transactions, so that others can write in between. Until the last
 * one, the deletion can be repeated.
 */
export async function removeOrganization(db: Database, orgId: string): Promise<void> {
  await deleteInParts(db, tablesOfOrganization, { org_id: orgId })
  await deleteLogInParts(db, orgId)
  // The log goes with the organization.
  await asPart(() =>
    db.transaction().execute(async (trx) => {
      // These tables refer to agents and groups without a cascade.
      await trx.deleteFrom('conversations').where('org_id', '=', orgId).execute()
      await trx.deleteFrom('agents').where('org_id', '=', orgId).execute()
      await trx.deleteFrom('organizations').where('id', '=', orgId).execute()
    }),
  )
}
