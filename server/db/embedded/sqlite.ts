import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SelectQueryNode,
} from 'kysely'
import { monotonicMs } from '#core/base/clock.ts'
import { turnIfBusy } from '#core/base/turns.ts'
import { isDiskFailure } from '../failures.ts'
import { databaseFile, restrictDataFolder } from './data-folder.ts'
import { GroupCommit, type GroupCommitOptions } from './group-commit.ts'
import { holdDatabase } from './held-database.ts'
import { SharedLog } from './shared-log.ts'
import { Connection } from './sqlite-connection.ts'
import { dialectOf } from './sqlite-dialect.ts'
import { damageIn, SqliteHealth } from './sqlite-health.ts'
import { pagesAtServing, startUpkeep } from './upkeep.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

/** Runs a compiled select and returns its rows. */
export type ReadNow = (query: CompiledQuery) => { rows: unknown[] }

interface OpenedSqlite {
  dialect: Dialect
  /** A number that changes with every write of the process; undefined during a commit. */
  dataVersion: () => number | undefined
  health: SqliteHealth
}

/**
 * Opens the embedded database in `dataDir` and locks it for this process.
 *
 * One connection writes, a second one reads: in WAL mode a select outside a transaction then never waits for an open
 * write. Neither waits for the disk: `synchronous=NORMAL` writes a commit to the log, and `GroupCommit` flushes the log
 * before it acknowledges the commit.
 *
 * @throws one clear line with the way out if another process holds the directory, or it cannot be used.
 */
export function openSqlite(
  dataDir: string,
): OpenedSqlite & { readNow: ReadNow; sharedLog: SharedLog; wasInterrupted: boolean } {
  const lock = holdDatabase(dataDir)
  const file = databaseFile(dataDir)
  // SQLite removes the log when the last connection closes.
  const wasInterrupted = existsSync(`${file}-wal`)
  const health = new SqliteHealth(file)
  const sharedLog = new SharedLog()
  const driver = openDriver(file, health, { sharedLog }, () => lock.close(), true)
  restrictDataFolder(dataDir)
  const readNow: ReadNow = (query) => driver.read(query)
  return {
    dialect: dialectOf(driver),
    dataVersion: () => sharedLog.version,
    readNow,
    health,
    sharedLog,
    wasInterrupted,
  }
}

/** How long a job waits for the database, in milliseconds: longer than a request, since nobody waits for its answer. */
const jobBusyTimeoutMs = 30_000
/** How often an idle worker checks whether anything was written, in milliseconds. */
const lookMs = 50

/**
 * Opens the same database for the thread that runs jobs, in the process that holds `dataDir`. Each transaction of a job
 * is a separate commit, and requests can write between them. If a commit of either thread could not be flushed, both
 * wait until the log is proven.
 */
export function openSqliteForJobs(
  dataDir: string,
  sharedLog: SharedLog,
): OpenedSqlite & {
  /** Waits until anything is written to the database, at most `maxMs`; rejects when the signal aborts. */
  waitForWrite: (maxMs: number, signal: AbortSignal) => Promise<void>
} {
  const file = databaseFile(dataDir)
  const health = new SqliteHealth(file)
  const options = { sharedLog, isBackground: true, busyTimeoutMs: jobBusyTimeoutMs }
  let stopUpkeep = () => {}
  const driver = openDriver(file, health, options, () => stopUpkeep())
  const dialect = dialectOf(driver)
  stopUpkeep = startUpkeep(new Kysely({ dialect }), driver, (error) => isDiskFailure(error) && sharedLog.noteFailure())
  let seen = driver.dataVersion()
  const waitForWrite = async (maxMs: number, signal: AbortSignal) => {
    const end = monotonicMs() + maxMs
    do {
      await sleep(lookMs, undefined, { signal })
    } while (driver.dataVersion() === seen && monotonicMs() < end)
    const version = driver.dataVersion()
    // Another program may have written, which counts none of its commits.
    if (version !== seen) sharedLog.commit(() => {})
    seen = version
  }
  return { dialect, dataVersion: () => sharedLog.version, health, waitForWrite }
}

/** Returns a read-only dialect, next to that of `openSqlite` in another thread of the process that holds `dataDir`. */
export function openSqliteReader(dataDir: string, cacheKilobytes = 2000): Dialect {
  const file = databaseFile(dataDir)
  const pragmas = [...readerPragmas, `pragma cache_size = -${cacheKilobytes}`]
  const reader = new Connection(file, pragmas, new SqliteHealth(file))
  return dialectOf(new SqliteDriver(reader, reader))
}

const readerPragmas = ['pragma query_only = on']

/**
 * In kilobytes. Other threads that read keep SQLite's 2 MB: pages that they read once are cached by the system for all
 * (measured).
 */
const largeCache = 'pragma cache_size = -8000'
/** Without `temp_store`, savepoints would write separate files. */
const writerPragmas = [
  'pragma journal_mode = wal',
  'pragma synchronous = normal',
  'pragma temp_store = memory',
  largeCache,
]
const servingPragmas = [`pragma wal_autocheckpoint = ${pagesAtServing}`]

function openDriver(
  file: string,
  health: SqliteHealth,
  options: GroupCommitOptions,
  onDestroy: () => void,
  isServing = false,
): SqliteDriver {
  try {
    const writer = new Connection(file, [...writerPragmas, ...(isServing ? servingPragmas : [])], health)
    const reader = new Connection(file, isServing ? [...readerPragmas, largeCache] : readerPragmas, health)
    const log = new WriteAheadLog(file, writer)
    const toDisk = { sync: () => log.sync(), prove: () => log.prove() }
    return new SqliteDriver(writer, reader, { ...toDisk, ...options }, () => {
      log.close()
      onDestroy()
    })
  } catch (error) {
    onDestroy()
    throw damageIn(error) ?? new Error(`${file} cannot be opened: ${(error as Error).message}`, { cause: error })
  }
}

/** Sends selects outside transactions to the reader, and everything else to the writer. */
class SqliteDriver implements Driver {
  readonly #writer: Connection
  readonly #reader: Connection
  readonly #transactions: GroupCommit
  readonly #onDestroy: () => void

  constructor(writer: Connection, reader: Connection, options: GroupCommitOptions = {}, onDestroy = () => {}) {
    this.#writer = writer
    this.#reader = reader
    this.#transactions = new GroupCommit(
      (sql) => writer.run(CompiledQuery.raw(sql)),
      () => writer.isInTransaction,
      options,
    )
    this.#onDestroy = onDestroy
  }

  async init() {}

  async acquireConnection() {
    return new Session(this)
  }

  async releaseConnection() {}

  async beginTransaction(session: Session) {
    await this.#transactions.begin()
    session.isInTransaction = true
  }

  commitTransaction(session: Session) {
    session.isInTransaction = false
    return this.#transactions.commit()
  }

  async rollbackTransaction(session: Session) {
    // Kysely also calls this after a failed commit, which has already ended the transaction.
    if (session.isInTransaction) this.#transactions.rollback()
    session.isInTransaction = false
  }

  /**
   * The statements of one request follow each other without a turn of the event loop, so the
   * driver gives others a turn.
   */
  async execute(session: Session, query: CompiledQuery): Promise<QueryResult<unknown>> {
    const turn = turnIfBusy()
    if (turn) await turn
    if (session.isInTransaction) return this.#write(query)
    if (SelectQueryNode.is(query.query)) return this.read(query)
    await this.#transactions.begin()
    let result: QueryResult<unknown>
    try {
      result = this.#write(query)
    } catch (error) {
      this.#transactions.rollback()
      throw error
    }
    await this.#transactions.commit()
    return result
  }

  /** Reads committed data, outside any transaction. */
  read(query: CompiledQuery): QueryResult<unknown> {
    return this.#reader.run(query)
  }

  #write(query: CompiledQuery): QueryResult<unknown> {
    try {
      return this.#writer.run(query)
    } catch (error) {
      this.#transactions.noteFailure(error)
      throw error
    }
  }

  /**
   * Changes with every write to the database, since the reading connection itself writes nothing. It locks the file for a
   * moment: 18 µs of a read of 57, measured on a virtual machine.
   */
  dataVersion(): number {
    return (this.ask('pragma data_version') as { data_version: number }).data_version
  }

  /** Returns the first row of a statement on the reading connection. */
  ask(statement: string): unknown {
    return this.#reader.ask(statement)
  }

  async destroy() {
    await this.#transactions.settled()
    this.#reader.close()
    if (this.#writer !== this.#reader) this.#writer.close()
    this.#onDestroy()
  }
}

/** Represents a connection to Kysely: the state of one caller. */
class Session implements DatabaseConnection {
  readonly #driver: SqliteDriver
  isInTransaction = false

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#driver.execute(this, query) as Promise<QueryResult<R>>
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported: page through large tables instead')
  }
}
