import type { Insertable, Transaction, Updateable } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Database } from '../db/connect.ts'
import { inCategoryOrder } from '../db/order.ts'
import { listPage } from '../db/page.ts'
import type { Item, Tables } from '../db/tables.ts'
import type { Ctx } from '../deps.ts'
import { badRequest, notFound } from '../domain/errors.ts'
import type { Category, ItemStatus, Kind } from '../domain/kinds.ts'
import type { Page } from '../domain/page.ts'
import { maxStatementLength, normalizeStatement } from '../domain/statement.ts'
import { sha256 } from './api-keys.ts'
import type { Owner } from './owners.ts'
import { bumpRevision, bumpRevisions } from './revisions.ts'

/** One verb set for beliefs and responsibilities of agents, groups and organizations (specification 4.3 and 4.4). */

/** An item as it is answered: without the columns that serve storage; an owner's id only where there is one. */
export function itemFields(item: Item) {
  const { kind, scope, owner_id, statement_hash, origin, agent_id, group_id, ...fields } = item
  return { ...fields, ...(agent_id && { agent_id }), ...(group_id && { group_id }) }
}

export interface NewItem {
  category: Category
  statement: string
  source_type?: string
  quote?: string
  n_count?: number
  /** In the place of the one that the organization's settings give. */
  status?: ItemStatus
  /** What discovery proposes stays hidden until it is approved: imported text never writes itself into a prompt. */
  origin?: 'discovery'
}

export interface ItemChanges {
  statement?: string
  category?: Category
  display_order?: number
  status?: ItemStatus
  starred?: boolean
  hidden?: boolean
  n_count?: number
}

export interface ItemFilter {
  category?: Category
  status?: ItemStatus
  starred?: boolean
  hidden?: boolean
}

/**
 * Creates one item; its provenance too when `source_type` is given.
 *
 * @throws 409 when the owner has the statement in this category already, 400 when nothing is left of it.
 */
export function createItem(ctx: Ctx, owner: Owner, kind: Kind, input: NewItem): Promise<Item> {
  return ctx.db.transaction().execute(async (trx) => {
    const status = input.status ?? (await initialStatus(trx, owner.org_id, kind))
    const item = await trx
      .insertInto('items')
      .values(itemRow(ctx, owner, kind, status, input))
      .returningAll()
      .executeTakeFirstOrThrow()
    if (input.source_type) await insertSources(ctx, trx, [{ item, source_type: input.source_type, quote: input.quote }])
    await bumpRevision(trx, item)
    return item
  })
}

/** What `POST .../bulk` did with one input: the item is the new one, or the one that was there before. */
export interface BulkResult {
  item: Item
  created: boolean
}

/**
 * Creates many items of agents in one transaction; what exists already, also earlier in the same request, is skipped
 * (decisions 5). Results stand in the order of the inputs, one each.
 */
export function createItems(ctx: Ctx, kind: Kind, inputs: (NewItem & { owner: Owner })[]): Promise<BulkResult[]> {
  return ctx.db.transaction().execute((trx) =>
    insertItems(
      ctx,
      trx,
      inputs.map((input) => ({ ...input, kind })),
    ),
  )
}

/** `createItems` within a transaction that is already open, for both kinds at once. */
export async function insertItems(
  ctx: Ctx,
  trx: Transaction<Tables>,
  inputs: (NewItem & { owner: Owner; kind: Kind })[],
): Promise<BulkResult[]> {
  const statuses = new Map<string, ItemStatus>()
  const rows = []
  for (const [index, input] of inputs.entries()) {
    const { owner, kind } = input
    const statusKey = owner.org_id + kind
    const initial = statuses.get(statusKey) ?? (await initialStatus(trx, owner.org_id, kind))
    statuses.set(statusKey, initial)
    const row = itemRow(ctx, owner, kind, input.status ?? initial, input)
    rows.push({ index, owner, row, lock: `${owner.owner_id} ${row.statement_hash}` })
  }
  const results: BulkResult[] = []
  // In one order for everybody: an insert waits for an equal one of an open transaction, and two requests that hold
  // the same statements in different orders would wait for each other. Equal ones keep the order of the request.
  for (const { index, owner, row } of rows.sort((a, b) => (a.lock < b.lock ? -1 : a.lock > b.lock ? 1 : 0))) {
    const inserted = await trx
      .insertInto('items')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    results[index] = { item: inserted ?? (await findEqual(trx, owner, row)), created: inserted !== undefined }
  }
  const sources = results.flatMap(({ item, created }, index) => {
    const { source_type, quote } = inputs[index]!
    return created && source_type ? [{ item, source_type, quote }] : []
  })
  if (sources.length > 0) await insertSources(ctx, trx, sources)
  await bumpRevisions(
    trx,
    results.flatMap(({ item, created }) => (created ? [item] : [])),
  )
  return results
}

function findEqual(trx: Transaction<Tables>, owner: Owner, row: Insertable<Tables['items']>): Promise<Item> {
  return trx
    .selectFrom('items')
    .selectAll()
    .where('org_id', '=', owner.org_id)
    .where('owner_id', '=', owner.owner_id)
    .where('kind', '=', row.kind)
    .where('category', '=', row.category)
    .where('statement_hash', '=', row.statement_hash)
    .executeTakeFirstOrThrow()
}

/** Approved when the organization approves this kind by itself, else pending (decisions 5). */
async function initialStatus(trx: Transaction<Tables>, orgId: string, kind: Kind): Promise<ItemStatus> {
  const setting = kind === 'belief' ? 'auto_approve_beliefs' : 'auto_approve_responsibilities'
  const organization = await trx
    .selectFrom('organizations')
    .select(`${setting} as approves`)
    .where('id', '=', orgId)
    .executeTakeFirst()
  return organization?.approves ? 'approved' : 'pending'
}

function itemRow(ctx: Ctx, owner: Owner, kind: Kind, status: ItemStatus, input: NewItem): Insertable<Tables['items']> {
  const now = ctx.now().toISOString()
  return {
    org_id: owner.org_id,
    id: newId(),
    kind,
    group_id: owner.group_id,
    agent_id: owner.agent_id,
    category: input.category,
    ...storedStatement(input.statement),
    status,
    n_count: input.n_count ?? 1,
    ...(input.origin && { origin: input.origin, hidden: status !== 'approved' }),
    created_at: now,
    updated_at: now,
  }
}

/** The normalized statement with its hash; 1 to 4,000 characters (decisions 5). */
function storedStatement(text: string) {
  const statement = normalizeStatement(text)
  if (statement === '') throw badRequest('statement must not be empty')
  const { length } = [...statement]
  if (length > maxStatementLength) {
    throw badRequest(`statement must have at most ${maxStatementLength} characters, not ${length}`)
  }
  return { statement, statement_hash: sha256(statement) }
}

function insertSources(
  ctx: Ctx,
  trx: Transaction<Tables>,
  sources: { item: Item; source_type: string; quote?: string | undefined }[],
) {
  const created_at = ctx.now().toISOString()
  const rows = sources.map(({ item, source_type, quote }) => ({
    org_id: item.org_id,
    id: newId(),
    item_id: item.id,
    source_type,
    quote: quote ?? null,
    created_at,
  }))
  return trx.insertInto('item_sources').values(rows).execute()
}

/**
 * An owner's items in the order of decisions 5. The rows are the items of one layer, not the merged identity.
 */
export function listItems(ctx: Ctx, owner: Owner, kind: Kind, filter: ItemFilter, page: Page) {
  const query = filtered(ctx.db, kind, filter)
    .selectAll('items')
    .where('items.org_id', '=', owner.org_id)
    .where('items.owner_id', '=', owner.owner_id)
  return listPage(ctx.db, inCategoryOrder(query), page)
}

/** The items of all agents of a group, each with its agent's name (specification 4.3). */
export function listItemsOfGroupAgents(ctx: Ctx, group: Owner, kind: Kind, filter: ItemFilter, page: Page) {
  const query = filtered(ctx.db, kind, filter)
    .innerJoin('agents', (join) =>
      join.onRef('agents.org_id', '=', 'items.org_id').onRef('agents.id', '=', 'items.agent_id'),
    )
    .selectAll('items')
    .select('agents.name as agent_name')
    .where('agents.org_id', '=', group.org_id)
    .where('agents.group_id', '=', group.owner_id)
  return listPage(ctx.db, inCategoryOrder(query), page)
}

const filtered = (db: Database, kind: Kind, { category, status, starred, hidden }: ItemFilter) =>
  db
    .selectFrom('items')
    .where('items.kind', '=', kind)
    .$if(category !== undefined, (query) => query.where('items.category', '=', category!))
    .$if(status !== undefined, (query) => query.where('items.status', '=', status!))
    .$if(starred !== undefined, (query) => query.where('items.starred', '=', starred!))
    .$if(hidden !== undefined, (query) => query.where('items.hidden', '=', hidden!))

const notFoundItem = (kind: Kind) => notFound(kind === 'belief' ? 'Belief' : 'Responsibility')

/**
 * An item by its bare id, whatever its scope; with an owner, only one of that owner's.
 *
 * @throws 404 when it is missing, foreign, or of the other kind.
 */
export async function findItem(ctx: Ctx, kind: Kind, id: string, owner?: Owner): Promise<Item> {
  const item = await ctx.db
    .selectFrom('items')
    .selectAll()
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .$if(owner !== undefined, (query) => query.where('owner_id', '=', owner!.owner_id))
    .executeTakeFirst()
  if (!item) throw notFoundItem(kind)
  return item
}

/**
 * Changes an item with the side effects of its status (specification 3): approving shows it and notes who approved,
 * rejecting hides it; an explicit `hidden` in the same request wins.
 */
export async function updateItem(ctx: Ctx, item: Item, changes: ItemChanges): Promise<Item> {
  const set = columnsOf(ctx, changes)
  if (Object.keys(set).length === 0) return item
  return ctx.db.transaction().execute((trx) => saveItem(ctx, trx, item, set))
}

/** The columns that changes set, with the side effects of a status (specification 3). */
export function columnsOf(
  ctx: Ctx,
  { statement, status, hidden, ...others }: ItemChanges,
): Updateable<Tables['items']> {
  return {
    ...others,
    ...(statement !== undefined && storedStatement(statement)),
    ...(status !== undefined && { status, approved_by: status === 'approved' ? ctx.caller.userId : null }),
    ...(status === 'approved' && { hidden: false }),
    ...(status === 'rejected' && { hidden: true }),
    ...(hidden !== undefined && { hidden }),
  }
}

async function saveItem(
  ctx: Ctx,
  trx: Transaction<Tables>,
  item: Item,
  set: Updateable<Tables['items']>,
): Promise<Item> {
  const saved = await trx
    .updateTable('items')
    .set({ ...set, updated_at: ctx.now().toISOString() })
    .where('org_id', '=', item.org_id)
    .where('id', '=', item.id)
    .returningAll()
    .executeTakeFirst()
  if (!saved) throw notFoundItem(item.kind)
  await bumpRevision(trx, saved)
  return saved
}

/** Inverts a flag in the database, so that two calls at once invert it twice. */
export function toggleItem(ctx: Ctx, item: Item, flag: 'starred' | 'hidden'): Promise<Item> {
  return ctx.db.transaction().execute(async (trx) => {
    const saved = await trx
      .updateTable('items')
      .set((eb) => ({ [flag]: eb.not(eb.ref(flag)), updated_at: ctx.now().toISOString() }))
      .where('org_id', '=', item.org_id)
      .where('id', '=', item.id)
      .returningAll()
      .executeTakeFirst()
    if (!saved) throw notFoundItem(item.kind)
    await bumpRevision(trx, saved)
    return saved
  })
}

/** What discovery found stays stored and hidden, so that it is not found again; anything else is removed (specification 3). */
export async function deleteItem(ctx: Ctx, item: Item) {
  if (item.origin === 'discovery') {
    await updateItem(ctx, item, { hidden: true })
    return {
      action: 'hidden' as const,
      reason: 'It was discovered from content: it stays stored, hidden, so that it is not proposed again',
    }
  }
  await ctx.db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('items')
      .where('org_id', '=', item.org_id)
      .where('id', '=', item.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFoundItem(item.kind)
    await bumpRevision(trx, item)
  })
  return { action: 'deleted' as const, scope: item.scope }
}

/** Changes for several items of any scope; ids that are missing, foreign or of the other kind are skipped (decisions 5). */
export async function updateItems(ctx: Ctx, kind: Kind, changes: { id: string; set: ItemChanges }[]) {
  const saved = await ctx.db.transaction().execute(async (trx) => {
    const items = await trx
      .selectFrom('items')
      .selectAll()
      .where('org_id', 'in', ctx.caller.orgIds)
      .where('kind', '=', kind)
      .where(
        'id',
        'in',
        changes.map(({ id }) => id),
      )
      .orderBy('id')
      .execute()
    const setOf = new Map(changes.map(({ id, set }) => [id, set]))
    for (const item of items) {
      await trx
        .updateTable('items')
        .set({ ...columnsOf(ctx, setOf.get(item.id)!), updated_at: ctx.now().toISOString() })
        .where('org_id', '=', item.org_id)
        .where('id', '=', item.id)
        .execute()
    }
    await bumpRevisions(trx, items)
    return items
  })
  const owners = (scope: Item['scope']) =>
    new Set(saved.flatMap((item) => (item.scope === scope ? [item.owner_id] : []))).size
  return {
    updated: saved.length,
    agents_affected: owners('agent'),
    groups_affected: owners('group'),
    orgs_affected: owners('org'),
  }
}

/** An item's provenance, oldest first (decisions 8). */
export function listSources(ctx: Ctx, item: Item, page: Page) {
  const query = ctx.db
    .selectFrom('item_sources')
    .selectAll()
    .where('org_id', '=', item.org_id)
    .where('item_id', '=', item.id)
    .orderBy('id')
  return listPage(ctx.db, query, page)
}
