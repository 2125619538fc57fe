import { Kysely } from 'kysely'
import { connectPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Tables } from './tables.ts'
import type { Engine } from './values.ts'

export type Database = Kysely<Tables>

export interface Connected {
  db: Database
  engine: Engine
  /**
   * How often the database has been written, where this process is its only writer: while the number stands still,
   * what was read before still holds. Undefined on a server, which others write too.
   */
  countWrites: () => number | undefined
}

/**
 * Opens the database that the configuration names: a PostgreSQL server by `databaseUrl`, else the embedded SQLite
 * database in `dataDir` (decisions 2). The caller destroys it.
 *
 * @throws an error whose message is one clear line when it cannot be opened.
 */
export async function connect(
  config: { databaseUrl: string | undefined; dataDir: string },
  onError: (error: Error) => void,
): Promise<Connected> {
  if (config.databaseUrl) {
    const dialect = await connectPostgres(config.databaseUrl, onError)
    return { db: new Kysely({ dialect }), engine: 'postgres', countWrites: () => undefined }
  }
  const { dialect, countWrites } = openSqlite(config.dataDir)
  return { db: new Kysely({ dialect }), engine: 'sqlite', countWrites }
}
