import { existsSync, statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { isDamage, sqliteCodeOf } from '../failures.ts'

/** Files up to this size are checked before the service starts, which takes less than half a second; in bytes. */
const maxCheckedAtStart = 64 * 1024 * 1024

/** SQLite's result code for a read or write error. */
const ioError = 10

/** @param finding SQLite's message; its own first line only names the database. */
const describeDamage = (finding: string) =>
  `The database file is damaged (${finding.replace(/^\*\*\*.*\n/, '').split('\n')[0]}). Stop the service and restore a backup: docs/how-to/back-up.md`

/** Returns an error with the way out for an error that reports a damaged file; undefined for any other error. */
export const damageIn = (error: unknown): Error | undefined =>
  isDamage(error) ? new Error(describeDamage((error as Error).message), { cause: error }) : undefined

/** Tracks whether the file of the embedded database is sound. */
export class SqliteHealth {
  readonly #file: string
  #checking: Promise<void> | undefined
  /** One sentence; undefined while no fault is known. */
  damage: string | undefined

  constructor(file: string) {
    this.#file = file
  }

  /** Checks the whole file in a separate thread, and waits for the result only if the file is small. */
  async checkAtStart(): Promise<void> {
    const bytes = existsSync(this.#file) ? statSync(this.#file).size : 0
    if (bytes === 0) return
    const checked = this.#check()
    if (bytes <= maxCheckedAtStart) await checked
  }

  /** Handles the error of a statement: remembers damage, and starts a check after a read error. */
  noteFailure(error: unknown): void {
    this.damage ??= damageIn(error)?.message
    if (sqliteCodeOf(error) === ioError) this.#check()
  }

  #check(): Promise<void> {
    this.#checking ??= new Promise<void>((resolve) => {
      const worker = new Worker(new URL('./quick-check.ts', import.meta.url), { workerData: this.#file })
      worker.once('message', (finding: string) => {
        if (finding !== 'ok') this.damage ??= describeDamage(finding)
      })
      // The thread reports damage itself; a disk failure during the check is not damage.
      worker.once('error', () => {})
      worker.once('exit', () => resolve())
    }).finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }
}
