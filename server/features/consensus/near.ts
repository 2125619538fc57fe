import type { Category, Kind } from '#core/domain/kinds.ts'
import { type Calibration, rescaleBy } from '#core/domain/similar/calibration.ts'
import { type ComparedRows, findCandidates } from '#core/domain/similar/candidates.ts'
import { type NearItem, nearOf } from '#core/domain/similar/near.ts'
import { sameSimilarity } from '#core/domain/similar/similarity-thresholds.ts'
import { DenseRows } from '#core/domain/vectors/dense-rows.ts'
import { localRows } from '#core/domain/vectors/sparse-rows.ts'
import type { VectorRows } from '#core/domain/vectors/vector-rows.ts'
import { visibleItems } from '../items/visible-items.ts'
import { type CompareContext, type ItemStatement, statementRows } from '../vectors/statement-rows.ts'

/** The owner, kind and category of new items, which are compared with the existing items there. */
export interface ItemBucket {
  ownerId: string
  kind: Kind
  category: Category
}

export interface NearSearch {
  orgId: string
  buckets: (ItemBucket & {
    statements: string[]
    /** The statements' unit vectors by `model`. */
    vectors?: Float32Array[]
  })[]
  /** Whether a statement with an equivalent counts as that one: later statements are then not compared with it. */
  dedupes: boolean
  /** The model of the stored vectors to compare; the built-in embedding if absent. */
  model: string | undefined
  /** The model's calibration; absent if its cosines are similarities. */
  calibration?: Calibration | undefined
}

/** An equivalent item, or an earlier statement of the same bucket, by its position. */
export type NearStatement = NearItem | (Omit<NearItem, 'id'> & { earlier: number })

/** Returns the equivalents of each statement of each bucket; or items whose vectors have to be stored first. */
export async function findNear(
  ctx: CompareContext,
  { orgId, buckets, dedupes, model, calibration }: NearSearch,
): Promise<{ found: NearStatement[][][] } | { missing: ItemStatement[] }> {
  const rescale =
    model === undefined ? ctx.local.rescale : calibration ? rescaleBy(calibration) : (cosine: number) => cosine
  const missing: ItemStatement[] = []
  const found: NearStatement[][][] = []
  for (const { ownerId, kind, category, ...added } of buckets) {
    const items = await visibleItems(ctx.db, orgId)
      .select(['id', 'statement', 'statement_hash'])
      .where('owner_id', '=', ownerId)
      .where('kind', '=', kind)
      .where('category', '=', category)
      .execute()
    const known =
      model === undefined
        ? ctx.rowCache.rowsOf(`${ownerId} ${kind} ${category}`, items)
        : await statementRows(ctx, orgId, model, items)
    if ('missing' in known) missing.push(...known.missing)
    else if (missing.length === 0)
      found.push(findInBucket({ ...ctx.local, rescale }, { items, ...known }, added, dedupes))
  }
  return missing.length > 0 ? { missing } : { found }
}

function findInBucket(
  local: CompareContext['local'],
  existing: ComparedRows<ItemStatement>,
  { statements, vectors }: { statements: string[]; vectors?: Float32Array[] },
  dedupes: boolean,
): NearStatement[][] {
  const own = rowsOf(local, statements, vectors)
  const vector = new Float32Array(own.dimensions)
  const compared: { statement: string; earlier: number }[] = []
  const candidates = findCandidates(local.rescale, existing, own)
  return statements.map((statement, at) => {
    own.read(at, vector)
    const others: NearStatement[] = []
    const similarityOf = (other: string, cosine: number) => (other === statement ? 1 : local.rescale(cosine))
    for (const { item, row } of candidates(statement, at)) {
      const similarity = similarityOf(item.statement, existing.rows.product(row, vector))
      if (similarity >= sameSimilarity) others.push({ id: item.id, statement: item.statement, similarity })
    }
    for (const other of compared) {
      const similarity = similarityOf(other.statement, own.product(other.earlier, vector))
      if (similarity >= sameSimilarity) others.push({ ...other, similarity })
    }
    const near = nearOf(statement, others)
    if (!dedupes || near.length === 0) compared.push({ statement, earlier: at })
    return near
  })
}

function rowsOf(local: CompareContext['local'], statements: string[], vectors: Float32Array[] | undefined): VectorRows {
  if (vectors) {
    const rows = new DenseRows(vectors[0]?.length ?? 0, vectors.length)
    for (const vector of vectors) rows.add(vector)
    return rows
  }
  return localRows(local, statements)
}
