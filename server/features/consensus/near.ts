import type { Category, Kind } from '../../domain/kinds.ts'
import { type NearItem, nearOf } from '../../domain/near.ts'
import { type CompareContext, type Said, statementRows } from '../vectors/statement-rows.ts'
import { visibleItems } from './duplicates.ts'

export interface NearSearch {
  orgId: string
  ownerId: string
  kind: Kind
  category: Category
  statements: string[]
  /** Their unit vectors by `model`. */
  vectors: Float32Array[] | undefined
  /** Whose stored vectors are compared; those of the built-in embedding when absent. */
  model: string | undefined
}

/** For each statement what an owner has in a category that says the same; or items whose vectors have to be stored first. */
export async function findNear(
  ctx: CompareContext,
  search: NearSearch,
): Promise<{ found: NearItem[][] } | { missing: Said[] }> {
  const { orgId, ownerId, kind, category, statements, vectors, model } = search
  const items = await visibleItems(ctx, orgId)
    .select(['id', 'statement', 'statement_hash'])
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .where('category', '=', category)
    .execute()
  const known = await statementRows(ctx, orgId, model, items)
  if ('missing' in known) return known
  const rescale = model === undefined ? ctx.local.rescale : (cosine: number) => cosine
  const found = statements.map((statement, at) => {
    const vector = vectors?.[at] ?? unitVector(ctx, statement)
    return nearOf(
      statement,
      items.map(({ id, statement }, row) => ({ id, statement, similarity: rescale(known.rows.product(row, vector)) })),
    )
  })
  return { found }
}

function unitVector({ local }: CompareContext, statement: string): Float32Array {
  const vector = new Float32Array(local.dimensions)
  const { places, values } = local.embed(statement)
  for (const [at, place] of places.entries()) vector[place] = values[at]!
  return vector
}
