import type { Transaction } from 'kysely'
import { profileFields } from '#core/domain/identity/change-requests.ts'
import type { Database } from '../../db/connect.ts'
import { forNoKeyUpdate } from '../../db/locks.ts'
import type { Agent, Item, ProposedChange, Tables } from '../../db/tables.ts'

/** The current items that changes name, and the agents whose overrides or profile they change. */
export interface Subjects {
  items: ReadonlyMap<string, Item>
  agents: ReadonlyMap<string, Agent>
  /** An agent and an item that it overrides, joined by `overrideKey`. */
  overridden: ReadonlySet<string>
}

type Subject = Pick<ProposedChange, 'op' | 'agent_id' | 'item_id'>

export const overrideKey = (agentId: string, itemId: string): string => `${agentId} ${itemId}`

/** Changes of an agent other than changes of its items. */
export const isOfAgent = ({ op }: Pick<Subject, 'op'>): boolean =>
  op === 'override' || op === 'restore' || op === 'profile'

/** Lists the ids of the items that changes name. */
export const itemIdsOf = (changes: Pick<Subject, 'item_id'>[]): string[] => [
  ...new Set(changes.flatMap(({ item_id }) => item_id ?? [])),
]

const agentIdsOf = (changes: Subject[]): string[] => [
  ...new Set(changes.flatMap((change) => (isOfAgent(change) ? (change.agent_id ?? []) : []))),
]

/**
 * Finds the subjects of changes in an organization; missing and foreign ones, and those of another organization, are
 * left out.
 */
export async function findSubjects(db: Database, orgId: string, changes: Subject[]): Promise<Subjects> {
  const itemIds = itemIdsOf(changes)
  const agentIds = agentIdsOf(changes)
  const items =
    itemIds.length === 0
      ? []
      : await db.selectFrom('items').selectAll().where('org_id', '=', orgId).where('id', 'in', itemIds).execute()
  const agents =
    agentIds.length === 0
      ? []
      : await db.selectFrom('agents').selectAll().where('org_id', '=', orgId).where('id', 'in', agentIds).execute()
  const overrides =
    agentIds.length === 0 || itemIds.length === 0
      ? []
      : await db
          .selectFrom('overrides')
          .select(['agent_id', 'source_id'])
          .where('org_id', '=', orgId)
          .where('agent_id', 'in', agentIds)
          .where('source_id', 'in', itemIds)
          .execute()
  return {
    items: new Map(items.map((item) => [item.id, item])),
    agents: new Map(agents.map((agent) => [agent.id, agent])),
    overridden: new Set(overrides.map(({ agent_id, source_id }) => overrideKey(agent_id, source_id))),
  }
}

/**
 * Finds the subjects and locks them until the transaction ends, in a fixed order, so that two merges cannot deadlock.
 */
export async function lockSubjects(trx: Transaction<Tables>, orgId: string, changes: Subject[]): Promise<Subjects> {
  for (const [table, ids] of [
    ['items', itemIdsOf(changes)],
    ['agents', agentIdsOf(changes)],
  ] as const)
    if (ids.length > 0)
      await forNoKeyUpdate(trx)(
        trx.selectFrom(table).select('id').where('org_id', '=', orgId).where('id', 'in', ids).orderBy('id'),
      ).execute()
  return findSubjects(trx, orgId, changes)
}

/** Checks whether the agent inherits the item, overridden or not. */
export const inherits = ({ group_id }: Pick<Agent, 'group_id'>, item: Pick<Item, 'scope' | 'group_id'>): boolean =>
  item.scope === 'org' || (item.scope === 'group' && item.group_id === group_id)

/** Checks whether the subject has changed since the change was proposed, or is gone. */
export function isStale(
  {
    op,
    agent_id,
    item_id,
    before,
    base_updated_at,
  }: Pick<ProposedChange, 'op' | 'agent_id' | 'item_id' | 'before' | 'base_updated_at'>,
  { items, agents, overridden }: Subjects,
): boolean {
  if (op === 'add') return false
  const agent = agents.get(agent_id ?? '')
  if (op === 'profile')
    return !agent || profileFields.some((field) => before?.[field] !== undefined && before[field] !== agent[field])
  const item = items.get(item_id ?? '')
  if (!item || item.updated_at !== base_updated_at) return true
  if (op === 'edit' || op === 'remove') return false
  if (!agent || overridden.has(overrideKey(agent.id, item.id)) !== before?.overridden) return true
  // An override of an item that the agent does not inherit would stay hidden until the agent returned to the group.
  return op === 'override' && !inherits(agent, item)
}
