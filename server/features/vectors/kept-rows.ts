import { LRUCache } from 'lru-cache'
import type { Item } from '../../db/tables.ts'
import type { SparseVector } from '../../domain/vectors/similarity.ts'
import { SparseRows } from '../../domain/vectors/sparse-rows.ts'

interface LocalEmbedding {
  dimensions: number
  embed: (text: string) => SparseVector
}

interface Kept {
  rows: SparseRows
  rowOf: Map<string, number>
}

const maxBytes = 24 * 1024 * 1024
/** What a row takes beside its numbers, in the map. */
const bytesPerRow = 150
/** Of fewer rows it does not matter how many are of no use any more. */
const fewRows = 64

/**
 * Vectors by the local embedding of what was compared last, so that adding to many items embeds what is new alone. A
 * vector follows from its statement, so none is ever stale. They go with their thread, soon after the last comparison.
 */
export class KeptRows {
  readonly #local: LocalEmbedding
  readonly #places = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ rows }) => rows.bytes + rows.size * bytesPerRow,
  })

  constructor(local: LocalEmbedding) {
    this.#local = local
  }

  /**
   * Rows in which those of the items lie, among others, and which row is whose.
   *
   * @param place names what the items have in common.
   */
  rowsOf(
    place: string,
    items: readonly Pick<Item, 'statement' | 'statement_hash'>[],
  ): { rows: SparseRows; rowAt: number[] } {
    const kept = this.#keptFor(place, items.length)
    const { rows, rowOf } = kept
    const rowAt = items.map(({ statement, statement_hash }) => {
      const known = rowOf.get(statement_hash)
      if (known !== undefined) return known
      rows.add(this.#local.embed(statement))
      rowOf.set(statement_hash, rows.size - 1)
      return rows.size - 1
    })
    this.#places.set(place, kept)
    return { rows, rowAt }
  }

  #keptFor(place: string, count: number): Kept {
    const kept = this.#places.get(place)
    if (kept && kept.rows.size <= 2 * count + fewRows) return kept
    return { rows: new SparseRows(this.#local.dimensions, count), rowOf: new Map() }
  }
}
