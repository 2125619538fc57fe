import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { batchesOf } from '#core/base/batches.ts'
import { memoizeOn } from '#core/base/memoize-on.ts'
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

type Proposed = Pick<Item, 'id' | 'kind' | 'category' | 'statement' | 'agent_id' | 'group_id' | 'updated_at'>

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

/** The conflicts of a service's proposals by the state of their layers: 0.5 kB each, mostly the key. */
const knownConflicts = memoizeOn((_: Ctx['comparisons']) => new LRUCache<string, ItemConflict[]>({ max: 10_000 }))

/**
 * Returns the conflicts of each proposal that was compared in time. Remembers those of unchanged layers: comparing a
 * page of 50 takes 20 ms of processor time in an organization of 1,000 agents, and every decision reads the page again.
 */
async function compareAll<T extends Proposed>(
  ctx: Ctx,
  orgId: string,
  proposals: readonly T[],
): Promise<Map<T, ItemConflict[]>> {
  const late = setTimeout(patienceMs.page + patienceMs.proposal * proposals.length, undefined, { ref: false })
  const layersOf = await readLayers(ctx, orgId, proposals)
  const known = knownConflicts(ctx.comparisons)
  const compared = new Map<T, ItemConflict[]>()
  const missing = proposals.filter((proposal) => {
    const conflicts = known.get(keyOf(proposal, layersOf(proposal)))
    if (conflicts) compared.set(proposal, conflicts)
    return !conflicts
  })
  for (const part of partsOf(missing)) {
    const statements = part.map((proposal) => {
      const { id, kind, category, statement } = proposal
      return { id, kind, category, statement, layers: layersOf(proposal).map((layer) => layer.id) }
    })
    const found = await Promise.race([late, find(ctx, { orgId, statements, except: [], all: true })])
    if (!found) break
    const byPosition = Map.groupBy(found, ({ at }) => at)
    for (const [at, proposal] of part.entries()) {
      const conflicts = byPosition.get(at) ?? []
      compared.set(proposal, conflicts)
      known.set(keyOf(proposal, layersOf(proposal)), conflicts)
    }
  }
  return compared
}

interface LayerState {
  id: string
  revision: number
}

/** The state of everything that a proposal's conflicts depend on: a write to an item bumps the revision of its layer. */
const keyOf = ({ id, updated_at }: Proposed, layers: LayerState[]) =>
  [id, updated_at, ...layers.map((layer) => `${layer.id} ${layer.revision}`)].join(' ')

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

/**
 * Returns each proposal's layer and those above it, with their revisions. Read before the items: a later write makes a new
 * key, and an earlier one is in what is compared.
 */
async function readLayers({ db }: Ctx, orgId: string, proposals: readonly Proposed[]) {
  const agentIds = [...new Set(proposals.flatMap(({ agent_id }) => agent_id ?? []))]
  const agents =
    agentIds.length === 0
      ? []
      : await db
          .selectFrom('agents')
          .select(['id', 'group_id', 'revision'])
          .where('org_id', '=', orgId)
          .where('id', 'in', agentIds)
          .execute()
  const groupIds = [...new Set([...proposals, ...agents].flatMap(({ group_id }) => group_id ?? []))]
  const groups =
    groupIds.length === 0
      ? []
      : await db
          .selectFrom('groups')
          .select(['id', 'revision'])
          .where('org_id', '=', orgId)
          .where('id', 'in', groupIds)
          .execute()
  const organization = await db
    .selectFrom('organizations')
    .select(['id', 'revision'])
    .where('id', '=', orgId)
    .executeTakeFirst()
  const groupById = new Map(groups.map((group) => [group.id, group]))
  const agentById = new Map(agents.map((agent) => [agent.id, agent]))
  return ({ agent_id, group_id }: Proposed): LayerState[] => {
    const agent = agent_id === null ? undefined : agentById.get(agent_id)
    const group = groupById.get(group_id ?? agent?.group_id ?? '')
    return [agent, group, organization].filter((layer) => layer !== undefined)
  }
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
