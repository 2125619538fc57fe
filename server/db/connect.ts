import { Kysely } from 'kysely'
import type { PostgresOptions, Purpose } from './postgres.ts'
import { openSqlite, openSqliteReader } from './sqlite.ts'
import type { Tables } from './tables.ts'
import type { Engine } from './values.ts'

export type Database = Kysely<Tables>

export interface Connected {
  /** For requests. */
  db: Database
  /** The same database for background work: on a server, with connections and timeouts of its own. */
  jobsDb: Database
  /** The same database over a connection that nothing else uses: what `/readyz` asks. */
  readinessDb: Database
  /** The same database for `migrate`. */
  migrationsDb: Database
  engine: Engine
  /**
   * How often the database has been written, where this process is its only writer: while the number stands still,
   * what was read before still holds. Undefined on a server, which others write too.
   */
  countWrites: () => number | undefined
  /** What is wrong with the embedded database's file, in one sentence; undefined while no fault is known. */
  damage: () => string | undefined
  /** Ends within seconds, whether the server answers or not. */
  close(): Promise<void>
}

export interface DatabaseSettings {
  databaseUrl: string | undefined
  dataDir: string
  /** How many connections the process opens to a server. */
  databasePoolSize: number
  /** Whether statements are prepared once for each connection; false behind a pooler that keeps no sessions. */
  databasePrepared: boolean
}

/**
 * Opens the database that the configuration names: a PostgreSQL server by `databaseUrl`, else the embedded SQLite
 * database in `dataDir` (behavior: Configuration).
 *
 * @throws an error whose message is one clear line when it cannot be opened.
 */
export async function connect(settings: DatabaseSettings, onError: (error: Error) => void): Promise<Connected> {
  return settings.databaseUrl ? connectServer(settings.databaseUrl, settings, onError) : openEmbedded(settings)
}

async function openEmbedded({ dataDir }: DatabaseSettings): Promise<Connected> {
  const { dialect, countWrites, health } = openSqlite(dataDir)
  await health.checkAtStart()
  const db: Database = new Kysely({ dialect })
  return {
    db,
    jobsDb: db,
    readinessDb: db,
    migrationsDb: db,
    engine: 'sqlite',
    countWrites,
    damage: () => health.damage,
    close: () => db.destroy(),
  }
}

/** The embedded database for reading only, over a connection of its own; `connect` holds the folder. */
export const openReader = (dataDir: string): Database => new Kysely({ dialect: openSqliteReader(dataDir) })

async function connectServer(
  url: string,
  { databasePoolSize, databasePrepared }: DatabaseSettings,
  onError: (error: Error) => void,
): Promise<Connected> {
  const optionsOf = (purpose: Purpose, maxConnections: number): PostgresOptions => ({
    url,
    purpose,
    maxConnections,
    hasSessions: databasePrepared,
    onError,
  })
  // Loaded here, so that the embedded engine starts without it.
  const { postgresDialect, requireServer } = await import('./postgres.ts')
  await requireServer(optionsOf('requests', 2))
  const open = (purpose: Purpose, maxConnections: number): Database =>
    new Kysely({ dialect: postgresDialect(optionsOf(purpose, maxConnections)) })
  const forJobs = Math.max(2, Math.floor(databasePoolSize / 4))
  const databases = {
    db: open('requests', databasePoolSize - forJobs - 1),
    jobsDb: open('jobs', forJobs),
    readinessDb: open('readiness', 1),
    // Ends by itself when it has been idle, before the others have grown.
    migrationsDb: open('migrations', 1),
  }
  const close = async () => {
    await Promise.all(Object.values(databases).map((database) => database.destroy()))
  }
  return { ...databases, engine: 'postgres', countWrites: () => undefined, damage: () => undefined, close }
}
