import { sql } from 'kysely'

/**
 * Column types that the two engines name differently. TypeScript sees the same values on both: ids and timestamps are
 * strings (ISO 8601 in UTC with milliseconds), booleans are booleans, JSON is parsed, counts are numbers.
 */
export type Engine = 'sqlite' | 'postgres'

export const idType = { sqlite: 'text', postgres: 'uuid' } as const
export const timestampType = { sqlite: 'text', postgres: 'timestamptz(3)' } as const
/** `json`, not `jsonb`: free-form objects are returned exactly as they were sent, including the order of keys. */
export const jsonType = { sqlite: 'json', postgres: 'json' } as const
export const bytesType = { sqlite: 'blob', postgres: 'bytea' } as const

/** Returns a value for a JSON column. Drivers would treat an array as a database array, so it is passed as text. */
export const json = <T>(value: T) => sql<T>`${JSON.stringify(value)}`

const rowsPerStatement = 500

/** Splits rows into parts for one statement each: both engines limit the number of parameters (about 32,000). */
export const chunks = <T>(rows: readonly T[], size = rowsPerStatement): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, part) => rows.slice(part * size, (part + 1) * size))
