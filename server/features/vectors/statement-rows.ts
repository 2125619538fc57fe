import { DenseRows } from '#core/domain/vectors/dense-rows.ts'
import { vectorFromBytes } from '#core/domain/vectors/similarity.ts'
import { type LocalEmbedding, localRows } from '#core/domain/vectors/sparse-rows.ts'
import type { VectorRows } from '#core/domain/vectors/vector-rows.ts'
import type { Database } from '../../db/connect.ts'
import type { Item } from '../../db/tables.ts'
import { chunks } from '../../db/values.ts'
import type { RowCache } from './row-cache.ts'

/** Dependencies of comparing items in a thread: a database to read, and the embedding that is computed locally. */
export interface CompareContext {
  db: Database
  local: LocalEmbedding
  rowCache: RowCache
}

export type ItemStatement = Pick<Item, 'id' | 'statement' | 'statement_hash'>

/** Maximum number of items without a vector that are returned at once. */
const maxMissing = 1000

/**
 * The vectors of some items, in their order; or some items without one, whose vectors a caller with write access must
 * store.
 */
export type StatementRows = { rows: VectorRows } | { missing: ItemStatement[] }

/**
 * Returns the vectors of the items.
 *
 * @param model whose stored vectors are read; if absent, the local embedding computes them.
 */
export async function statementRows(
  { db, local }: CompareContext,
  orgId: string,
  model: string | undefined,
  items: readonly ItemStatement[],
): Promise<StatementRows> {
  if (model === undefined) {
    return {
      rows: localRows(
        local,
        items.map(({ statement }) => statement),
      ),
    }
  }
  let rows: DenseRows | undefined
  const missing: ItemStatement[] = []
  for (const chunk of chunks(items)) {
    const vectors = await storedVectors(db, orgId, model, chunk)
    for (const [at, vector] of vectors.entries()) {
      if (!vector) missing.push(chunk[at]!)
      else if (missing.length === 0) {
        rows ??= new DenseRows(vector.length, items.length)
        rows.add(vector)
      }
    }
    if (missing.length >= maxMissing) break
  }
  return missing.length > 0 ? { missing } : { rows: rows ?? new DenseRows(0, 0) }
}

/** Returns the stored vector of each item's current statement. */
export async function storedVectors(
  db: Database,
  orgId: string,
  model: string,
  items: readonly ItemStatement[],
): Promise<(Float32Array | undefined)[]> {
  const stored = await db
    .selectFrom('item_vectors')
    .select(['item_id', 'statement_hash', 'vector'])
    .where('org_id', '=', orgId)
    .where(
      'item_id',
      'in',
      items.map(({ id }) => id),
    )
    .where('embedding_model', '=', model)
    .execute()
  const vectorOf = new Map(
    stored.map(({ item_id, statement_hash, vector }) => [`${item_id} ${statement_hash}`, vectorFromBytes(vector)]),
  )
  return items.map(({ id, statement_hash }) => vectorOf.get(`${id} ${statement_hash}`))
}
