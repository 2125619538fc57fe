import type { Transaction } from 'kysely'
import { NIL } from 'uuid'
import { badRequest } from '#core/base/errors.ts'
import { agentSlugBase, isAgentSlug, numberedSlug } from '#core/domain/identity/slug.ts'
import type { Caller } from '#core/domain/requests/caller.ts'
import type { Tables } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'

/** The id of no agent, used for a slug that names none: every route then answers as for any unknown id. */
export const noAgent = NIL

/** @throws 400 for a slug that would be read as an id or another path (behavior: Agent slugs). */
export function requireAgentSlug(slug: string | undefined): void {
  if (slug !== undefined && !isAgentSlug(slug))
    throw badRequest(`slug must not be a UUID or a reserved word such as bulk; choose another one than ${slug}`)
}

/**
 * Returns a free slug for a new agent's name. Doubles the number until one is free, then bisects: 17 queries with
 * 100,000 agents of one name. A concurrent request may take the slug; the caller then tries again.
 */
export async function freeSlug(trx: Transaction<Tables>, orgId: string, name: string): Promise<string> {
  const base = agentSlugBase(name)
  const isTaken = async (n: number) =>
    (await trx
      .selectFrom('agents')
      .select('id')
      .where('org_id', '=', orgId)
      .where('slug', '=', numberedSlug(base, n))
      .executeTakeFirst()) !== undefined
  let [taken, free] = [0, 1]
  while (await isTaken(free)) [taken, free] = [free, free * 2]
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (await isTaken(middle)) taken = middle
    else free = middle
  }
  return numberedSlug(base, free)
}

/**
 * Returns the ids of agents by slug, among the caller's organizations. If several organizations use a slug, the one
 * named in the request wins, by id or slug, then the caller's default.
 *
 * @throws 400 when neither decides.
 */
export async function resolveSlugs(
  { db }: Deps,
  caller: Caller,
  slugs: string[],
  organization: string | undefined,
): Promise<(slug: string) => string> {
  const rows = await db
    .selectFrom('agents')
    .innerJoin('organizations', 'organizations.id', 'agents.org_id')
    .select(['agents.id', 'agents.slug', 'agents.org_id', 'organizations.slug as org_slug'])
    .where('agents.org_id', 'in', caller.orgIds)
    .where('agents.slug', 'in', slugs)
    .execute()
  const bySlug = Map.groupBy(rows, ({ slug }) => slug)
  return (slug) => {
    const found = bySlug.get(slug) ?? []
    if (found.length <= 1) return found[0]?.id ?? noAgent
    const named = found.find(({ org_id, org_slug }) => org_id === organization || org_slug === organization)
    const chosen = named ?? found.find(({ org_id }) => org_id === caller.defaultOrgId)
    if (!chosen)
      throw badRequest(
        `Several of your organizations have an agent "${slug}"; name one by orgId, or send the agent's id`,
      )
    return chosen.id
  }
}
