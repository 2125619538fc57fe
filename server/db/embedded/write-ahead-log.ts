import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Connection } from './sqlite-connection.ts'

const flush = promisify(fdatasync)

/** SQLite's code for a database that another connection holds, as `isBusy` reads it. */
const busy = { code: 'ERR_SQLITE_ERROR', errcode: 5 }

/** Flushes the log of the embedded database, since SQLite only writes commits to it. */
export class WriteAheadLog {
  readonly #writer: Connection
  readonly #descriptor: number

  constructor(file: string, writer: Connection) {
    this.#writer = writer
    // The first read creates the file, which then stays the same while a connection is open.
    writer.ask('select 1 from sqlite_schema limit 1')
    this.#descriptor = openSync(`${file}-wal`, 'r+')
  }

  /**
   * Does not block the calling thread. An earlier checkpoint has already flushed the pages that it copied, and SQLite
   * only starts the log again after that.
   */
  sync(): Promise<void> {
    return flush(this.#descriptor)
  }

  /** Empties the log, so that a gap in it cannot hide later commits. */
  prove(): void {
    const result = this.#writer.ask('pragma wal_checkpoint(truncate)') as { busy: number }
    if (result.busy) throw Object.assign(new Error('Another connection keeps the log from being copied'), busy)
    fdatasyncSync(this.#descriptor)
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}
