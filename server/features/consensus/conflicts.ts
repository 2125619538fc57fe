import type { Item } from '../../db/tables.ts'
import { chunks } from '../../db/values.ts'
import type { Category, Kind } from '../../domain/kinds.ts'
import { mayBeSame, topicsIn } from '../../domain/opposites.ts'
import { cosineAt } from '../../domain/similarity.ts'
import { sameSimilarity } from '../../domain/similarity-thresholds.ts'
import { SparseRows } from '../../domain/sparse-rows.ts'
import type { CompareContext } from '../vectors/statement-rows.ts'

/** Finds what speaks against new statements. It runs in a thread, which reads, compares, and writes nothing. */

export interface ConflictSearch {
  orgId: string
  statements: {
    kind: Kind
    category: Category
    statement: string
    /** The owner, and those whose items reach it. */
    layers: string[]
  }[]
  /** Items that are about to change: what they say now speaks against nothing. */
  except: string[]
}

export interface FoundConflict {
  /** Of the statement. */
  at: number
  conflict: 'duplicate' | 'contradicts'
  item: OtherItem
}
type OtherItem = Pick<Item, 'id' | 'kind' | 'category' | 'statement' | 'scope' | 'owner_id' | 'agent_id' | 'group_id'>

/** The share of the topics of two statements that both have, from which an opposite of one contradicts the other. */
const sharedTopics = 0.6

/** For each statement at most one item: the most similar one that says the same or, if none does, the opposite. */
export async function findConflicts(
  { db, local }: CompareContext,
  { orgId, statements, except }: ConflictSearch,
): Promise<{ found: FoundConflict[] }> {
  const exceptIds = new Set(except)
  const items: OtherItem[] = []
  for (const ownerIds of chunks([...new Set(statements.flatMap(({ layers }) => layers))])) {
    const rows = await db
      .selectFrom('items')
      .select(['id', 'kind', 'category', 'statement', 'scope', 'owner_id', 'agent_id', 'group_id'])
      .where('org_id', '=', orgId)
      .where('owner_id', 'in', ownerIds)
      .orderBy('id')
      .execute()
    items.push(...rows.filter(({ id }) => !exceptIds.has(id)))
  }
  const vectors = new SparseRows(local.dimensions, items.length)
  for (const { statement } of items) vectors.add(local.embed(statement))
  const byTopic = indexOf(items)
  const threshold = cosineAt(local.rescale, sameSimilarity)
  const vector = new Float32Array(local.dimensions)

  const found: FoundConflict[] = []
  for (const [at, { kind, category, statement, layers }] of statements.entries()) {
    const owners = new Set(layers)
    const { places, values } = local.embed(statement)
    vector.fill(0)
    for (const [n, place] of places.entries()) vector[place] = values[n]!
    let best: { row: number; cosine: number } | undefined
    for (const [row, item] of items.entries()) {
      if (item.kind !== kind || item.category !== category || !owners.has(item.owner_id)) continue
      const cosine = item.statement === statement ? 1 : vectors.product(row, vector)
      if (cosine < Math.max(threshold, best?.cosine ?? 0) || !mayBeSame(item.statement, statement)) continue
      best = { row, cosine }
    }
    if (best) found.push({ at, conflict: 'duplicate', item: items[best.row]! })
    else {
      const opposite = oppositeOf(statement, byTopic, (row) => owners.has(items[row]!.owner_id), items)
      if (opposite !== undefined) found.push({ at, conflict: 'contradicts', item: items[opposite]! })
    }
  }
  return { found }
}

interface TopicIndex {
  rows: Map<string, number[]>
  sizes: number[]
}

function indexOf(items: readonly OtherItem[]): TopicIndex {
  const rows = new Map<string, number[]>()
  const sizes = items.map(({ statement }, row) => {
    const topics = topicsIn(statement)
    for (const topic of topics) {
      const its = rows.get(topic)
      if (its) its.push(row)
      else rows.set(topic, [row])
    }
    return topics.size
  })
  return { rows, sizes }
}

/** The row that shares the most topics, of those that say something else about them. */
function oppositeOf(
  statement: string,
  { rows, sizes }: TopicIndex,
  counts: (row: number) => boolean,
  items: readonly OtherItem[],
): number | undefined {
  const topics = topicsIn(statement)
  const shared = new Map<number, number>()
  for (const topic of topics) for (const row of rows.get(topic) ?? []) shared.set(row, (shared.get(row) ?? 0) + 1)
  let best: { row: number; share: number } | undefined
  for (const [row, both] of shared) {
    const share = both / (topics.size + sizes[row]! - both)
    if (share < sharedTopics || share <= (best?.share ?? 0) || !counts(row)) continue
    if (!mayBeSame(items[row]!.statement, statement)) best = { row, share }
  }
  return best?.row
}
