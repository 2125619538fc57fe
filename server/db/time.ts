import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isServer } from './engine.ts'
import type { Tables } from './tables.ts'

/** Arithmetic on timestamp columns, which differs between the two engines. */

/** Returns the day of a timestamp in UTC: `2026-11-21`. */
export const dayOf = (db: Kysely<Tables>, column: string): RawBuilder<string> =>
  isServer(db)
    ? sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`
    : // SQLite stores timestamps as ISO 8601 in UTC.
      sql`substr(${sql.ref(column)}, 1, 10)`

/** Returns the seconds from one timestamp to a later one, including fractions; null if either is null. */
export const secondsBetween = (db: Kysely<Tables>, from: string, to: string): RawBuilder<number | null> =>
  isServer(db)
    ? sql`extract(epoch from ${sql.ref(to)} - ${sql.ref(from)})::double precision`
    : sql`(julianday(${sql.ref(to)}) - julianday(${sql.ref(from)})) * 86400`

/**
 * Returns the new `updated_at` of rows that change now: always later than before, as `momentAfter` computes it for a
 * row that was read and locked (docs/explanation/decisions/017).
 */
export const updatedLater = (
  db: Kysely<Tables>,
  now: Date,
  column: 'updated_at' | `${'agents' | 'content_items' | 'groups' | 'items'}.updated_at` = 'updated_at',
): RawBuilder<string> =>
  isServer(db)
    ? sql`greatest(${now.toISOString()}::timestamptz, ${sql.ref(column)} + interval '1 millisecond')`
    : sql`max(${now.toISOString()}, strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.ref(column)}, '+0.001 seconds'))`
