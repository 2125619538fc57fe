import type { Category, Kind } from '#core/domain/kinds.ts'
import { mayReplace } from '#core/domain/similar/binding.ts'
import { findCandidates } from '#core/domain/similar/candidates.ts'
import { contradict } from '#core/domain/similar/opposites.ts'
import { TopicIndex } from '#core/domain/similar/topic-index.ts'
import { localRows, type SparseRows } from '#core/domain/vectors/sparse-rows.ts'
import type { Item } from '../../db/tables.ts'
import { chunks } from '../../db/values.ts'
import type { CompareContext } from '../vectors/statement-rows.ts'

/**
 * Finds items that repeat or contradict new statements. Runs in a thread, which reads, compares, and writes nothing.
 */

export interface ConflictSearch {
  orgId: string
  statements: {
    /** The item's own id, which is not a conflict. */
    id?: string
    kind: Kind
    category: Category
    statement: string
    /** The owner, and the layers whose items it inherits. */
    layers: string[]
  }[]
  /** Items that are about to change: their current statements are not conflicts. */
  except: string[]
  /** Returns up to three equivalent and three opposite items per statement, without rejected ones. */
  all?: boolean
}

export interface ItemConflict {
  /** The position of the statement. */
  at: number
  conflict: 'duplicate' | 'contradicts'
  item: OtherItem
}
type OtherItem = Pick<
  Item,
  'id' | 'kind' | 'category' | 'statement' | 'statement_hash' | 'scope' | 'owner_id' | 'agent_id' | 'group_id'
>

/** The most conflicts of each kind per statement with `all`. */
const maxOfEach = 3

/**
 * The most items of a layer, by similarity, that are checked against a statement word by word, 0.1 ms each (measured).
 */
const maxRead = 100

/**
 * Returns at most one item for each statement: the most similar equivalent or, if there is none, the opposite. With
 * `all`, some of both.
 */
export async function findConflicts(
  ctx: CompareContext,
  { orgId, statements, except, all = false }: ConflictSearch,
): Promise<{ found: ItemConflict[] }> {
  const exceptIds = new Set(except)
  const items: OtherItem[] = []
  for (const ownerIds of chunks([...new Set(statements.flatMap(({ layers }) => layers))])) {
    const rows = await ctx.db
      .selectFrom('items')
      .select(['id', 'kind', 'category', 'statement', 'statement_hash', 'scope', 'owner_id', 'agent_id', 'group_id'])
      .where('org_id', '=', orgId)
      .where('owner_id', 'in', ownerIds)
      .$if(all, (query) => query.where('status', '<>', 'rejected'))
      .execute()
    items.push(...rows.filter(({ id }) => !exceptIds.has(id)))
  }
  const rows = localRows(
    ctx.local,
    statements.map(({ statement }) => statement),
  )
  const layersById = new Map(
    [...Map.groupBy(items, ({ owner_id }) => owner_id)].map(([id, own]) => [id, new Layer(ctx, id, own, rows)]),
  )
  const found: ItemConflict[] = []
  for (const [at, proposed] of statements.entries()) {
    const layers = proposed.layers.flatMap((id) => layersById.get(id) ?? [])
    const same = nearestFirst(layers.flatMap((layer) => layer.same(proposed, at)))
    const opposites = same.length > 0 && !all ? [] : nearestFirst(layers.flatMap((layer) => layer.opposites(proposed)))
    const tell = (conflict: ItemConflict['conflict'], others: Other[]) => {
      for (const { item } of others.slice(0, all ? maxOfEach : 1)) found.push({ at, conflict, item })
    }
    tell('duplicate', same)
    tell('contradicts', opposites)
  }
  return { found }
}

type Proposed = ConflictSearch['statements'][number]

/** An item and its similarity to a statement. */
interface Other {
  item: OtherItem
  alike: number
}

const nearestFirst = (others: Other[]): Other[] =>
  others.sort((a, b) => b.alike - a.alike || (a.item.id < b.item.id ? -1 : 1))

/** Caches the items of one owner in the form that statements need: preparing an item takes 0.1 ms (measured). */
class Layer {
  readonly #ctx: CompareContext
  readonly #ownerId: string
  readonly #items: OtherItem[]
  readonly #proposed: SparseRows
  readonly #byCategory = new Map<
    string,
    { rows: SparseRows; candidates: ReturnType<typeof findCandidates<OtherItem>> }
  >()
  #byTopic: TopicIndex | undefined

  /** @param proposed the vectors of the statements that the items are compared with. */
  constructor(ctx: CompareContext, ownerId: string, items: OtherItem[], proposed: SparseRows) {
    this.#ctx = ctx
    this.#ownerId = ownerId
    this.#items = items
    this.#proposed = proposed
  }

  /** Returns the equivalent items of the statement's kind and category. */
  same({ id, kind, category, statement }: Proposed, at: number): Other[] {
    const { rows, candidates } = this.#ofCategory(kind, category)
    const vector = this.#proposed.read(at, new Float32Array(rows.dimensions))
    const alike = candidates(statement, at).map(({ item, row }) => ({
      item,
      alike: item.statement === statement ? 1 : rows.product(row, vector),
    }))
    return nearestFirst(alike)
      .filter(({ item }) => item.id !== id)
      .slice(0, maxRead)
      .filter(({ item }) => mayReplace(item.statement, statement, true))
  }

  /** Returns the items that share most topics but make another statement about them. */
  opposites({ id, statement }: Proposed): Other[] {
    this.#byTopic ??= new TopicIndex(this.#items.map((item) => item.statement))
    const alike = this.#byTopic
      .near(statement)
      .map(({ at, share }) => ({ item: this.#items[at]!, alike: share }))
      .filter(({ item }) => item.id !== id)
    return nearestFirst(alike)
      .slice(0, maxRead)
      .filter(({ item }) => contradict(item.statement, statement))
  }

  #ofCategory(kind: Kind, category: Category) {
    const key = `${kind} ${category}`
    const known = this.#byCategory.get(key)
    if (known) return known
    const items = this.#items.filter((item) => item.kind === kind && item.category === category)
    const { rows, rowAt } = this.#ctx.rowCache.rowsOf(`${this.#ownerId} ${key}`, items)
    const candidates = findCandidates(this.#ctx.local.rescale, { items, rows, rowAt }, this.#proposed)
    const prepared = { rows, candidates }
    this.#byCategory.set(key, prepared)
    return prepared
  }
}
