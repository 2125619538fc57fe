import { notFound } from '#core/base/errors.ts'
import type { Scope } from '#core/domain/kinds.ts'
import type { Ctx } from '../../deps.ts'
import { type OrganizationReference, resolveOrganization } from '../accounts/organizations.ts'

/** The owner of items, resolved once per request: an organization, one of its groups, or one of its agents. */
export interface Owner {
  scope: Scope
  org_id: string
  group_id: string | null
  agent_id: string | null
  /** The id of the organization, group or agent that is the owner. */
  owner_id: string
}

/** Builds an owner that is known to exist, without a query; by default the organization itself. */
export const ownerOf = (org_id: string, scope: Scope = 'org', owner_id = org_id): Owner => ({
  scope,
  org_id,
  group_id: scope === 'group' ? owner_id : null,
  agent_id: scope === 'agent' ? owner_id : null,
  owner_id,
})

/** @throws 404 for an organization that is not the caller's. */
export async function organizationOwner(ctx: Ctx, reference: OrganizationReference): Promise<Owner> {
  return ownerOf(await resolveOrganization(ctx, reference))
}

/** @throws 404 when the group is missing or foreign. */
export async function groupOwner(ctx: Ctx, id: string): Promise<Owner> {
  const group = await findIn(ctx, 'groups', id)
  if (!group) throw notFound('Group')
  return ownerOf(group.org_id, 'group', id)
}

/** @throws 404 when the agent is missing or foreign. */
export async function agentOwner(ctx: Ctx, id: string): Promise<Owner> {
  const agent = await findIn(ctx, 'agents', id)
  if (!agent) throw notFound('Agent')
  return ownerOf(agent.org_id, 'agent', id)
}

/**
 * Returns the organization of a list that may be narrowed to one agent: the one in the request, else the agent's.
 *
 * @throws 404 when either is not the caller's, or the agent belongs to another organization than the request.
 */
export async function resolveScope(ctx: Ctx, query: OrganizationReference & { agent_id?: string }): Promise<string> {
  const { agent_id } = query
  return agent_id === undefined ? resolveOrganization(ctx, query) : organizationOfAgent(ctx, agent_id, query)
}

/**
 * Returns the organization of an agent, and checks it against the one in the request, if any.
 *
 * @throws 404 when the agent is missing or foreign, or belongs to another organization than the request.
 */
export async function organizationOfAgent(
  ctx: Ctx,
  agentId: string,
  named: OrganizationReference,
  resolve = resolveOrganization,
): Promise<string> {
  const { org_id } = await agentOwner(ctx, agentId)
  const isNamed = named.org_id !== undefined || named.org_slug !== undefined
  if (isNamed && (await resolve(ctx, named)) !== org_id) throw notFound('Agent')
  return org_id
}

const findIn = (ctx: Ctx, table: 'groups' | 'agents', id: string) =>
  ctx.db
    .selectFrom(table)
    .select('org_id')
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', id)
    .executeTakeFirst()
