import { type Kysely, PostgresAdapter } from 'kysely'
import type { Tables } from './tables.ts'

/** Whether the database is a server; the embedded engine is SQLite. */
export const isServer = (db: Kysely<Tables>) => db.getExecutor().adapter instanceof PostgresAdapter

/** Whether several writes fit into one statement; where they do not, a transaction costs no round trips either. */
export const writesInOneStatement = (db: Kysely<Tables>) => isServer(db)
