import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Reckoning with timestamp columns, which the two engines do differently. */

const isPostgres = (db: Kysely<Tables>) => db.getExecutor().adapter instanceof PostgresAdapter

/** The day of a timestamp in UTC: `2026-11-21`. */
export const dayOf = (db: Kysely<Tables>, column: string): RawBuilder<string> =>
  isPostgres(db)
    ? sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`
    : // Timestamps are ISO 8601 in UTC there.
      sql`substr(${sql.ref(column)}, 1, 10)`

/** Seconds from one timestamp to a later one, with parts of seconds; null when either is. */
export const secondsBetween = (db: Kysely<Tables>, from: string, to: string): RawBuilder<number | null> =>
  isPostgres(db)
    ? sql`extract(epoch from ${sql.ref(to)} - ${sql.ref(from)})::double precision`
    : sql`(julianday(${sql.ref(to)}) - julianday(${sql.ref(from)})) * 86400`
