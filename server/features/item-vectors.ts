import type { Item } from '../db/tables.ts'
import type { Ctx } from '../deps.ts'
import { vectorFromBytes, vectorToBytes } from '../domain/similarity.ts'
import { embedTexts } from './discovery-run.ts'

const pageSize = 100

export type EmbeddedItem = Pick<Item, 'id' | 'kind' | 'category' | 'statement' | 'statement_hash'> & {
  embedding: Float32Array
}

/**
 * An owner's items with the unit vectors of their statements, in pages. A vector is made when it is first asked for,
 * and again when the statement or the embedding model has changed since.
 */
export async function* embeddedItems(
  ctx: Ctx,
  owner: { org_id: string; owner_id: string },
): AsyncGenerator<EmbeddedItem> {
  let last = ''
  while (true) {
    const page = await ctx.db
      .selectFrom('items')
      .leftJoin('item_vectors', (join) =>
        join
          .onRef('item_vectors.org_id', '=', 'items.org_id')
          .onRef('item_vectors.item_id', '=', 'items.id')
          .onRef('item_vectors.statement_hash', '=', 'items.statement_hash')
          .on('item_vectors.embedding_model', '=', ctx.embedder.model),
      )
      .select(['items.id', 'items.kind', 'items.category', 'items.statement', 'items.statement_hash', 'vector'])
      .where('items.org_id', '=', owner.org_id)
      .where('items.owner_id', '=', owner.owner_id)
      .$if(last !== '', (query) => query.where('items.id', '>', last))
      .orderBy('items.id')
      .limit(pageSize)
      .execute()
    const missing = page.filter(({ vector }) => vector === null)
    const made = await embedTexts(
      ctx,
      missing.map(({ statement }) => statement),
    )
    const madeOf = new Map(missing.map(({ id }, at) => [id, made[at]!]))
    await ctx.db.transaction().execute(async (trx) => {
      for (const { id, statement_hash } of missing) {
        await trx
          .insertInto('item_vectors')
          .columns(['org_id', 'item_id', 'statement_hash', 'embedding_model', 'vector'])
          // Only while the item is there, and still says what was embedded.
          .expression((eb) =>
            eb
              .selectFrom('items')
              .select((item) => [
                'org_id',
                'id',
                'statement_hash',
                item.val(ctx.embedder.model).as('embedding_model'),
                item.val(vectorToBytes(madeOf.get(id)!)).as('vector'),
              ])
              .where('org_id', '=', owner.org_id)
              .where('id', '=', id)
              .where('statement_hash', '=', statement_hash),
          )
          .onConflict((conflict) =>
            conflict.columns(['org_id', 'item_id']).doUpdateSet((eb) => ({
              statement_hash: eb.ref('excluded.statement_hash'),
              embedding_model: eb.ref('excluded.embedding_model'),
              vector: eb.ref('excluded.vector'),
            })),
          )
          .execute()
      }
    })
    for (const { vector, ...item } of page) {
      yield { ...item, embedding: vector ? vectorFromBytes(vector) : madeOf.get(item.id)! }
    }
    if (page.length < pageSize) return
    last = page.at(-1)!.id
  }
}
