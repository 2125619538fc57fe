import { setImmediate } from 'node:timers/promises'
import type { Insertable, InsertObject, Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { compareStrings } from '#core/base/strings.ts'
import { approverOf, type CreatedThrough, startsHidden } from '#core/domain/identity/item-lifecycle.ts'
import type { Category, ItemStatus, Kind } from '#core/domain/kinds.ts'
import type { NearItem } from '#core/domain/similar/near.ts'
import { redactSecrets } from '#core/domain/text/secrets.ts'
import { hasView } from '../../db/caller-view.ts'
import type { Database } from '../../db/connect.ts'
import { writesInOneStatement } from '../../db/engine.ts'
import type { Item, Tables } from '../../db/tables.ts'
import { chunks } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import { agentOwner, type Owner, ownerOf } from '../layers/owners.ts'
import { bumpRevision, bumpRevisionQuery, bumpRevisions } from '../layers/revisions.ts'
import { storedStatement } from './columns.ts'
import { initialStatusOf, readInitialStatus } from './initial-status.ts'

/** Creates items, one or many, of any scope (behavior: Categories). */

export interface NewItem {
  category: Category
  statement: string
  /** The statement as it is stored, if known: searching it for secrets again would find nothing. */
  stored?: ReturnType<typeof storedStatement>
  source_type?: string
  quote?: string
  /** The file and its line, from 1, that the quote stands in. */
  file?: string
  line?: number
  /** When it was stated there, if that was earlier: a change request is merged later. */
  source_at?: string
  n_count?: number
  /** Overrides the status from the organization's settings. */
  status?: ItemStatus
  approved_by?: string | null
  /** How it comes about; by default a person wrote it in a session, or a program with a key. */
  created_through?: CreatedThrough
  starred?: boolean
  hidden?: boolean
  display_order?: number
}

/** A client that creates an item as approved counts as its approver (behavior: Duplicates). */
export const withApprover = <Input extends { status?: ItemStatus }>(ctx: Ctx, input: Input) => ({
  ...input,
  ...(input.status && { approved_by: approverOf(input.status, ctx.caller.userId) }),
})

/**
 * Creates one item of an agent. A caller of one organization skips looking up the agent's organization: items can only
 * be created in the caller's own.
 *
 * @throws 404 when the agent is missing or foreign; 409 and 400 as `createItem`.
 */
export async function createAgentItem(
  ctx: Ctx,
  agentId: string,
  kind: Kind,
  input: Omit<NewItem, 'created_through'>,
): Promise<Item> {
  const [org_id, ...others] = ctx.caller.orgIds
  const isPlain = input.source_type === undefined && input.status === undefined
  const isShared = isPlain && !hasView(ctx.caller)
  if (org_id && others.length === 0 && isShared) {
    const item = await ctx.itemBatches.insert(itemRow(ctx, ownerOf(org_id, 'agent', agentId), kind, 'pending', input))
    if (item) return item
  }
  return createItem(ctx, await agentOwner(ctx, agentId), kind, input)
}

/**
 * Creates one item, and its provenance if `source_type` is set.
 *
 * @throws 409 when the owner has the statement in this category already, 400 when cleaning leaves it empty.
 */
export async function createItem(
  ctx: Ctx,
  owner: Owner,
  kind: Kind,
  input: Omit<NewItem, 'created_through'>,
): Promise<Item> {
  const status = input.status ?? initialStatusOf(owner.org_id, kind)
  const row: InsertObject<Tables, 'items'> = {
    ...itemRow(ctx, owner, kind, 'pending', withApprover(ctx, input)),
    status,
  }
  const { source_type, quote } = input
  if (source_type === undefined && writesInOneStatement(ctx.db)) return insertAndBump(ctx.db, owner, row)
  return ctx.db.transaction().execute(async (trx) => {
    const item = await trx.insertInto('items').values(row).returningAll().executeTakeFirstOrThrow()
    if (source_type !== undefined) await insertSources(ctx, trx, [{ item, source_type, quote }])
    await bumpRevision(trx, item)
    return item
  })
}

/**
 * Inserts the item and bumps the owner's revision in one statement, without the three round trips of a transaction. The
 * server runs the insert first, so that equal inserts wait for each other before any revision is locked, as everywhere
 * else.
 */
const insertAndBump = (db: Database, owner: Owner, row: InsertObject<Tables, 'items'>): Promise<Item> =>
  db
    .with('bumped', () => bumpRevisionQuery(db, owner))
    .insertInto('items')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Result of `POST .../bulk` for one input: the new item, or the existing one. */
export interface BulkResult {
  item: Item
  created: boolean
}

/** Result of a creation that searched for equivalent items (behavior: Near-duplicates on creation). */
export interface CreationOfMany extends BulkResult {
  /** Items that are equivalent to the new one; absent if there are none. */
  similar?: NearItem[]
  /** How similar the existing item is. */
  matched?: number
}

/**
 * Creates many items of agents in one transaction, and skips those that exist already or occur earlier in the same
 * request (behavior: Duplicates). Returns one result for each input, in the order of the inputs.
 */
export function createItems(ctx: Ctx, kind: Kind, inputs: (NewItem & { owner: Owner })[]): Promise<BulkResult[]> {
  return ctx.db.transaction().execute((trx) =>
    insertItems(
      ctx,
      trx,
      inputs.map((input) => ({ ...withApprover(ctx, input), kind })),
    ),
  )
}

/** Does the work of `createItems` in a transaction that is already open, for both kinds at once. */
export async function insertItems(
  ctx: Ctx,
  trx: Transaction<Tables>,
  inputs: (NewItem & { owner: Owner; kind: Kind })[],
): Promise<BulkResult[]> {
  const results = await insertMissing(ctx, trx, inputs)
  await bumpRevisions(
    trx,
    results.flatMap(({ item, created }) => (created ? [item] : [])),
  )
  return results
}

/** How many rows one statement inserts: about 2 ms of the embedded engine's thread (measured). */
const rowsPerInsert = 20

/**
 * Does the work of `insertItems` for a transaction that goes on to change items: its last step bumps the owners'
 * revisions.
 */
export async function insertMissing(
  ctx: Ctx,
  trx: Transaction<Tables>,
  inputs: (NewItem & { owner: Owner; kind: Kind })[],
): Promise<BulkResult[]> {
  const statuses = new Map<string, ItemStatus>()
  const rows = []
  for (const [index, input] of inputs.entries()) {
    if (index % rowsPerInsert === rowsPerInsert - 1) await setImmediate()
    const { owner, kind } = input
    const statusKey = owner.org_id + kind
    const initial = statuses.get(statusKey) ?? (await readInitialStatus(trx, owner.org_id, kind))
    statuses.set(statusKey, initial)
    const row = itemRow(ctx, owner, kind, input.status ?? initial, input)
    rows.push({ index, owner, row, lock: `${owner.owner_id} ${row.statement_hash}` })
  }
  const results: BulkResult[] = []
  // Every request inserts in the same order: an insert waits for an equal one of an open transaction, so two requests
  // with the same statements in different orders could deadlock. Equal statements keep the order of the request.
  for (const chunk of chunks(
    rows.toSorted((a, b) => compareStrings(a.lock, b.lock)),
    rowsPerInsert,
  )) {
    const inserted = await insertNew(
      trx,
      chunk.map(({ row }) => row),
    )
    const byId = new Map(inserted.map((item) => [item.id, item]))
    for (const { index, owner, row } of chunk) {
      const item = byId.get(row.id)
      results[index] = item ? { item, created: true } : await insertOrFind(trx, owner, row)
    }
  }
  const sources = results.flatMap(({ item, created }, index) => {
    const { source_type, quote, file, line, source_at } = inputs[index]!
    return created && source_type ? [{ item, source_type, quote, file, line, source_at }] : []
  })
  if (sources.length > 0) await insertSources(ctx, trx, sources)
  return results
}

/** Inserts the items that their owners do not have yet, and returns these. */
const insertNew = (trx: Transaction<Tables>, rows: Insertable<Tables['items']>[]): Promise<Item[]> =>
  trx
    .insertInto('items')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()

/** Inserts an item or finds the equal one. If that one is deleted in between, tries again. */
async function insertOrFind(
  trx: Transaction<Tables>,
  owner: Owner,
  row: Insertable<Tables['items']>,
): Promise<BulkResult> {
  while (true) {
    const [inserted] = await insertNew(trx, [row])
    if (inserted) return { item: inserted, created: true }
    const equal = await trx
      .selectFrom('items')
      .selectAll()
      .where('org_id', '=', owner.org_id)
      .where('owner_id', '=', owner.owner_id)
      .where('kind', '=', row.kind)
      .where('category', '=', row.category)
      .where('statement_hash', '=', row.statement_hash)
      .executeTakeFirst()
    if (equal) return { item: equal, created: false }
  }
}

function itemRow(ctx: Ctx, owner: Owner, kind: Kind, status: ItemStatus, input: NewItem) {
  const now = ctx.now().toISOString()
  const created_through = input.created_through ?? (ctx.caller.kind === 'key' ? 'api' : 'person')
  const origin = created_through === 'discovery' ? ('discovery' as const) : ('manual' as const)
  return {
    org_id: owner.org_id,
    id: newId(),
    kind,
    group_id: owner.group_id,
    agent_id: owner.agent_id,
    category: input.category,
    ...(input.stored ?? storedStatement(input.statement)),
    status,
    approved_by: input.approved_by ?? null,
    n_count: input.n_count ?? 1,
    starred: input.starred ?? false,
    hidden: origin === 'discovery' ? startsHidden(origin, status) : (input.hidden ?? false),
    display_order: input.display_order ?? 0,
    origin,
    created_through,
    created_at: now,
    updated_at: now,
  }
}

async function insertSources(
  ctx: Ctx,
  trx: Transaction<Tables>,
  sources: ({ item: Item; source_type: string } & {
    [Field in 'quote' | 'file' | 'line' | 'source_at']?: NewItem[Field] | undefined
  })[],
) {
  const now = ctx.now().toISOString()
  const rows = sources.map(({ item, source_type, quote, file, line, source_at = now }) => ({
    org_id: item.org_id,
    id: newId(),
    item_id: item.id,
    source_type,
    quote: quote === undefined ? null : redactSecrets(quote),
    file: file ?? null,
    line: line ?? null,
    created_at: source_at,
  }))
  for (const chunk of chunks(rows)) await trx.insertInto('item_sources').values(chunk).execute()
}
