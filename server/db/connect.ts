import { type Dialect, Kysely } from 'kysely'
import type { Usage } from '#core/domain/requests/quotas.ts'
import { auditedDialect } from './audit/audited-dialect.ts'
import { SharedLog } from './embedded/shared-log.ts'
import { openSqlite, openSqliteForJobs, openSqliteReader, type ReadNow } from './embedded/sqlite.ts'
import type { PostgresOptions, Purpose } from './postgres.ts'
import { withRepeatedTransactions } from './repeated-transactions.ts'
import type { Tables } from './tables.ts'
import type { Engine } from './values.ts'

export type Database = Kysely<Tables>

export interface Connected {
  /** For requests. */
  db: Database
  /** The same database for background work: on a server, with its own connections and timeouts. */
  jobsDb: Database
  /**
   * The same database for claiming jobs and renewing their leases: on a server, over a connection that waits for a few
   * seconds at most.
   */
  queueDb: Database
  /** The same database for reads that grow with an organization: on a server, with a longer timeout. */
  heavyReadsDb: Database
  /** The same for heavy reads that take seconds, so that the other heavy reads find a free connection. */
  longReadsDb: Database
  /** The same database over a connection reserved for `/readyz`. */
  readinessDb: Database
  /** The same database for `migrate`. */
  migrationsDb: Database
  engine: Engine
  /** Shared by the two threads that write; only the embedded engine has them. */
  sharedLog?: SharedLog
  /** A number that changes with every write to the embedded database; undefined during a commit. */
  dataVersion?: () => number | undefined
  /**
   * Whether the embedded database was not closed after its last use: the latest writes, which may already have been
   * read, may be lost.
   */
  wasInterrupted?: boolean
  /** For jobs on the embedded engine: waits until anything is written, at most `maxMs`. */
  waitForWrite?: (maxMs: number, signal: AbortSignal) => Promise<void>
  /** Runs a select synchronously, outside any transaction; undefined on a server, which answers asynchronously. */
  readNow?: ReadNow
  /** Returns the fault of the embedded database's file in one sentence; undefined while none is known. */
  damage: () => string | undefined
  /** Resolves when the file has been checked, or immediately if the check would take long. */
  checked?: Promise<void>
  /** Ends within seconds, even if the server does not respond. */
  close(): Promise<void>
}

export interface DatabaseSettings {
  databaseUrl: string | undefined
  dataDir: string
  /** How many connections the process opens to a server. */
  databasePoolSize: number
  /** Whether statements are prepared once for each connection; false behind a pooler that keeps no sessions. */
  databasePrepared: boolean
  /** The limits of the things that one organization stores. */
  quotas: Usage
}

/**
 * Opens the configured database: a PostgreSQL server by `databaseUrl`, else the embedded SQLite database in `dataDir`
 * (behavior: Configuration).
 *
 * @param onWait is told every few seconds why the server cannot be reached yet.
 * @throws an error whose message is one clear line if it cannot be opened.
 */
export async function connect(
  settings: DatabaseSettings,
  onError: (error: Error) => void,
  onWait: (reason: string) => void = () => {},
): Promise<Connected> {
  const { databaseUrl } = settings
  return databaseUrl ? connectServer(databaseUrl, settings, onError, onWait) : openEmbedded(settings)
}

async function openEmbedded({ dataDir, quotas }: DatabaseSettings): Promise<Connected> {
  const { dialect, health, ...opened } = openSqlite(dataDir)
  const checked = health.checkAtStart()
  return {
    ...oneForAll(audited(dialect, { engine: 'sqlite', quotas })),
    ...opened,
    engine: 'sqlite',
    damage: () => health.damage,
    checked,
  }
}

const audited = (...input: Parameters<typeof auditedDialect>): Database =>
  new Kysely({ dialect: auditedDialect(...input) })

const auditedServer = (dialect: Dialect, { quotas }: Pick<DatabaseSettings, 'quotas'>): Database =>
  withRepeatedTransactions(audited(dialect, { engine: 'postgres', quotas }))

/** Uses one database for all purposes. */
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
 * @param memory the memory of `Connected.sharedLog`.
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
  const { dialect, health, ...opened } = openSqliteForJobs(settings.dataDir, new SharedLog(memory))
  return {
    ...oneForAll(audited(dialect, { engine: 'sqlite', quotas: settings.quotas })),
    ...opened,
    engine: 'sqlite',
    damage: () => health.damage,
  }
}

/** The settings that a thread needs to read the configured database. */
export type ReaderSettings = Pick<DatabaseSettings, 'databaseUrl' | 'dataDir' | 'databasePrepared'>

/**
 * Opens a reader of either engine, after `connect` in the main thread: on a server a single connection, which closes
 * when idle.
 *
 * @param cacheKilobytes the size of the embedded engine's page cache; SQLite's 2 MB if absent.
 */
export async function openAnyReader(
  { databaseUrl, dataDir, databasePrepared }: ReaderSettings,
  cacheKilobytes?: number,
): Promise<Database> {
  if (!databaseUrl) return new Kysely({ dialect: openSqliteReader(dataDir, cacheKilobytes) })
  const { postgresDialect } = await import('./postgres.ts')
  // A query that waits for a broken connection reports the error itself.
  const onError = () => {}
  return new Kysely({ dialect: postgresDialect(optionsOf(databaseUrl, { databasePrepared }, onError)('jobs', 1)) })
}

/** How many of the process's connections are for background work. */
const jobConnections = ({ databasePoolSize }: DatabaseSettings) => Math.max(2, Math.floor(databasePoolSize / 4))

/** Opens the connections of background work: one for the queue, the others for the jobs. */
async function openJobs(settings: DatabaseSettings, options: OptionsOf) {
  const { Outages, postgresDialect } = await import('./postgres.ts')
  const outages = new Outages()
  const open = (purpose: Purpose, maxConnections: number): Database =>
    auditedServer(postgresDialect({ ...options(purpose, maxConnections), outages }), settings)
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
  onWait: (reason: string) => void,
): Promise<Connected> {
  // Imported here, so that the embedded engine starts without it.
  const { postgresDialect, requireServer } = await import('./postgres.ts')
  const options = optionsOf(url, settings, onError)
  await requireServer(options('requests', 2), onWait)
  const open = (purpose: Purpose, maxConnections: number): Database =>
    auditedServer(postgresDialect(options(purpose, maxConnections)), settings)
  const forJobs = jobConnections(settings)
  const forHeavyReads = Math.max(1, Math.floor(settings.databasePoolSize / 10))
  const heavyReadsDb = open('heavy reads', forHeavyReads)
  // A smaller pool would leave too few connections for requests.
  const hasLongReads = settings.databasePoolSize >= 10
  const forLongReads = hasLongReads ? forHeavyReads : 0
  const databases = {
    db: open('requests', settings.databasePoolSize - forJobs - forHeavyReads - forLongReads - 1),
    // Connections are only opened in a process that runs jobs in its main thread.
    ...(await openJobs(settings, options)),
    heavyReadsDb,
    longReadsDb: hasLongReads ? open('heavy reads', forLongReads) : heavyReadsDb,
    readinessDb: open('readiness', 1),
    // Closes when idle, before the other pools have grown.
    migrationsDb: open('migrations', 1),
  }
  const close = async () => {
    await Promise.all([...new Set(Object.values(databases))].map((database) => database.destroy()))
  }
  return { ...databases, engine: 'postgres', damage: () => undefined, close }
}
