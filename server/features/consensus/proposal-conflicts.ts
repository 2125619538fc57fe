import { setTimeout } from 'node:timers/promises'
import type { Item } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import type { Scope } from '../../domain/kinds.ts'
import type { ConflictSearch } from './conflicts.ts'

/** An item of a proposal's layer, or of one above it, that speaks against taking the proposal as it stands. */
export interface ProposalConflict {
  id: string
  statement: string
  owner: { scope: Scope; id: string; name: string }
  relation: 'contradicts' | 'repeats'
}

type Proposed = Pick<Item, 'id' | 'kind' | 'category' | 'statement' | 'agent_id' | 'group_id'>

/** So many of a page are compared; those behind are compared when they come up. */
const compared = 100
/** A page does not wait longer for what stands beside its proposals. */
const patienceMs = 2000

/** The same proposals with what contradicts or repeats each (behavior: Conflicts in review); compared in a thread. */
export async function withConflicts<T extends Proposed>(
  ctx: Ctx,
  orgId: string,
  proposals: readonly T[],
): Promise<(T & { conflicts: ProposalConflict[] })[]> {
  const first = proposals.slice(0, compared)
  const groupOf = await groupsOfAgents(ctx, orgId, first)
  const statements = first.map(({ id, kind, category, statement, agent_id, group_id }) => {
    const group = group_id ?? (agent_id === null ? null : groupOf.get(agent_id))
    return { id, kind, category, statement, layers: [agent_id, group, orgId].filter((layer) => layer != null) }
  })
  const found = statements.length === 0 ? [] : await findSoon(ctx, { orgId, statements, except: [], all: true })
  const nameOf = await ownerNames(ctx, orgId, new Set(found.map(({ item }) => item.owner_id)))
  const conflicts = Map.groupBy(found, ({ at }) => at)
  return proposals.map((proposal, at) => ({
    ...proposal,
    conflicts: (conflicts.get(at) ?? []).map(({ conflict, item: { id, statement, scope, owner_id } }) => ({
      id,
      statement,
      owner: { scope, id: owner_id, name: nameOf.get(owner_id) ?? '' },
      relation: conflict === 'duplicate' ? ('repeats' as const) : conflict,
    })),
  }))
}

async function findSoon(ctx: Ctx, search: ConflictSearch) {
  // Not ended with the request, since ending it would end its thread.
  const found = ctx.comparisons
    .run('conflicts', search, { org_id: search.orgId })
    .then((answer) => answer.found)
    .catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'what speaks against proposals was not found')
      return []
    })
  return Promise.race([found, setTimeout(patienceMs, [], { ref: false })])
}

async function groupsOfAgents({ db }: Ctx, orgId: string, proposals: readonly Proposed[]) {
  const ids = [...new Set(proposals.flatMap(({ agent_id }) => agent_id ?? []))]
  if (ids.length === 0) return new Map<string, string | null>()
  const agents = await db
    .selectFrom('agents')
    .select(['id', 'group_id'])
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .execute()
  return new Map(agents.map(({ id, group_id }) => [id, group_id]))
}

async function ownerNames({ db }: Ctx, orgId: string, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  if (ids.size === 0) return new Map()
  const named = [...ids]
  const [agents, groups, organizations] = await Promise.all([
    db.selectFrom('agents').select(['id', 'name']).where('org_id', '=', orgId).where('id', 'in', named).execute(),
    db.selectFrom('groups').select(['id', 'name']).where('org_id', '=', orgId).where('id', 'in', named).execute(),
    db.selectFrom('organizations').select(['id', 'name']).where('id', '=', orgId).execute(),
  ])
  return new Map([...agents, ...groups, ...organizations].map(({ id, name }) => [id, name]))
}
