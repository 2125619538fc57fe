import type { Kind } from '#core/domain/kinds.ts'
import { type NearItem, nearOf } from '#core/domain/similar/near.ts'
import { sameSimilarity } from '#core/domain/similar/similarity-thresholds.ts'
import { hasView } from '../../db/caller-view.ts'
import type { Database } from '../../db/connect.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Item } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { storedStatement } from '../items/columns.ts'
import { createAgentItem, createItem, createItems, type NewItem } from '../items/create.ts'
import { countAgain } from '../items/items.ts'
import { agentOwner, type Owner, ownerOf } from '../layers/owners.ts'
import { findOne, resultWithin } from './find-near.ts'
import type { ItemBucket } from './near.ts'

/** Creates an item whose owner may already have an equivalent one (behavior: Near-duplicates on creation). */

export interface NewItemOnce extends Omit<NewItem, 'created_through'> {
  /** Whether an equivalent item's count is increased instead; by default the organization's setting. */
  dedupe?: boolean
}

export interface Creation {
  /** The new item, or the existing one whose count was increased. */
  item: Item
  /** Equivalents of the new item. */
  similar?: NearItem[]
  /** The similarity of the existing item whose count was increased; absent if an item was created. */
  matched?: number
}

/** @throws 404 when the agent is missing or foreign; else as `createAgentItem`. */
export async function createAgentItemOnce(ctx: Ctx, agentId: string, kind: Kind, input: NewItemOnce) {
  const [org_id, ...others] = ctx.caller.orgIds
  const isPlain = org_id !== undefined && others.length === 0 && !hasView(ctx.caller)
  // For an agent of another organization nothing is found or created.
  const owner = isPlain ? ownerOf(org_id, 'agent', agentId) : await agentOwner(ctx, agentId)
  return createOnce(ctx, owner, kind, input, (plain) => createAgentItem(ctx, agentId, kind, plain))
}

/** Creates an item of a known owner. @throws as `createItem`. */
export const createItemOnce = (ctx: Ctx, owner: Owner, kind: Kind, input: NewItemOnce) =>
  createOnce(ctx, owner, kind, input, (plain) => createItem(ctx, owner, kind, plain))

async function createOnce(
  ctx: Ctx,
  owner: Owner,
  kind: Kind,
  { dedupe, ...input }: NewItemOnce,
  create: (input: Omit<NewItem, 'created_through'>) => Promise<Item>,
): Promise<Creation> {
  const stored = storedStatement(input.statement)
  const { statement } = stored
  const { org_id } = owner
  const bucket = { ownerId: owner.owner_id, kind, category: input.category }
  // Repeats if the equivalent item was changed or deleted between finding and counting.
  while (true) {
    const { dedupes, few } = await readBucket(ctx, org_id, bucket)
    const here = few && compareHere(ctx, bucket, statement, few)
    if (!(dedupe ?? dedupes)) {
      const inThread = here
        ? undefined
        : resultWithin(ctx, org_id, patienceMs, (lasting) => findOne(lasting, org_id, bucket, statement))
      const item = await create({ ...input, stored })
      const found = here ?? (await inThread) ?? []
      const similar = found.filter(({ id }) => id !== item.id)
      return { item, ...(similar.length > 0 && { similar }) }
    }
    if (owner.agent_id !== null) await agentOwner(ctx, owner.agent_id)
    const [near] = here ?? (await findOne(ctx, org_id, bucket, statement))
    if (near) {
      const item = await countAgain(ctx, owner, near)
      if (item) return { item, matched: near.similarity }
      continue
    }
    const [result] = await createItems(ctx, kind, [{ ...input, owner, stored }])
    if (result!.created) return result!
    const item = await countAgain(ctx, owner, result!.item)
    if (item) return { item, matched: 1 }
  }
}

type Other = Pick<Item, 'id' | 'statement' | 'statement_hash'>

/** How long a creation waits for its `similar` list. */
const patienceMs = 100

/**
 * Up to this many items are compared in the request itself. A thread takes 1.2 ms for it at one connection; embedding
 * items the first time takes 1.1 ms for each 7,000 characters on a busy machine (measured).
 */
const fewItems = 256
const fewCharacters = 16_000
/** Checking whether the wordings conflict takes 1 ms for each 1,000 characters of similar statements (measured). */
const fewSimilarCharacters = 6000

/** Reads the organization's setting, and the bucket's visible items if they are few. */
async function readBucket(
  ctx: Ctx,
  orgId: string,
  { ownerId, kind, category }: ItemBucket,
): Promise<{ dedupes: boolean; few?: Other[] }> {
  const values = { org: orgId, owner: ownerId, kind, category, most: fewItems + 1 }
  const rows = await ctx.queries.rows(ctx.queries.withValues('items of a place', bucketQuery, values))
  const others = rows.flatMap(({ id, statement, statement_hash }) =>
    id === null || statement === null || statement_hash === null ? [] : [{ id, statement, statement_hash }],
  )
  const characters = others.reduce((sum, { statement }) => sum + statement.length, 0)
  const isFew = ctx.embedder.isLocal && others.length <= fewItems && characters <= fewCharacters
  return { dedupes: Boolean(rows[0]?.dedupe_on_create), ...(isFew && { few: others }) }
}

const bucketQuery = (db: Database, parameter: Parameter) =>
  db
    .selectFrom('organizations')
    .leftJoin('items', (join) =>
      join
        .on('items.org_id', '=', parameter('org'))
        .on('items.owner_id', '=', parameter('owner'))
        .on('items.kind', '=', parameter('kind'))
        .on('items.category', '=', parameter('category'))
        .on('items.status', '<>', 'rejected')
        .on((eb) => eb.not(eb.ref('items.hidden'))),
    )
    .where('organizations.id', '=', parameter('org'))
    .select(['dedupe_on_create', 'items.id', 'items.statement', 'items.statement_hash'])
    .limit(parameter('most'))

/** Compares by the built-in embedding, without waiting; undefined if so many are similar that it would take long. */
function compareHere(
  { embedder, itemRows }: Ctx,
  { ownerId, kind, category }: ItemBucket,
  statement: string,
  others: readonly Other[],
): NearItem[] | undefined {
  if (others.length === 0) return []
  const { rows, rowAt } = itemRows.rowsOf(`${ownerId} ${kind} ${category}`, others)
  const vector = itemRows.vectorOf(statement)
  const near: NearItem[] = []
  let characters = 0
  for (const [at, other] of others.entries()) {
    const isEqual = other.statement === statement
    const similarity = isEqual ? 1 : embedder.rescale(rows.product(rowAt[at]!, vector))
    if (similarity < sameSimilarity) continue
    near.push({ id: other.id, statement: other.statement, similarity })
    if (!isEqual) characters += other.statement.length
  }
  return characters > fewSimilarCharacters ? undefined : nearOf(statement, near)
}
