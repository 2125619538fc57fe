import { existsSync, statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { isDamage, sqliteCodeOf } from '../failures.ts'

/** Files up to this size are checked before the service starts, which takes less than half a second; in bytes. */
const maxCheckedAtStart = 64 * 1024 * 1024

/** SQLite's result code for an error of reading or writing. */
const ioError = 10

/** `finding` is what SQLite says; its own first line only names the database. */
const describeDamage = (finding: string) =>
  `The database file is damaged (${finding.replace(/^\*\*\*.*\n/, '').split('\n')[0]}). Stop the service and restore a backup: docs/backup.md`

/** An error with the way out for one that says that the file is damaged; undefined for any other error. */
export const damageIn = (error: unknown): Error | undefined =>
  isDamage(error) ? new Error(describeDamage((error as Error).message), { cause: error }) : undefined

/** Knows whether the file of the embedded database is sound. */
export class SqliteHealth {
  readonly #file: string
  #checking: Promise<void> | undefined
  /** One sentence; undefined while nothing is known to be wrong. */
  damage: string | undefined

  constructor(file: string) {
    this.#file = file
  }

  /** Checks the whole file in a thread of its own, and waits for that only when it is small. */
  async checkAtStart(): Promise<void> {
    const bytes = existsSync(this.#file) ? statSync(this.#file).size : 0
    if (bytes === 0) return
    const checked = this.#check()
    if (bytes <= maxCheckedAtStart) await checked
  }

  /** What a statement failed with: damage is remembered, and an error of reading leads to a check. */
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
      // The thread reports damage itself; a disk that fails meanwhile is no damage.
      worker.once('error', () => {})
      worker.once('exit', () => resolve())
    }).finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }
}
