import type { Database } from '../../db/connect.ts'
import { ascending, categoryOrder } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Item } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import type { Category, ItemStatus, Kind } from '../../domain/kinds.ts'
import type { Page } from '../../domain/page.ts'
import type { Owner } from '../layers/owners.ts'

/** Items and their provenance as lists (behavior: Promotion). */

export interface ItemFilter {
  category?: Category
  status?: ItemStatus
  starred?: boolean
  hidden?: boolean
}

/**
 * An owner's items in their order (behavior: Order). The rows are the items of one layer, not the merged identity.
 */
export function listItems(ctx: Ctx, owner: Owner, kind: Kind, filter: ItemFilter, page: Page) {
  const query = filtered(ctx.db, kind, filter)
    .selectAll('items')
    .where('items.org_id', '=', owner.org_id)
    .where('items.owner_id', '=', owner.owner_id)
  const list = { orgId: owner.org_id, of: ['items', owner.owner_id, kind, filter], order: categoryOrder }
  return listPage(ctx, list, query, page)
}

/**
 * The items of few agents are found by their owners, which are then named. Those of many are read in the order of the
 * list, since most of the organization's items are among them.
 */
const maxNamedAgents = 500

/** The items of all agents of a group, each with its agent's name (behavior: Categories). */
export async function listItemsOfGroupAgents(ctx: Ctx, group: Owner, kind: Kind, filter: ItemFilter, page: Page) {
  const agents = await ctx.db
    .selectFrom('agents')
    .select('id')
    .where('org_id', '=', group.org_id)
    .where('group_id', '=', group.owner_id)
    .limit(maxNamedAgents + 1)
    .execute()
  const owners = [group.owner_id, ...agents.map(({ id }) => id)]
  const query = filtered(ctx.db, kind, filter)
    .$if(agents.length <= maxNamedAgents, (query) => query.where('items.owner_id', 'in', owners))
    .innerJoin('agents', (join) =>
      join.onRef('agents.org_id', '=', 'items.org_id').onRef('agents.id', '=', 'items.agent_id'),
    )
    .selectAll('items')
    .select('agents.name as agent_name')
    .where('items.org_id', '=', group.org_id)
    .where('items.agent_id', 'is not', null)
    .where('agents.org_id', '=', group.org_id)
    .where('agents.group_id', '=', group.owner_id)
  const of = ['items of group agents', group.owner_id, kind, filter]
  return listPage(ctx, { orgId: group.org_id, of, order: categoryOrder }, query, page)
}

const filtered = (db: Database, kind: Kind, { category, status, starred, hidden }: ItemFilter) =>
  db
    .selectFrom('items')
    .where('items.kind', '=', kind)
    .$if(category !== undefined, (query) => query.where('items.category', '=', category!))
    .$if(status !== undefined, (query) => query.where('items.status', '=', status!))
    .$if(starred !== undefined, (query) => query.where('items.starred', '=', starred!))
    .$if(hidden !== undefined, (query) => query.where('items.hidden', '=', hidden!))

/** An item's provenance, oldest first (behavior: Promotion), with the content that it was found in. */
export function listSources(ctx: Ctx, item: Item, page: Page) {
  const query = ctx.db
    .selectFrom('item_sources')
    .leftJoin('content_items', (join) =>
      join
        .onRef('content_items.org_id', '=', 'item_sources.org_id')
        .onRef('content_items.id', '=', 'item_sources.content_item_id'),
    )
    .selectAll('item_sources')
    .select(['content_items.title', 'content_items.url', 'content_items.published_at'])
    .where('item_sources.org_id', '=', item.org_id)
    .where('item_sources.item_id', '=', item.id)
  const order = [ascending('item_sources.id', 'id')]
  return listPage(ctx, { orgId: item.org_id, of: ['sources', item.id], order }, query, page)
}
