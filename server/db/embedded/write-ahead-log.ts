import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Durability } from './group-commit.ts'
import type { Connection } from './sqlite-connection.ts'

const flush = promisify(fdatasync)

/** Reads the file, and no more of it than it must. */
const anyRead = 'select 1 from sqlite_schema limit 1'

/** SQLite's code for a database that another connection holds, as `isBusy` reads it. */
const busy = { code: 'ERR_SQLITE_ERROR', errcode: 5 }

/**
 * The log of the embedded database, which the connections of the thread that serves share. SQLite writes a commit to it,
 * and this puts it on disk in another thread. What is lost with the power in between was not acknowledged, and no reader
 * of this thread saw it: a revision that a client has seen is never given to something else.
 */
export class WriteAheadLog implements Durability {
  readonly #writer: Connection
  readonly #reader: Connection
  readonly #descriptor: number
  #isHidden = false

  constructor(file: string, writer: Connection, reader: Connection) {
    this.#writer = writer
    this.#reader = reader
    // The first read makes the file, which then stays the same while a connection is open.
    reader.ask(anyRead)
    this.#descriptor = openSync(`${file}-wal`, 'r+')
  }

  /** Between `begin` and `commit` the reader sees one state of the database, from its first statement on. */
  hide(): void {
    this.#reader.ask('begin')
    this.#isHidden = true
    this.#reader.ask(anyRead)
  }

  show(): void {
    if (this.#isHidden) this.#reader.ask('commit')
    this.#isHidden = false
  }

  /** A checkpoint before this has put on disk what it copied, and SQLite has begun the log anew only after that. */
  sync(): Promise<void> {
    return flush(this.#descriptor)
  }

  /** After this the log is empty, so that a gap in it can hide nothing that comes after. */
  prove(): void {
    const result = this.#writer.ask('pragma wal_checkpoint(truncate)') as { busy: number }
    if (result.busy) throw Object.assign(new Error('Another connection keeps the log from being copied'), busy)
    fdatasyncSync(this.#descriptor)
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}
