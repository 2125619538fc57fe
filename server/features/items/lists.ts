import { sql } from 'kysely'
import type { Category, ItemStatus, Kind } from '#core/domain/kinds.ts'
import type { Page } from '#core/domain/requests/page.ts'
import type { Database } from '../../db/connect.ts'
import { ascending, categoryOrder } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Item } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { agentOwner, type Owner, ownerOf } from '../layers/owners.ts'
import { withSaidAgain } from './said-again.ts'
import { withSession } from './source-sessions.ts'

/** Items and their provenance as lists (behavior: Promotion). */

export interface ItemFilter {
  category?: Category
  status?: ItemStatus
  starred?: boolean
  hidden?: boolean
}

/** Columns in responses, and the scope. */
const answered = [
  'items.id',
  'items.org_id',
  'items.category',
  'items.statement',
  'items.starred',
  'items.hidden',
  'items.status',
  'items.origin',
  'items.approved_by',
  'items.display_order',
  'items.n_count',
  'items.created_at',
  'items.updated_at',
  'items.agent_id',
  'items.group_id',
  'items.scope',
] as const

/**
 * Returns an owner's items in order (behavior: Order). The rows are the items of one layer, not the merged identity.
 */
export function listItems(ctx: Ctx, { org_id, owner_id }: Owner, kind: Kind, filter: ItemFilter, page: Page) {
  const query = (db: Database, parameter: Parameter) =>
    filtered(db, filter, parameter).select(answered).where('items.owner_id', '=', parameter('owner_id'))
  const values = { org_id, owner_id, kind, ...filter }
  return listPage(ctx, { name: 'items', values, order: categoryOrder, query }, page, (rows) => withSaidAgain(ctx, rows))
}

/**
 * Returns the items of one agent. A caller of one organization skips looking up the agent's organization: only its own
 * has items there.
 *
 * @throws 404 when the agent is missing or foreign.
 */
export async function listAgentItems(ctx: Ctx, agentId: string, kind: Kind, filter: ItemFilter, page: Page) {
  const [orgId, ...others] = ctx.caller.orgIds
  if (orgId !== undefined && others.length === 0) {
    const items = await listItems(ctx, ownerOf(orgId, 'agent', agentId), kind, filter, page)
    if (items.data[0]?.scope === 'agent') return items
  }
  return listItems(ctx, await agentOwner(ctx, agentId), kind, filter, page)
}

/**
 * Above this many agents, items are read in the order of the list, since most of the organization's items are among
 * them. Items of fewer agents are found by their owners.
 */
const maxSortedAgents = 500

/** Returns the items of all agents of a group, each with its agent's name (behavior: Categories). */
export async function listItemsOfGroupAgents(ctx: Ctx, group: Owner, kind: Kind, filter: ItemFilter, page: Page) {
  const values = { org_id: group.org_id, group_id: group.owner_id, kind, ...filter }
  const agentsIn = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('agents')
      .where('agents.org_id', '=', parameter('org_id'))
      .where('agents.group_id', '=', parameter('group_id'))
  const some = ctx.queries.withValues(
    'some agents of group',
    (db, parameter) =>
      agentsIn(db, parameter)
        .select('id')
        .limit(sql.lit(maxSortedAgents + 1)),
    values,
  )
  const isLarge = (await ctx.queries.rows(some)).length > maxSortedAgents
  const query = (db: Database, parameter: Parameter) =>
    filtered(db, filter, parameter)
      .$if(!isLarge, (query) => query.where('items.owner_id', 'in', agentsIn(db, parameter).select('agents.id')))
      .innerJoin('agents', (join) =>
        join.onRef('agents.org_id', '=', 'items.org_id').onRef('agents.id', '=', 'items.agent_id'),
      )
      .select([...answered, 'agents.name as agent_name'])
      .where('items.agent_id', 'is not', null)
      .where('agents.org_id', '=', parameter('org_id'))
      .where('agents.group_id', '=', parameter('group_id'))
  // Counts agent by agent, in the index of their items: counting the rows of the list instead takes seconds.
  const countAll = (db: Database, parameter: Parameter) =>
    db
      .selectFrom(
        agentsIn(db, parameter)
          .select(() =>
            filtered(db, filter, parameter)
              .where('items.owner_id', '=', sql.ref<string>('agents.id'))
              .select(({ fn }) => fn.countAll<number>().as('count'))
              .$asScalar()
              .$notNull()
              .as('count'),
          )
          .as('agent'),
      )
      .select(({ fn }) => fn.coalesce(fn.sum<number>('agent.count'), sql.lit(0)).as('count'))
  const name = isLarge ? 'items of a large group' : 'items of a group'
  return listPage(ctx, { name, values, order: categoryOrder, query, ...(isLarge && { countAll }) }, page, (rows) =>
    withSaidAgain(ctx, rows),
  )
}

const filtered = (db: Database, { category, status, starred, hidden }: ItemFilter, parameter: Parameter) =>
  db
    .selectFrom('items')
    .where('items.org_id', '=', parameter('org_id'))
    .where('items.kind', '=', parameter('kind'))
    .$if(category !== undefined, (query) => query.where('items.category', '=', parameter('category')))
    .$if(status !== undefined, (query) => query.where('items.status', '=', parameter('status')))
    .$if(starred !== undefined, (query) => query.where('items.starred', '=', parameter('starred')))
    .$if(hidden !== undefined, (query) => query.where('items.hidden', '=', parameter('hidden')))

/** Returns an item's provenance, oldest first (behavior: Promotion), with the content in which it was found. */
export function listSources(ctx: Ctx, { org_id, id }: Item, page: Page) {
  const query = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('item_sources')
      .leftJoin('content_items', (join) =>
        join
          .onRef('content_items.org_id', '=', 'item_sources.org_id')
          .onRef('content_items.id', '=', 'item_sources.content_item_id'),
      )
      .selectAll('item_sources')
      .select(['content_items.title', 'content_items.url', 'content_items.published_at', 'content_items.metadata'])
      .where('item_sources.org_id', '=', parameter('org_id'))
      .where('item_sources.item_id', '=', parameter('item_id'))
  const order = [ascending('item_sources.id', 'id')]
  return listPage(ctx, { name: 'sources', values: { org_id, item_id: id }, order, query }, page, async (rows) =>
    rows.map(withSession),
  )
}
