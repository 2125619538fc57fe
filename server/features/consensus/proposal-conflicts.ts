import { setTimeout } from 'node:timers/promises'
import { batchesOf } from '#core/base/batches.ts'
import type { Scope } from '#core/domain/kinds.ts'
import type { Item } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import type { ConflictSearch, ItemConflict } from './conflicts.ts'

/** An item of a proposal's layer, or of one above it, that repeats or contradicts the proposal. */
export interface ProposalConflict {
  id: string
  statement: string
  owner: { scope: Scope; id: string; name: string }
  relation: 'contradicts' | 'repeats'
}

type Proposed = Pick<Item, 'id' | 'kind' | 'category' | 'statement' | 'agent_id' | 'group_id'>

/** How many agents' proposals are compared at once; other comparisons run in between. */
const agentsAtOnce = 50
/** How long a page waits for the conflicts of its proposals: a base time, and a time per proposal. */
const patienceMs = { page: 2000, proposal: 10 }

/**
 * Adds to each proposal the items that contradict or repeat it (behavior: Conflicts in review); compared in a thread.
 * `conflicts_checked` is false if the comparison failed or did not end in time.
 */
export async function withConflicts<T extends Proposed>(
  ctx: Ctx,
  orgId: string,
  proposals: readonly T[],
): Promise<(T & { conflicts: ProposalConflict[]; conflicts_checked: boolean })[]> {
  const compared = await compareAll(ctx, orgId, proposals)
  const nameOf = await ownerNames(ctx, orgId, new Set([...compared.values()].flat().map(({ item }) => item.owner_id)))
  return proposals.map((proposal) => ({
    ...proposal,
    conflicts: (compared.get(proposal) ?? []).map(({ conflict, item: { id, statement, scope, owner_id } }) => ({
      id,
      statement,
      owner: { scope, id: owner_id, name: nameOf.get(owner_id) ?? '' },
      relation: conflict === 'duplicate' ? ('repeats' as const) : conflict,
    })),
    conflicts_checked: compared.has(proposal),
  }))
}

/** Returns the conflicts of each proposal that was compared in time. */
async function compareAll<T extends Proposed>(
  ctx: Ctx,
  orgId: string,
  proposals: readonly T[],
): Promise<Map<T, ItemConflict[]>> {
  const late = setTimeout(patienceMs.page + patienceMs.proposal * proposals.length, undefined, { ref: false })
  const groupOf = await groupsOfAgents(ctx, orgId, proposals)
  const compared = new Map<T, ItemConflict[]>()
  for (const part of partsOf(proposals)) {
    const statements = part.map(({ id, kind, category, statement, agent_id, group_id }) => {
      const group = group_id ?? (agent_id === null ? null : groupOf.get(agent_id))
      return { id, kind, category, statement, layers: [agent_id, group, orgId].filter((layer) => layer != null) }
    })
    const found = await Promise.race([late, find(ctx, { orgId, statements, except: [], all: true })])
    if (!found) break
    const byPosition = Map.groupBy(found, ({ at }) => at)
    for (const [at, proposal] of part.entries()) compared.set(proposal, byPosition.get(at) ?? [])
  }
  return compared
}

/** Splits proposals into parts of some agents each, so that an agent's items are read once. */
function partsOf<T extends Proposed>(proposals: readonly T[]): T[][] {
  const ofAgents = [...Map.groupBy(proposals, ({ agent_id }) => agent_id).values()]
  return batchesOf(ofAgents, agentsAtOnce, () => 1).map((part) => part.flat())
}

/** Returns undefined when the search fails. */
function find(ctx: Ctx, search: ConflictSearch): Promise<ItemConflict[] | undefined> {
  // Not aborted with the request, since aborting would end its thread.
  return ctx.comparisons
    .run('conflicts', search, { org_id: search.orgId })
    .then((answer) => answer.found)
    .catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'what speaks against proposals was not found')
      return undefined
    })
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
