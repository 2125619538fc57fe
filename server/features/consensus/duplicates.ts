import { compareStrings } from '#core/base/strings.ts'
import { findClusters } from '#core/domain/similar/clusters.ts'
import { byPreference, type DuplicateItem, type NearDuplicates } from '#core/domain/similar/duplicates.ts'
import type { VectorRows } from '#core/domain/vectors/vector-rows.ts'
import type { Item } from '../../db/tables.ts'
import { chunks } from '../../db/values.ts'
import { visibleItems } from '../items/visible-items.ts'
import { type CompareContext, type ItemStatement, statementRows } from '../vectors/statement-rows.ts'

/** Finds near-duplicates within layers. Runs in a thread, which reads, compares, and writes nothing. */

export interface DuplicateSearch {
  orgId: string
  /** The layers, each of which is searched separately. */
  ownerIds: string[]
  /** Least cosine of equivalent statements, if they bind alike and are not opposites. */
  threshold: number
  /** The model of the stored vectors to compare; the built-in embedding if absent. */
  model: string | undefined
}

/** Up to this many rows every pair is multiplied, since building an index takes longer. */
const fewRows = 32

/**
 * How many layers are read at once: so few that their memory is unused by the next garbage collection, which then costs
 * nothing.
 */
const ownersAtOnce = 20

/** Returns near-duplicates within a layer and category; or items whose vectors have to be stored first. */
export async function findDuplicates(
  ctx: CompareContext,
  search: DuplicateSearch,
): Promise<{ found: NearDuplicates[] } | { missing: ItemStatement[] }> {
  const { orgId, ownerIds, threshold, model } = search
  // Most layers have no duplicates, so the columns that decide which item remains are only read for suspects.
  const suspects: ItemStatement[] = []
  const missing: ItemStatement[] = []
  for (let at = 0; at < ownerIds.length; at += ownersAtOnce) {
    const groups = groupsOf(await itemsOf(ctx, orgId, ownerIds.slice(at, at + ownersAtOnce)))
    const vectors = await statementRows(ctx, orgId, model, groups.flat())
    if ('missing' in vectors) missing.push(...vectors.missing)
    else {
      if (missing.length === 0) suspects.push(...suspectsAmong(groups, vectors.rows, threshold))
      vectors.rows.free()
    }
  }
  if (missing.length > 0) return { missing }
  const whole = groupsOf(await wholeItems(ctx, orgId, suspects)).map((group) => group.sort(byPreference))
  const found: NearDuplicates[] = []
  for (const group of whole.sort(([a], [b]) => compareStrings(a!.id, b!.id))) {
    const its = await statementRows(ctx, orgId, model, group)
    if ('missing' in its) return its
    found.push(...duplicatesOf(group, its.rows, threshold))
    its.rows.free()
  }
  return { found }
}

/** Hidden and rejected items are excluded. */
const itemsOf = (ctx: CompareContext, orgId: string, ownerIds: string[]) =>
  visibleItems(ctx.db, orgId)
    .select(['id', 'owner_id', 'category', 'statement', 'statement_hash'])
    // Unsorted: with an order by id, SQLite reads every item of the organization.
    .where('owner_id', 'in', ownerIds)
    .execute()

/** Returns the items of groups in which any two may be equivalent; `rows` are in the order of the groups. */
function suspectsAmong<T>(groups: T[][], rows: VectorRows, threshold: number): T[] {
  let start = 0
  return groups.flatMap((group) => {
    start += group.length
    return hasNear(rows, start - group.length, start, threshold) ? group : []
  })
}

async function wholeItems(ctx: CompareContext, orgId: string, items: ItemStatement[]): Promise<Item[]> {
  const whole: Item[] = []
  for (const chunk of chunks(items)) {
    const ids = chunk.map(({ id }) => id)
    whole.push(...(await visibleItems(ctx.db, orgId).selectAll().where('id', 'in', ids).execute()))
  }
  return whole
}

/** Groups items by layer and category, and returns the groups of at least two. */
const groupsOf = <T extends Pick<Item, 'owner_id' | 'category'>>(items: T[]): T[][] =>
  [...Map.groupBy(items, ({ owner_id, category }) => `${owner_id} ${category}`).values()].filter(
    ({ length }) => length > 1,
  )

/** Checks whether any two of the rows from `from` to before `to` are near each other. */
function hasNear(rows: VectorRows, from: number, to: number, threshold: number): boolean {
  const vector = new Float32Array(rows.dimensions)
  if (to - from <= fewRows) {
    for (let row = from; row < to; row++) {
      rows.read(row, vector)
      for (let other = row + 1; other < to; other++) if (rows.product(other, vector) >= threshold) return true
    }
    return false
  }
  const search = rows.pick(Array.from({ length: to - from }, (_, at) => from + at)).search(threshold)
  const ones = new Int32Array(to - from).fill(1)
  return ones.some((_, at) => search.near(rows, from + at, ones, 2, at) !== undefined)
}

/** @param group in the order of preference, as are its rows. */
function duplicatesOf(group: Item[], rows: VectorRows, threshold: number): NearDuplicates[] {
  const ranks = group.map((_, at) => at)
  const clusters = findClusters({
    rows,
    threshold,
    statements: group.map(({ statement }) => statement),
    ranks,
    holders: ranks.map((rank) => [rank]),
    minHolders: 2,
    strictBelow: Number.POSITIVE_INFINITY,
  })
  return clusters.map(({ center, members }) => {
    const keep = group[center]!
    const vector = rows.read(center, new Float32Array(rows.dimensions))
    return {
      scope: keep.scope,
      owner_id: keep.owner_id,
      kind: keep.kind,
      category: keep.category,
      keep: headOf(keep),
      merge: members
        .filter((member) => member !== center)
        .map((member) => ({ ...headOf(group[member]!), cosine: rows.product(member, vector) })),
    }
  })
}

const headOf = ({ id, statement, starred, status, n_count }: Item): DuplicateItem => ({
  id,
  statement,
  starred,
  status,
  n_count,
})
