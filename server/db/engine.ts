import { type Kysely, PostgresAdapter } from 'kysely'
import type { Tables } from './tables.ts'

/** Whether the database is a server; the embedded engine is SQLite. */
export const isServer = (db: Kysely<Tables>) => db.getExecutor().adapter instanceof PostgresAdapter

/**
 * Whether one statement can contain several writes. The embedded engine cannot do that, but there a transaction costs
 * no round trips.
 */
export const writesInOneStatement = (db: Kysely<Tables>) => isServer(db)
