import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type Category, categories } from '#core/domain/kinds.ts'
import type { SortType } from '#core/domain/requests/cursor.ts'
import type { Tables } from './tables.ts'

/** One of the keys that a list is sorted by. A key is never null, and the last one of a list is unique. */
export interface SortKey {
  by: RawBuilder<unknown>
  type: SortType
  descending: boolean
  /** Returns the value of the key in a row of the list. */
  valueOf: (row: Record<string, unknown>) => unknown
}
export type Order = readonly SortKey[]

const keyBy = (descending: boolean) => (column: string, type: SortType) => {
  const name = column.split('.').at(-1)!
  return { by: sql.ref(column), type, descending, valueOf: (row: Record<string, unknown>) => row[name] }
}
/** Sorts by a column of the list's rows. */
export const ascending = keyBy(false)
export const descending = keyBy(true)

/** `categories` is one list for both kinds, and a category's index in it is its rank. */
export const categoryRank = sql<number>`case items.category ${sql.join(
  categories.map((category, rank) => sql`when ${sql.lit(category)} then ${sql.lit(rank)}`),
  sql` `,
)} end`

/**
 * The order of items (behavior: Order) for a query on `items`: category, starred first, display_order, created_at, id.
 */
export const categoryOrder: Order = [
  {
    by: categoryRank,
    type: 'integer',
    descending: false,
    valueOf: ({ category }) => categories.indexOf(category as Category),
  },
  descending('items.starred', 'flag'),
  ascending('items.display_order', 'number'),
  ascending('items.created_at', 'time'),
  ascending('items.id', 'id'),
]

export const inOrder = <T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>, order: Order) =>
  order.reduce((ordered, { by, descending }) => ordered.orderBy(by, descending ? 'desc' : 'asc'), query)

export const inCategoryOrder = <T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>) =>
  inOrder(query, categoryOrder)
