import { setImmediate } from 'node:timers/promises'
import type { Kind } from '#core/domain/kinds.ts'
import type { NearItem } from '#core/domain/similar/near.ts'
import type { Item } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { storedStatement } from '../items/columns.ts'
import { type CreationOfMany, insertItems, type NewItem, withApprover } from '../items/create.ts'
import { countAgain } from '../items/items.ts'
import type { Owner } from '../layers/owners.ts'
import { createItemOnce } from './create-once.ts'
import { findAll, resultWithin } from './find-near.ts'
import type { ItemBucket, NearStatement } from './near.ts'

type Input = NewItem & { owner: Owner; kind: Kind }

/** Equivalents of one input. */
interface Equivalents {
  near: NearStatement[]
  /** Whether the input is counted on its equivalent, or on an equal item. */
  counts: boolean
}

/** How long a request with many items waits for their `similar` lists. */
const patienceMs = 2000

const statementsPerTurn = 50

/**
 * Creates many items; with `dedupe`, or by the organization's setting, an input that is equivalent to an item of its
 * owner, or to an earlier input, increases its count instead (behavior: Near-duplicates on creation). Returns one
 * result per input, in their order. New items are created in one transaction; counts are increased afterwards.
 */
export async function createAllOnce(ctx: Ctx, inputs: Input[], dedupe?: boolean): Promise<CreationOfMany[]> {
  const found = await findForAll(ctx, inputs, dedupe)
  const isNew = (index: number) => !found[index]!.counts || found[index]!.near.length === 0
  const inserted = await ctx.db.transaction().execute((trx) =>
    insertItems(
      ctx,
      trx,
      inputs.filter((_, index) => isNew(index)).map((input) => withApprover(ctx, input)),
    ),
  )
  const results: CreationOfMany[] = []
  for (const index of inputs.keys()) if (isNew(index)) results[index] = inserted.shift()!
  const itemOf = (other: NearStatement): NearItem => {
    if ('id' in other) return other
    const { id, statement } = results[other.earlier]!.item
    return { id, statement, similarity: other.similarity }
  }
  for (const [index, { near, counts }] of found.entries()) {
    const result = results[index]
    if (!counts) {
      if (!result!.created) result!.matched = 1
      else if (near.length > 0) result!.similar = distinct(near.map(itemOf), result!.item)
    } else if (!result?.created) {
      const [nearest] = near
      const match = nearest ? itemOf(nearest) : { ...result!.item, similarity: 1 }
      results[index] = await countOn(ctx, inputs[index]!, match)
    }
  }
  // Counting on an earlier input's item has changed it, so its earlier result needs the new state as well.
  const latest = new Map(results.map(({ item }) => [item.id, item]))
  return results.map((result) => ({ ...result, item: latest.get(result.item.id)! }))
}

/** Removes repetitions and the item itself: an earlier input may turn out to be an existing item. */
function distinct(near: NearItem[], { id }: Item): NearItem[] {
  const byId = new Map(near.map((other) => [other.id, other]))
  byId.delete(id)
  return [...byId.values()]
}

async function countOn(ctx: Ctx, { owner, kind, ...input }: Input, match: NearItem): Promise<CreationOfMany> {
  const item = await countAgain(ctx, owner, match)
  if (item) return { item, created: false, matched: match.similarity }
  // The item was changed or deleted concurrently: compare again.
  const { matched, ...again } = await createItemOnce(ctx, owner, kind, { ...input, dedupe: true })
  return { ...again, created: matched === undefined, ...(matched !== undefined && { matched }) }
}

/** Finds equivalents per organization, since each has its own setting; all inputs of one are compared together. */
async function findForAll(ctx: Ctx, inputs: Input[], dedupe: boolean | undefined): Promise<Equivalents[]> {
  const found: Equivalents[] = []
  const statements = await statementsOf(inputs)
  for (const [orgId, indexes] of Map.groupBy(inputs.keys(), (index) => inputs[index]!.owner.org_id)) {
    const counts = dedupe ?? (await dedupesOnCreate(ctx, orgId))
    const groups = [...Map.groupBy(indexes, (index) => Object.values(bucketOf(inputs[index]!)).join(' ')).values()]
    const entries = groups.map((group) => ({
      bucket: bucketOf(inputs[group[0]!]!),
      statements: group.map((index) => statements[index]!),
    }))
    const find = (lasting: Ctx) => findAll(lasting, orgId, entries, counts)
    const nearOfGroups = counts ? await find(ctx) : await resultWithin(ctx, orgId, patienceMs, find)
    for (const [at, group] of groups.entries()) {
      for (const [member, index] of group.entries()) {
        const near = nearOfGroups?.[at]?.[member] ?? []
        const inRequest = near.map((one) => ('earlier' in one ? { ...one, earlier: group[one.earlier]! } : one))
        found[index] = { near: inRequest, counts }
      }
    }
  }
  return found
}

/** Returns the statements in their stored form. */
async function statementsOf(inputs: Input[]): Promise<string[]> {
  const statements: string[] = []
  for (const [at, { statement }] of inputs.entries()) {
    if (at % statementsPerTurn === statementsPerTurn - 1) await setImmediate()
    statements.push(storedStatement(statement).statement)
  }
  return statements
}

const bucketOf = ({ owner, kind, category }: Input): ItemBucket => ({ ownerId: owner.owner_id, kind, category })

async function dedupesOnCreate({ db }: Ctx, orgId: string): Promise<boolean> {
  const row = await db.selectFrom('organizations').select('dedupe_on_create').where('id', '=', orgId).executeTakeFirst()
  return Boolean(row?.dedupe_on_create)
}
