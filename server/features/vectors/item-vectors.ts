import { setImmediate } from 'node:timers/promises'
import { vectorToBytes } from '#core/domain/vectors/similarity.ts'
import { forKeyShare } from '../../db/locks.ts'
import type { Item } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { embedTexts } from './embed-texts.ts'
import { type ItemStatement, storedVectors } from './statement-rows.ts'

const pageSize = 100

export type EmbeddedItem = ItemStatement &
  Pick<Item, 'kind' | 'category' | 'status' | 'hidden'> & {
    embedding: Float32Array
  }

/** Yields an owner's items with the unit vectors of their statements, in pages. */
export async function* embeddedItems(
  ctx: Ctx,
  owner: { org_id: string; owner_id: string },
): AsyncGenerator<EmbeddedItem> {
  let last = ''
  while (true) {
    const page = await ctx.db
      .selectFrom('items')
      .select(['id', 'kind', 'category', 'status', 'hidden', 'statement', 'statement_hash'])
      .where('org_id', '=', owner.org_id)
      .where('owner_id', '=', owner.owner_id)
      .$if(last !== '', (query) => query.where('id', '>', last))
      .orderBy('id')
      .limit(pageSize)
      .execute()
    const embeddings = await itemVectors(ctx, owner.org_id, page)
    for (const [at, item] of page.entries()) yield { ...item, embedding: embeddings[at]! }
    if (page.length < pageSize) return
    last = page.at(-1)!.id
  }
}

/**
 * Returns the unit vectors of an organization's items, in their order. A vector is computed at its first use, and again
 * when the statement or the embedding model has changed. A local embedder computes it every time, since for 20,000
 * items storing took three times as long as embedding.
 */
export async function itemVectors(ctx: Ctx, orgId: string, items: ItemStatement[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let at = 0; at < items.length; at += pageSize) {
    const page = items.slice(at, at + pageSize)
    const made = ctx.embedder.isLocal
      ? await embedTexts(
          ctx,
          page.map(({ statement }) => statement),
        )
      : await vectorsOfModel(ctx, orgId, page)
    vectors.push(...made)
    // The embedded engine and the built-in embedding never yield, so let requests run here.
    await setImmediate()
  }
  return vectors
}

/** Returns the vectors of a model that is asked over the network, and stores new ones. */
async function vectorsOfModel(ctx: Ctx, orgId: string, items: ItemStatement[]): Promise<Float32Array[]> {
  const vectors = await storedVectors(ctx.db, orgId, ctx.embedder.model, items)
  const missing = items.filter((_, at) => !vectors[at])
  if (missing.length > 0) {
    const made = await embedTexts(
      ctx,
      missing.map(({ statement }) => statement),
    )
    await store(ctx, orgId, missing, made)
    for (const [at] of items.entries()) vectors[at] ??= made.shift()
  }
  return vectors.map((vector) => vector!)
}

/** Stores vectors only of items that still exist. If a statement has changed meanwhile, no reader finds its vector. */
function store(ctx: Ctx, orgId: string, items: ItemStatement[], vectors: Float32Array[]) {
  const rows = items.map(({ id, statement_hash }, at) => ({
    org_id: orgId,
    item_id: id,
    statement_hash,
    embedding_model: ctx.embedder.model,
    vector: vectorToBytes(vectors[at]!),
  }))
  return ctx.db.transaction().execute(async (trx) => {
    const present = await forKeyShare(ctx.db)(
      trx
        .selectFrom('items')
        .select('id')
        .where('org_id', '=', orgId)
        .where(
          'id',
          'in',
          items.map(({ id }) => id),
        )
        .orderBy('id'),
    ).execute()
    const rowOf = new Map(rows.map((row) => [row.item_id, row]))
    if (present.length === 0) return
    await trx
      .insertInto('item_vectors')
      .values(present.map(({ id }) => rowOf.get(id)!))
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'item_id']).doUpdateSet((eb) => ({
          statement_hash: eb.ref('excluded.statement_hash'),
          embedding_model: eb.ref('excluded.embedding_model'),
          vector: eb.ref('excluded.vector'),
        })),
      )
      .execute()
  })
}
