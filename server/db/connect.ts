import { Kysely } from 'kysely'
import { LogFailures } from './embedded/log-failures.ts'
import { openSqlite, openSqliteForJobs, openSqliteReader, type ReadNow } from './embedded/sqlite.ts'
import type { PostgresOptions, Purpose } from './postgres.ts'
import type { Tables } from './tables.ts'
import type { Engine } from './values.ts'

export type Database = Kysely<Tables>

export interface Connected {
  /** For requests. */
  db: Database
  /** The same database for background work: on a server, with connections and timeouts of its own. */
  jobsDb: Database
  /** The same database for looking for jobs and renewing their leases: on a server, over a connection that waits for seconds at most. */
  queueDb: Database
  /** The same database for reads that grow with an organization: on a server, with a longer timeout. */
  heavyReadsDb: Database
  /** The same for those of them that take seconds, so that the others find a connection. */
  longReadsDb: Database
  /** The same database over a connection that nothing else uses: what `/readyz` asks. */
  readinessDb: Database
  /** The same database for `migrate`. */
  migrationsDb: Database
  engine: Engine
  /** Shared by the two threads that write; only the embedded engine has them. */
  logFailures?: LogFailures
  /** A number that changes with every write to the embedded database. */
  dataVersion?: () => number
  /** Whether the embedded database was not closed after its last use: what was read from it last may be lost. */
  wasInterrupted?: boolean
  /** For jobs on the embedded engine: waits until anything was written, at most so many milliseconds. */
  waitForWrite?: (maxMs: number, signal: AbortSignal) => Promise<void>
  /** Runs a select at once, outside any transaction; undefined on a server, whose answers take a while. */
  readNow?: ReadNow
  /** What is wrong with the embedded database's file, in one sentence; undefined while no fault is known. */
  damage: () => string | undefined
  /** Resolves when the file has been looked at, where that does not take long. */
  checked?: Promise<void>
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
  const { dialect, health, ...opened } = openSqlite(dataDir)
  const checked = health.checkAtStart()
  return { ...oneForAll(new Kysely({ dialect })), ...opened, engine: 'sqlite', damage: () => health.damage, checked }
}

/** One database for all purposes. */
const oneForAll = (db: Database) => ({
  db,
  jobsDb: db,
  queueDb: db,
  heavyReadsDb: db,
  longReadsDb: db,
  readinessDb: db,
  migrationsDb: db,
  close: () => db.destroy(),
})

/**
 * Opens the same database for jobs in another thread, after `connect` in the main thread and the migration.
 *
 * @param memory the memory of `Connected.logFailures`.
 */
export async function connectForJobs(
  settings: DatabaseSettings,
  memory: SharedArrayBuffer | undefined,
  onError: (error: Error) => void,
): Promise<Connected> {
  if (settings.databaseUrl) {
    const databases = await openJobs(settings, optionsOf(settings.databaseUrl, settings, onError))
    const { jobsDb } = databases
    const close = async () => {
      await Promise.all(Object.values(databases).map((database) => database.destroy()))
    }
    return { ...oneForAll(jobsDb), ...databases, engine: 'postgres', damage: () => undefined, close }
  }
  const { dialect, health, ...opened } = openSqliteForJobs(settings.dataDir, new LogFailures(memory))
  return { ...oneForAll(new Kysely({ dialect })), ...opened, engine: 'sqlite', damage: () => health.damage }
}

/** The embedded database for reading only, over a connection of its own; `connect` holds the folder. */
const openReader = (dataDir: string, cacheKilobytes?: number): Database =>
  new Kysely({ dialect: openSqliteReader(dataDir, cacheKilobytes) })

/** What a thread needs to read the database that the configuration names; it can travel there. */
export type ReaderSettings = Pick<DatabaseSettings, 'databaseUrl' | 'dataDir' | 'databasePrepared'>

export const readerSettings = ({ databaseUrl, dataDir, databasePrepared }: ReaderSettings): ReaderSettings => ({
  databaseUrl,
  dataDir,
  databasePrepared,
})

/**
 * The same for either engine: on a server one connection, which ends while it is idle.
 *
 * @param cacheKilobytes of pages that the embedded engine keeps; SQLite's 2 MB when absent.
 */
export async function openAnyReader(
  { databaseUrl, dataDir, databasePrepared }: ReaderSettings,
  cacheKilobytes?: number,
): Promise<Database> {
  if (!databaseUrl) return openReader(dataDir, cacheKilobytes)
  const { postgresDialect } = await import('./postgres.ts')
  // Whoever waits for a connection that breaks is told by the query.
  const onError = () => {}
  return new Kysely({ dialect: postgresDialect(optionsOf(databaseUrl, { databasePrepared }, onError)('jobs', 1)) })
}

/** Of the connections of a process. */
const jobConnections = ({ databasePoolSize }: DatabaseSettings) => Math.max(2, Math.floor(databasePoolSize / 4))

/** The connections of background work: one for the queue, the others for the jobs. */
async function openJobs(settings: DatabaseSettings, options: OptionsOf) {
  const { Outages, postgresDialect } = await import('./postgres.ts')
  const outages = new Outages()
  const open = (purpose: Purpose, maxConnections: number): Database =>
    new Kysely({ dialect: postgresDialect({ ...options(purpose, maxConnections), outages }) })
  return { jobsDb: open('jobs', jobConnections(settings) - 1), queueDb: open('queue', 1) }
}

type OptionsOf = ReturnType<typeof optionsOf>

const optionsOf =
  (url: string, { databasePrepared }: Pick<DatabaseSettings, 'databasePrepared'>, onError: (error: Error) => void) =>
  (purpose: Purpose, maxConnections: number): PostgresOptions => ({
    url,
    purpose,
    maxConnections,
    hasSessions: databasePrepared,
    onError,
  })

async function connectServer(
  url: string,
  settings: DatabaseSettings,
  onError: (error: Error) => void,
): Promise<Connected> {
  // Loaded here, so that the embedded engine starts without it.
  const { postgresDialect, requireServer } = await import('./postgres.ts')
  const options = optionsOf(url, settings, onError)
  await requireServer(options('requests', 2))
  const open = (purpose: Purpose, maxConnections: number): Database =>
    new Kysely({ dialect: postgresDialect(options(purpose, maxConnections)) })
  const forJobs = jobConnections(settings)
  const forHeavyReads = Math.max(1, Math.floor(settings.databasePoolSize / 10))
  const heavyReadsDb = open('heavy reads', forHeavyReads)
  // Of fewer connections too few would be left for requests.
  const areApart = settings.databasePoolSize >= 10
  const forLongReads = areApart ? forHeavyReads : 0
  const databases = {
    db: open('requests', settings.databasePoolSize - forJobs - forHeavyReads - forLongReads - 1),
    // Open connections only in a process that runs jobs in its main thread.
    ...(await openJobs(settings, options)),
    heavyReadsDb,
    longReadsDb: areApart ? open('heavy reads', forLongReads) : heavyReadsDb,
    readinessDb: open('readiness', 1),
    // Ends by itself when it has been idle, before the others have grown.
    migrationsDb: open('migrations', 1),
  }
  const close = async () => {
    await Promise.all([...new Set(Object.values(databases))].map((database) => database.destroy()))
  }
  return { ...databases, engine: 'postgres', damage: () => undefined, close }
}
