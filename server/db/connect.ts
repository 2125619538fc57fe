import { Kysely } from 'kysely'
import { connectPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Tables } from './tables.ts'
import type { Engine } from './values.ts'

export type Database = Kysely<Tables>

/**
 * Opens the database that the configuration names: a PostgreSQL server by `databaseUrl`, else the embedded SQLite
 * database in `dataDir` (decisions 2). The caller destroys it.
 *
 * @throws an error whose message is one clear line when it cannot be opened.
 */
export async function connect(
  config: { databaseUrl: string | undefined; dataDir: string },
  onError: (error: Error) => void,
): Promise<{ db: Database; engine: Engine }> {
  if (config.databaseUrl) {
    return { db: new Kysely({ dialect: await connectPostgres(config.databaseUrl, onError) }), engine: 'postgres' }
  }
  return { db: new Kysely({ dialect: openSqlite(config.dataDir) }), engine: 'sqlite' }
}
