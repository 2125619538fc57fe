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
    /** Of the item that says it, which speaks not against itself. */
    id?: string
    kind: Kind
    category: Category
    statement: string
    /** The owner, and those whose items reach it. */
    layers: string[]
  }[]
  /** Items that are about to change: what they say now speaks against nothing. */
  except: string[]
  /** Up to three that say the same and three that say the opposite, of items that are not rejected. */
  all?: boolean
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

/** How many of each kind are told of a statement with `all`. */
const maxOfEach = 3

/**
 * For each statement at most one item: the most similar one that says the same or, if none does, the opposite. With `all`
 * some of both.
 */
export async function findConflicts(
  { db, local }: CompareContext,
  { orgId, statements, except, all = false }: ConflictSearch,
): Promise<{ found: FoundConflict[] }> {
  const exceptIds = new Set(except)
  const items: OtherItem[] = []
  for (const ownerIds of chunks([...new Set(statements.flatMap(({ layers }) => layers))])) {
    const rows = await db
      .selectFrom('items')
      .select(['id', 'kind', 'category', 'statement', 'scope', 'owner_id', 'agent_id', 'group_id'])
      .where('org_id', '=', orgId)
      .where('owner_id', 'in', ownerIds)
      .$if(all, (query) => query.where('status', '<>', 'rejected'))
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
  for (const [at, { id, kind, category, statement, layers }] of statements.entries()) {
    const owners = new Set(layers)
    const { places, values } = local.embed(statement)
    vector.fill(0)
    for (const [n, place] of places.entries()) vector[place] = values[n]!
    const counts = (row: number) => owners.has(items[row]!.owner_id) && (id === undefined || items[row]!.id !== id)
    const same: { row: number; cosine: number }[] = []
    for (const [row, item] of items.entries()) {
      if (item.kind !== kind || item.category !== category || !counts(row)) continue
      const cosine = item.statement === statement ? 1 : vectors.product(row, vector)
      if (cosine >= threshold && mayBeSame(item.statement, statement)) same.push({ row, cosine })
    }
    same.sort((a, b) => b.cosine - a.cosine || a.row - b.row)
    const opposites = same.length > 0 && !all ? [] : oppositesOf(statement, byTopic, counts, items)
    const tell = (conflict: FoundConflict['conflict'], rows: { row: number }[]) => {
      for (const { row } of rows.slice(0, all ? maxOfEach : 1)) found.push({ at, conflict, item: items[row]! })
    }
    tell('duplicate', same)
    tell('contradicts', opposites)
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

/** The rows that share most topics and say something else about them, those that share more first. */
function oppositesOf(
  statement: string,
  { rows, sizes }: TopicIndex,
  counts: (row: number) => boolean,
  items: readonly OtherItem[],
): { row: number; share: number }[] {
  const topics = topicsIn(statement)
  const shared = new Map<number, number>()
  for (const topic of topics) for (const row of rows.get(topic) ?? []) shared.set(row, (shared.get(row) ?? 0) + 1)
  const found: { row: number; share: number }[] = []
  for (const [row, both] of shared) {
    const share = both / (topics.size + sizes[row]! - both)
    if (share < sharedTopics || !counts(row)) continue
    if (!mayBeSame(items[row]!.statement, statement)) found.push({ row, share })
  }
  return found.sort((a, b) => b.share - a.share || a.row - b.row)
}
