import { batchesOf } from '#core/base/batches.ts'
import { type Kind, kinds } from '#core/domain/kinds.ts'
import type { ListPage, Page } from '#core/domain/requests/page.ts'
import type { Database } from '../../db/connect.ts'
import { ascending, inCategoryOrder } from '../../db/order.ts'
import { cursorAfter, type ListReader, listPage } from '../../db/page.ts'
import { maxPageBytes } from '../../db/page-bytes.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Item } from '../../db/tables.ts'

export const summaries = (db: Database, orgIds: readonly string[]) =>
  db
    .selectFrom('agents')
    .leftJoin('groups', (join) =>
      join.onRef('groups.org_id', '=', 'agents.org_id').onRef('groups.id', '=', 'agents.group_id'),
    )
    .select([
      'agents.id',
      'agents.org_id',
      'agents.group_id',
      'agents.name',
      'agents.slug',
      'agents.description',
      'agents.job_title',
      'agents.identity_markers',
      'agents.avatar_url',
      'agents.location',
      'agents.timezone',
      'agents.github_username',
      'agents.min_n_count',
      'agents.decay_rate',
      'agents.promotion_threshold',
      'agents.created_at',
      'agents.updated_at',
      'groups.name as group_name',
    ])
    .where('agents.org_id', 'in', orgIds)

/** The numbers of an agent's own items, `owned` with hidden ones. */
interface ItemCounts {
  belief_count: number
  responsibility_count: number
  pending_count: number
  owned: Record<Kind, number>
}

const noItems: ItemCounts = {
  belief_count: 0,
  responsibility_count: 0,
  pending_count: 0,
  owned: { belief: 0, responsibility: 0 },
}

/** Adds the number of items that each agent's prompt shows, and of those that await a decision. */
export async function withCounts<T extends { id: string }>(
  db: Database,
  orgIds: readonly string[],
  agents: readonly T[],
): Promise<(T & ItemCounts)[]> {
  // PostgreSQL knows no empty list.
  if (agents.length === 0) return []
  const ids = agents.map(({ id }) => id)
  const rows = await db
    .selectFrom('items')
    .select(['owner_id', 'kind'])
    .select(({ fn }) => [
      fn.countAll<number>().as('owned'),
      fn.countAll<number>().filterWhere('hidden', '=', false).as('shown'),
      fn.countAll<number>().filterWhere('status', '=', 'pending').as('pending'),
    ])
    .where('org_id', 'in', orgIds)
    .where('owner_id', 'in', ids)
    .groupBy(['owner_id', 'kind'])
    .execute()
  const counts = new Map<string, ItemCounts>()
  for (const { owner_id, kind, owned, shown, pending } of rows) {
    const before = counts.get(owner_id) ?? noItems
    counts.set(owner_id, {
      ...before,
      [`${kind}_count`]: shown,
      pending_count: before.pending_count + pending,
      owned: { ...before.owned, [kind]: owned },
    })
  }
  return agents.map((agent) => ({ ...agent, ...(counts.get(agent.id) ?? noItems) }))
}

export const summaryOf = <T extends { group_name: string | null } & ItemCounts>({
  group_name,
  owned,
  ...agent
}: T) => ({
  ...agent,
  agent_groups: group_name === null ? null : { name: group_name },
})

const byName = [ascending('agents.name', 'text'), ascending('agents.id', 'id')]

/** Selects the listed agents of an organization. */
export interface AgentQuery {
  groupId: string | undefined
  /** Includes each agent's own items of these kinds. */
  include: Kind[]
  page: Page
}

/** How many items are read at a time. */
const maxItemsAtOnce = 1000
/** The most items of one kind included per agent; the lists of items have the rest. */
const maxItemsEach = 1000

/**
 * Lists the organization's agents by name, without prompts; `include` adds each one's own items, as in the agent's
 * detail (behavior: Categories).
 */
export async function listAgents(reader: ListReader & { db: Database }, orgId: string, query: AgentQuery) {
  return withItems(reader.db, orgId, query, await pageOfAgents(reader, orgId, query))
}

export const pageOfAgents = (reader: ListReader & { db: Database }, orgId: string, { groupId, page }: AgentQuery) =>
  listPage(reader, listOf(orgId, groupId), page, (agents) => withCounts(reader.db, [orgId], agents))

const listOf = (orgId: string, groupId: string | undefined) => ({
  name: 'agents',
  values: { org_id: orgId, group_id: groupId },
  order: byName,
  query: (db: Database, parameter: Parameter) =>
    summaries(db, [parameter('org_id')]).$if(groupId !== undefined, (query) =>
      query.where('agents.group_id', '=', parameter('group_id')),
    ),
})

type Summary = Awaited<ReturnType<typeof pageOfAgents>>['data'][number]

/** Counts the items included with an agent. */
export const itemCount = (agent: Summary, include: Kind[]) =>
  include.reduce((sum, kind) => sum + Math.min(agent.owned[kind], maxItemsEach), 0)

/** Adds the items in batches; the page ends early if it would become too large. */
export async function withItems(
  db: Database,
  orgId: string,
  { groupId, include }: AgentQuery,
  { data: agents, count, next_cursor }: ListPage<Summary> & { count: number },
) {
  if (include.length === 0) return { data: agents.map(summaryOf), count, next_cursor }
  const data: object[] = []
  let bytes = 0
  for (const batch of batchesOf(agents, maxItemsAtOnce, (agent) => itemCount(agent, include))) {
    const itemsOf = await ownItems(db, orgId, batch, include)
    for (const agent of batch) {
      const entry = { ...summaryOf(agent), ...itemsOf(agent) }
      bytes += Buffer.byteLength(JSON.stringify(entry))
      if (bytes > maxPageBytes && data.length > 0)
        return { data, count, next_cursor: cursorAfter(listOf(orgId, groupId), agents[data.length - 1]!) }
      data.push(entry)
    }
  }
  return { data, count, next_cursor }
}

/** Picks columns one by one: leaving others out with a rest pattern took a sixth of a list's time. */
const itemInAgent = ({ id, category, statement, starred, hidden }: ItemInAgent): ItemInAgent => ({
  id,
  category,
  statement,
  starred,
  hidden,
})

type ItemInAgent = Pick<Item, 'id' | 'category' | 'statement' | 'starred' | 'hidden'>

async function ownItems(db: Database, orgId: string, agents: Summary[], include: Kind[]) {
  const isCut = (agent: Summary) => include.some((kind) => agent.owned[kind] > maxItemsEach)
  const rowsOf = (owners: Summary[], kinds: Kind[]) =>
    inCategoryOrder(
      db
        .selectFrom('items')
        .select(['items.id', 'kind', 'owner_id', 'category', 'statement', 'starred', 'hidden'])
        .where('items.org_id', '=', orgId)
        .where(
          'owner_id',
          'in',
          owners.map(({ id }) => id),
        )
        .where('kind', 'in', kinds),
    )
  const small = agents.filter((agent) => !isCut(agent))
  const rows = await Promise.all([
    small.length > 0 ? rowsOf(small, include).execute() : [],
    ...agents
      .filter(isCut)
      .flatMap((agent) => include.map((kind) => rowsOf([agent], [kind]).limit(maxItemsEach).execute())),
  ])
  const byOwner = Map.groupBy(rows.flat(), ({ owner_id }) => owner_id)
  return (agent: Summary) => {
    const own = byOwner.get(agent.id) ?? []
    const items = include.map((kind) => [kinds[kind].plural, own.filter((item) => item.kind === kind).map(itemInAgent)])
    return { ...Object.fromEntries(items), ...(isCut(agent) && { truncated: true }) }
  }
}
