import { AppError } from '../domain/errors.ts'

/** No connection to the database was available, or it broke: the last statement may or may not have been executed. */
export class DatabaseAway extends Error {
  constructor(reason: unknown) {
    super(`The database is unavailable: ${reason instanceof Error ? reason.message : reason}`, { cause: reason })
    this.name = 'DatabaseAway'
  }
}

/** PostgreSQL's codes: class 53 is "insufficient resources". */
const postgresFull = '53100'
/**
 * Of PostgreSQL: connections (08), resources (53), interventions such as timeouts and restarts (57), I/O errors (58), a
 * lock that was not had in time, a server that only reads, and a transaction that was idle for too long.
 */
const postgresAway = /^(08|53|57|58|55P03|25006|25P03)/

/** A statement that ran into `statement_timeout`, or that someone ended. */
const postgresCanceled = '57014'

/** SQLite's primary result codes: https://www.sqlite.org/rescode.html */
const sqliteFull = 13
/** Busy, locked, out of memory, read-only, I/O error, cannot open, locking protocol. */
const sqliteAway = [5, 6, 7, 8, 10, 14, 15]

/** Whether the embedded database is locked by another connection, which ends by itself. */
export const isBusy = (error: unknown) => sqliteCodeOf(error) === 5

const sqliteCodeOf = (error: unknown): number | undefined => {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === 'ERR_SQLITE_ERROR' ? Number(errcode) & 0xff : undefined
}

/**
 * What the caller is told when the database cannot work at the moment, which has nothing to do with the request: 503,
 * or 507 for a write to a disk that is full. Undefined for any other error.
 */
export function unavailabilityOf(error: unknown, isWrite: boolean): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  const code = String((error as { code?: unknown }).code ?? '')
  const sqliteCode = sqliteCodeOf(error)
  // A full disk shows in files that are uploaded, too.
  if (isWrite && (code === postgresFull || sqliteCode === sqliteFull || code === 'ENOSPC')) {
    return new AppError(507, 'The disk of the service is full; free some space and try again')
  }
  if (code === postgresCanceled) {
    return new AppError(503, 'The database took too long for this; ask for less, or try again in a few seconds', 5)
  }
  const isAway =
    error instanceof DatabaseAway ||
    postgresAway.test(code) ||
    (sqliteCode !== undefined && [sqliteFull, ...sqliteAway].includes(sqliteCode))
  return isAway ? new AppError(503, 'The database is not available right now; try again in a moment', 1) : undefined
}
