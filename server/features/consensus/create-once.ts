import { hasView } from '../../db/caller-view.ts'
import type { Database } from '../../db/connect.ts'
import type { Given } from '../../db/prepared-queries.ts'
import type { Item } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import type { Kind } from '../../domain/kinds.ts'
import { type NearItem, nearOf } from '../../domain/similar/near.ts'
import { dot, normalized } from '../../domain/vectors/similarity.ts'
import { storedStatement } from '../items/columns.ts'
import { createAgentItem, createItem, createItems, type NewItem } from '../items/create.ts'
import { countAgain } from '../items/items.ts'
import { agentOwner, type Owner, ownerOf } from '../layers/owners.ts'
import { findOne, soon } from './find-near.ts'
import type { Place } from './near.ts'

/** Creating an item where the owner may have one that says the same (behavior: Near-duplicates on creation). */

export interface NewItemOnce extends Omit<NewItem, 'origin'> {
  /** Whether it is counted on what says the same instead; by default the organization's setting. */
  dedupe?: boolean
}

export interface Creation {
  /** The new item, or the one that it was counted on. */
  item: Item
  /** What says the same as the new one. */
  similar?: NearItem[]
  /** How similar the item is on which it was counted; absent where one was created. */
  matched?: number
}

/** @throws 404 when the agent is missing or foreign; else as `createAgentItem`. */
export async function createAgentItemOnce(ctx: Ctx, agentId: string, kind: Kind, input: NewItemOnce) {
  const [org_id, ...others] = ctx.caller.orgIds
  const isPlain = org_id !== undefined && others.length === 0 && !hasView(ctx.caller)
  // Of an agent that is not its organization's nothing is found, and nothing created.
  const owner = isPlain ? ownerOf(org_id, 'agent', agentId) : await agentOwner(ctx, agentId)
  return createOnce(ctx, owner, kind, input, (plain) => createAgentItem(ctx, agentId, kind, plain))
}

/** Creates an item of an owner that is known. @throws as `createItem`. */
export const createItemOnce = (ctx: Ctx, owner: Owner, kind: Kind, input: NewItemOnce) =>
  createOnce(ctx, owner, kind, input, (plain) => createItem(ctx, owner, kind, plain))

async function createOnce(
  ctx: Ctx,
  owner: Owner,
  kind: Kind,
  { dedupe, ...input }: NewItemOnce,
  create: (input: Omit<NewItem, 'origin'>) => Promise<Item>,
): Promise<Creation> {
  const { statement } = storedStatement(input.statement)
  const { org_id } = owner
  const place = { ownerId: owner.owner_id, kind, category: input.category }
  // Again when what says the same is changed or deleted between finding and counting.
  while (true) {
    const { dedupes, few } = await readPlace(ctx, org_id, place)
    if (!(dedupe ?? dedupes)) {
      const inThread = few
        ? undefined
        : soon(ctx, org_id, patienceMs, (lasting) => findOne(lasting, org_id, place, statement))
      const item = await create(input)
      const found = few ? await compareHere(ctx, statement, few) : ((await inThread) ?? [])
      const similar = found.filter(({ id }) => id !== item.id)
      return { item, ...(similar.length > 0 && { similar }) }
    }
    if (owner.agent_id !== null) await agentOwner(ctx, owner.agent_id)
    const found = few ? await compareHere(ctx, statement, few) : await findOne(ctx, org_id, place, statement)
    const [near] = found
    if (near) {
      const item = await countAgain(ctx, owner, near)
      if (item) return { item, matched: near.similarity }
      continue
    }
    const [result] = await createItems(ctx, kind, [{ ...input, owner }])
    if (result!.created) return result!
    const item = await countAgain(ctx, owner, result!.item)
    if (item) return { item, matched: 1 }
  }
}

type Other = Pick<Item, 'id' | 'statement'>

/** What an item that is created may wait to be told what is similar to it. */
const patienceMs = 100

/**
 * So much is compared on the thread that serves: on a busy machine embedding took 1.1 ms for 100 statements of 70
 * characters, and telling whether the wording objects 1 ms for each 1,000 characters (measured).
 */
const fewItems = 64
const fewCharacters = 6000

/** What the organization decided, and the place's visible items where they are few. */
async function readPlace(
  ctx: Ctx,
  orgId: string,
  { ownerId, kind, category }: Place,
): Promise<{ dedupes: boolean; few?: Other[] }> {
  const values = { org: orgId, owner: ownerId, kind, category, most: fewItems + 1 }
  const rows = await ctx.queries.rows(ctx.queries.withValues('items of a place', placeQuery, values))
  const others = rows.flatMap(({ id, statement }) => (id === null || statement === null ? [] : [{ id, statement }]))
  const characters = others.reduce((sum, { statement }) => sum + statement.length, 0)
  const isFew = ctx.embedder.isLocal && others.length <= fewItems && characters <= fewCharacters
  return { dedupes: Boolean(rows[0]?.dedupe_on_create), ...(isFew && { few: others }) }
}

const placeQuery = (db: Database, given: Given) =>
  db
    .selectFrom('organizations')
    .leftJoin('items', (join) =>
      join
        .on('items.org_id', '=', given('org'))
        .on('items.owner_id', '=', given('owner'))
        .on('items.kind', '=', given('kind'))
        .on('items.category', '=', given('category'))
        .on('items.status', '<>', 'rejected')
        .on((eb) => eb.not(eb.ref('items.hidden'))),
    )
    .where('organizations.id', '=', given('org'))
    .select(['dedupe_on_create', 'items.id', 'items.statement'])
    .limit(given('most'))

/** By a local embedding, which waits for nothing. */
async function compareHere({ embedder }: Ctx, statement: string, others: readonly Other[]): Promise<NearItem[]> {
  if (others.length === 0) return []
  const [vector, ...vectors] = await embedder.embed([statement, ...others.map((other) => other.statement)])
  const unit = normalized(vector!)
  return nearOf(
    statement,
    others.map((other, at) => ({ ...other, similarity: embedder.rescale(dot(unit, normalized(vectors[at]!))) })),
  )
}
