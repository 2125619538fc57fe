import { LRUCache } from 'lru-cache'
import { withZeros } from '#core/domain/vectors/similarity.ts'
import { type LocalEmbedding, SparseRows } from '#core/domain/vectors/sparse-rows.ts'
import type { Item } from '../../db/tables.ts'

interface CachedRows {
  rows: SparseRows
  rowOf: Map<string, number>
}

const defaultMaxBytes = 24 * 1024 * 1024
/** Bytes of a row's map entry, in addition to its numbers. */
const bytesPerRow = 150
/** With fewer rows, the number of unused ones does not matter. */
const fewRows = 64

/**
 * Caches local embeddings of the items that were compared last, so that adding to many items embeds only the new ones.
 * A vector depends only on its statement, so none is ever stale.
 */
export class RowCache {
  readonly #local: LocalEmbedding
  readonly #cache: LRUCache<string, CachedRows>

  /** @param maxBytes how much memory the vectors may take. */
  constructor(local: LocalEmbedding, maxBytes = defaultMaxBytes) {
    this.#local = local
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ rows }) => rows.bytes + rows.size * bytesPerRow,
    })
  }

  /** Returns the unit vector of a statement that no item has yet. */
  vectorOf(statement: string): Float32Array {
    return withZeros(this.#local.embed(statement), this.#local.dimensions)
  }

  /**
   * Returns rows that include those of the items, and the index of each item's row.
   *
   * @param key names what the items have in common.
   */
  rowsOf(
    key: string,
    items: readonly Pick<Item, 'statement' | 'statement_hash'>[],
  ): { rows: SparseRows; rowAt: number[] } {
    const cached = this.#cachedFor(key, items.length)
    const { rows, rowOf } = cached
    const rowAt = items.map(({ statement, statement_hash }) => {
      const known = rowOf.get(statement_hash)
      if (known !== undefined) return known
      rows.add(this.#local.embed(statement))
      rowOf.set(statement_hash, rows.size - 1)
      return rows.size - 1
    })
    this.#cache.set(key, cached)
    return { rows, rowAt }
  }

  #cachedFor(key: string, count: number): CachedRows {
    const cached = this.#cache.get(key)
    if (cached && cached.rows.size <= 2 * count + fewRows) return cached
    return { rows: new SparseRows(this.#local.dimensions, count), rowOf: new Map() }
  }
}
