import { existsSync, statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** Files up to this size are checked before the service starts, which takes less than half a second; in bytes. */
const maxCheckedAtStart = 64 * 1024 * 1024

/** SQLite's primary result codes: an error of reading or writing, damage, and a file that holds no database. */
const ioError = 10
const damageCodes = [11, 26]

const primaryCode = (error: unknown) => Number((error as { errcode?: number }).errcode) & 0xff

/** Whether the error says that the file itself is damaged. */
export const isDamage = (error: unknown) => damageCodes.includes(primaryCode(error))

/** `finding` is what SQLite says; its own first line only names the database. */
export const describeDamage = (finding: string) =>
  `The database file is damaged (${finding.replace(/^\*\*\*.*\n/, '').split('\n')[0]}). Stop the service and restore a backup: docs/backup.md`

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
    if (isDamage(error)) this.damage ??= describeDamage((error as Error).message)
    else if (primaryCode(error) === ioError) this.#check()
  }

  #check(): Promise<void> {
    this.#checking ??= new Promise<void>((resolve) => {
      const worker = new Worker(new URL('./quick-check.ts', import.meta.url), { workerData: this.#file })
      worker.once('message', (finding: string) => {
        if (finding !== 'ok') this.damage ??= describeDamage(finding)
      })
      worker.once('error', (error) => {
        if (isDamage(error)) this.damage ??= describeDamage(error.message)
      })
      worker.once('exit', () => resolve())
    }).finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }
}
