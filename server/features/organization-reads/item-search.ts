import { sql } from 'kysely'
import { type Category, categories, type ItemStatus, kindOf, type Scope, scopes } from '#core/domain/kinds.ts'
import type { Database } from '../../db/connect.ts'
import { containsWords } from '../../db/text-search.ts'
import { searchWords } from './search.ts'

/** The state of an item as a prompt sees it, beside its status. */
export const itemStates = ['live', 'pending', 'hidden', 'rejected'] as const
type ItemState = (typeof itemStates)[number]

export interface ItemFilters {
  scope?: Scope | undefined
  /** Items of the group itself and of its agents. */
  group_id?: string | undefined
  /** Items of the agent itself. */
  agent_id?: string | undefined
  category?: Category | undefined
  state?: ItemState | undefined
}

export interface ItemSearch extends ItemFilters {
  orgId: string
  text: string
  limit: number
}

/** The most hits of a type that are counted: a list of more tells nobody anything, and each one is read. */
export const maxCounted = 1000
/** The most agents, and the most groups, that a facet lists: those with the most items. */
const maxNamed = 100

const counted = ['agent', 'group', 'item', 'conversation', 'content'] as const
const tables = {
  agent: 'agents',
  group: 'groups',
  conversation: 'conversations',
  content: 'content_items',
} as const

/**
 * Finds the items that contain every word, with counts by layer, group, agent, category and state. A count says how many
 * items its choice would leave, given the choices of the other facets. Counts and items are those among the first
 * `maxCounted` matches, so that a common word costs no more than that.
 */
export async function searchItems(db: Database, { orgId, text, limit, ...filters }: ItemSearch) {
  const words = searchWords(text)
  const [matches, ...others] = await Promise.all([
    matchingItems(db, orgId, words),
    ...counted.flatMap((type) => (type === 'item' ? [] : countHits(db, orgId, type, words))),
  ])
  const chosen = matches.filter((match) => passes(match, filters))
  const [agent = 0, group = 0, conversation = 0, content = 0] = others
  return {
    totals: { agent, group, item: matches.length, conversation, content },
    facets: facetsOf(matches, filters),
    data: await itemsOf(
      db,
      orgId,
      chosen.slice(0, limit).map(({ id }) => id),
    ),
    count: chosen.length,
  }
}

const matchingItems = async (db: Database, orgId: string, words: string[]) => {
  const rows = await db
    .selectFrom('items')
    .leftJoin('agents', (join) =>
      join.onRef('agents.org_id', '=', 'items.org_id').onRef('agents.id', '=', 'items.agent_id'),
    )
    .leftJoin('groups', (join) =>
      join
        .onRef('groups.org_id', '=', 'items.org_id')
        .on('groups.id', '=', sql<string>`coalesce(items.group_id, agents.group_id)`),
    )
    .select(['items.id', 'items.scope', 'items.category', 'items.status', 'items.hidden', 'items.agent_id'])
    .select(['agents.name as agent_name', 'groups.id as group_id', 'groups.name as group_name'])
    .where('items.org_id', '=', orgId)
    .where(containsWords(db, orgId, 'item', words))
    .orderBy('items.id')
    .limit(maxCounted)
    .execute()
  return rows.map((row) => ({ ...row, state: stateOf(row) }))
}
type Match = Awaited<ReturnType<typeof matchingItems>>[number]

const stateOf = ({ status, hidden }: { status: ItemStatus; hidden: boolean }): ItemState =>
  status === 'approved' ? (hidden ? 'hidden' : 'live') : status

const facets = ['scope', 'group_id', 'agent_id', 'category', 'state'] as const

const passes = (match: Match, filters: ItemFilters, except?: (typeof facets)[number]) =>
  facets.every((facet) => facet === except || filters[facet] === undefined || match[facet] === filters[facet])

function facetsOf(matches: readonly Match[], filters: ItemFilters) {
  const among = (facet: (typeof facets)[number]) => matches.filter((match) => passes(match, filters, facet))
  const countsOf = <Name extends string>(facet: (typeof facets)[number], names: readonly Name[]) => {
    const found = among(facet)
    return Object.fromEntries(names.map((name) => [name, found.filter((match) => match[facet] === name).length]))
  }
  return {
    scope: countsOf('scope', scopes),
    category: countsOf('category', categories),
    state: countsOf('state', itemStates),
    groups: named(among('group_id').map(({ group_id, group_name }) => ({ id: group_id, name: group_name }))),
    agents: named(among('agent_id').map(({ agent_id, agent_name }) => ({ id: agent_id, name: agent_name }))),
  }
}

/** Counts records by id, the most frequent first. */
function named(records: readonly { id: string | null; name: string | null }[]) {
  const counts = new Map<string, { id: string; name: string; count: number }>()
  for (const { id, name } of records) {
    if (id === null || name === null) continue
    counts.set(id, { id, name, count: (counts.get(id)?.count ?? 0) + 1 })
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .slice(0, maxNamed)
}

/** Reads the items in the order of their ids, with the names of their owners. */
async function itemsOf(db: Database, orgId: string, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('items')
    .leftJoin('agents', (join) =>
      join.onRef('agents.org_id', '=', 'items.org_id').onRef('agents.id', '=', 'items.agent_id'),
    )
    .leftJoin('groups', (join) =>
      join.onRef('groups.org_id', '=', 'items.org_id').onRef('groups.id', '=', 'items.group_id'),
    )
    .select(['items.id', 'items.scope', 'items.category', 'items.statement', 'items.starred', 'items.hidden'])
    .select(['items.status', 'items.origin', 'items.updated_at', 'items.agent_id', 'items.group_id'])
    .select(['agents.name as agent_name', 'groups.name as group_name'])
    .where('items.org_id', '=', orgId)
    .where('items.id', 'in', ids)
    .orderBy('items.id')
    .execute()
  return rows.map((row) => ({ ...row, kind: kindOf(row.category) }))
}

async function countHits(db: Database, orgId: string, type: keyof typeof tables, words: string[]): Promise<number> {
  const hits = db
    .selectFrom(tables[type])
    .select('id')
    .where('org_id', '=', orgId)
    .where(containsWords(db, orgId, type, words))
    .$if(type === 'content', (query) => query.where(sql<boolean>`removed_at is null`))
    .limit(maxCounted)
  const { count } = await db
    .selectFrom(hits.as('hits'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
