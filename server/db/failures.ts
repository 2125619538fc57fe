import { AppError } from '#core/base/errors.ts'

const databaseAway = 'DATABASE_AWAY'

/** No connection to the database was available, or it broke: the last statement may or may not have been executed. */
export class DatabaseAway extends Error {
  /** Survives the transfer between threads, unlike the class. */
  readonly code = databaseAway

  constructor(reason: unknown) {
    super(`The database is unavailable: ${reason instanceof Error ? reason.message : reason}`, { cause: reason })
    this.name = 'DatabaseAway'
  }
}

/** PostgreSQL's codes: class 53 is "insufficient resources". */
const postgresFull = '53100'
/**
 * PostgreSQL's codes for connections (08), resources (53), interventions such as timeouts and restarts (57), I/O errors
 * (58), a lock timeout, a read-only server, and a transaction that was idle for too long.
 */
const postgresAway = /^(08|53|57|58|55P03|25006|25P03)/

/** A statement that hit `statement_timeout`, or that someone canceled. */
const postgresCanceled = '57014'

/** SQLite's primary result codes: https://www.sqlite.org/rescode.html */
const sqliteFull = 13
/**
 * A damaged file, and a file that is not a database. A failing disk is also reported this way: 258 of 260 requests
 * (measured).
 */
const sqliteDamaged = [11, 26]
/** No permission, busy, locked, out of memory, read-only, I/O error, cannot open, locking protocol, damage. */
const sqliteAway = [3, 5, 6, 7, 8, 10, 14, 15, ...sqliteDamaged]

/** The system's codes for a full disk and an exceeded quota. */
const systemFull = ['ENOSPC', 'EDQUOT']
/** Failures of the disk, a read-only file system, and no more file handles or memory. */
const systemAway = ['EIO', 'EROFS', 'EMFILE', 'ENFILE', 'ENOMEM']

/** Whether the error means that there is no more space for data. */
export const isDiskFull = (error: unknown) => sqliteCodeOf(error) === sqliteFull || systemFull.includes(codeOf(error))

/** Whether the error means that the file itself is damaged. */
export const isDamage = (error: unknown) => sqliteDamaged.includes(sqliteCodeOf(error) ?? 0)

/** Whether another connection has locked the embedded database, which is temporary. */
export const isBusy = (error: unknown) => sqliteCodeOf(error) === 5

/** Whether the disk failed under the embedded database, including `fsync`. */
export const isDiskFailure = (error: unknown) => sqliteCodeOf(error) === 10

/** Returns SQLite's primary result code; undefined for any other error. */
export const sqliteCodeOf = (error: unknown): number | undefined => {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === 'ERR_SQLITE_ERROR' ? Number(errcode) & 0xff : undefined
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '')

/**
 * Returns the error for the caller if the database or the disk is temporarily unavailable, for any request: 503, or 507
 * for a write to a full disk. Undefined for any other error.
 */
export function unavailabilityOf(error: unknown, isWrite: boolean): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  const code = codeOf(error)
  // Uploaded files can also fill the disk.
  if (isWrite && (code === postgresFull || isDiskFull(error))) {
    return new AppError('disk_full', 'The disk of the service is full; free some space and try again')
  }
  if (code === postgresCanceled) {
    return new AppError(
      'unavailable',
      'The database took too long for this; ask for less, or try again in a few seconds',
      5,
    )
  }
  if (systemAway.includes(code)) {
    return new AppError('unavailable', 'The service cannot use its disk right now; try again in a moment', 1)
  }
  const isAway =
    code === databaseAway ||
    postgresAway.test(code) ||
    isDiskFull(error) ||
    sqliteAway.includes(sqliteCodeOf(error) ?? 0)
  return isAway
    ? new AppError('unavailable', 'The database is not available right now; try again in a moment', 1)
    : undefined
}
