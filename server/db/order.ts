import { type SelectQueryBuilder, sql } from 'kysely'
import { categories } from '../domain/kinds.ts'
import type { Tables } from './tables.ts'

/** `categories` is one list for both kinds, and an item's place in it is its category's rank. */
const categoryRank = sql`case items.category ${sql.join(
  categories.map((category, rank) => sql`when ${sql.lit(category)} then ${sql.lit(rank)}`),
  sql` `,
)} end`

const categoryOrder = [
  categoryRank,
  sql`items.starred desc`,
  sql`items.display_order`,
  sql`items.created_at`,
  sql`items.id`,
]

/** The order of items (behavior: Order) for a query on `items`: category, starred first, display_order, created_at, id. */
export const inCategoryOrder = <T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>) =>
  categoryOrder.reduce((ordered, expression) => ordered.orderBy(expression), query)
