import { setImmediate } from 'node:timers/promises'
import type { Item } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import type { Kind } from '../../domain/kinds.ts'
import { nearOf } from '../../domain/near.ts'
import { dot } from '../../domain/similarity.ts'
import { storedStatement } from '../items/columns.ts'
import { type BulkResult, insertItems, type NewItem, withApprover } from '../items/create.ts'
import { countAgain } from '../items/items.ts'
import type { Owner } from '../layers/owners.ts'
import { embedTexts } from '../vectors/embed-texts.ts'
import { createItemOnce, find, readPlace } from './create-once.ts'

type Input = NewItem & { owner: Owner; kind: Kind }
type Member = Input & { index: number }
type Said = Pick<Item, 'id' | 'statement'>

/** Embedded in 1.1 ms on a busy machine (measured). */
const pageSize = 100

/** What inputs are counted on, by their places in the request. */
interface Plan {
  /** Those that are counted at all, also on equal items. */
  counts: Set<number>
  onItem: Map<number, Said>
  onEarlier: Map<number, number>
}

/**
 * Creates many items; with `dedupe`, or by the organization's setting, what says the same as an item of its owner, or as
 * an earlier input, is counted on that (behavior: Near-duplicates on creation). Results stand in the order of the inputs,
 * one each. What is new is created in one transaction, and counted then.
 */
export async function createAllOnce(ctx: Ctx, inputs: Input[], dedupe?: boolean): Promise<BulkResult[]> {
  const plan: Plan = { counts: new Set(), onItem: new Map(), onEarlier: new Map() }
  if (dedupe !== false) {
    const members = inputs.map((input, index) => ({ ...input, index, ...storedStatement(input.statement) }))
    const places = Map.groupBy(members, ({ owner, kind, category }) => `${owner.owner_id} ${kind} ${category}`)
    for (const place of places.values()) await planPlace(ctx, place, dedupe, plan)
  }
  const isNew = (index: number) => !plan.onItem.has(index) && !plan.onEarlier.has(index)
  const inserted = await ctx.db.transaction().execute((trx) =>
    insertItems(
      ctx,
      trx,
      inputs.filter((_, index) => isNew(index)).map((input) => withApprover(ctx, input)),
    ),
  )
  const results: BulkResult[] = []
  for (const index of inputs.keys()) if (isNew(index)) results[index] = inserted.shift()!
  for (const [index, input] of inputs.entries()) {
    if (!plan.counts.has(index) || results[index]?.created) continue
    const earlier = plan.onEarlier.get(index)
    const said = earlier === undefined ? (plan.onItem.get(index) ?? results[index]!.item) : results[earlier]!.item
    const item = await countAgain(ctx, input.owner, said)
    if (item) {
      results[index] = { item, created: false }
      if (earlier !== undefined) results[earlier]!.item = item
    } else {
      // It was changed or deleted meanwhile.
      const { owner, kind, ...plain } = input
      const again = await createItemOnce(ctx, owner, kind, { ...plain, dedupe: true })
      results[index] = { item: again.item, created: again.matched === undefined }
    }
  }
  return results
}

/** Finds what the inputs of one owner, kind and category are counted on. */
async function planPlace(ctx: Ctx, members: Member[], dedupe: boolean | undefined, plan: Plan) {
  const [place] = members as [Member]
  const { dedupes, few } = await readPlace(ctx, place)
  if (!(dedupe ?? dedupes)) return
  const statements = members.map(({ statement }) => statement)
  // In the thread, since many are compared with each of them.
  const found = few?.length === 0 ? [] : await find(ctx, place, statements)
  const vectors: Float32Array[] = []
  for (let at = 0; at < statements.length; at += pageSize) {
    vectors.push(...(await embedTexts(ctx, statements.slice(at, at + pageSize))))
    await setImmediate()
  }
  const kept: number[] = []
  for (const [at, { index, statement }] of members.entries()) {
    plan.counts.add(index)
    const [near] = found[at] ?? []
    if (near) {
      plan.onItem.set(index, near)
      continue
    }
    const [earlier] = nearOf(
      statement,
      kept.map((other) => ({
        id: String(members[other]!.index),
        statement: statements[other]!,
        similarity: ctx.embedder.rescale(dot(vectors[at]!, vectors[other]!)),
      })),
    )
    if (earlier) plan.onEarlier.set(index, Number(earlier.id))
    else kept.push(at)
    await setImmediate()
  }
}
