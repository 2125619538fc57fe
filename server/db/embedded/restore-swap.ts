import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { flush } from '../../base/files.ts'
import { databaseFile } from './data-folder.ts'

/**
 * How the files of a restore take the place of the former ones, all or none. They are prepared in a folder inside
 * `DATA_DIR`. Until that folder is renamed, nothing of the former database has changed, so an interrupted restore is
 * undone by deleting the folder. From then on it is completed by moving what is left in it.
 */

/** Where a restore prepares its files, each under the name that it gets in `DATA_DIR`. */
export const preparedFolder = (dataDir: string) => join(dataDir, 'restore-prepared')
const decidedFolder = (dataDir: string) => join(dataDir, 'restore-decided')

/** Files that SQLite keeps beside a database and would read into whichever database has its name. */
const companions = ['-wal', '-shm', '-journal']

/** Whether a restore was interrupted after it was decided, so that the secret may not be that of the database. */
export const isRestoreUnfinished = (dataDir: string) => existsSync(decidedFolder(dataDir))

/** Puts the prepared files, which must be on disk, in the place of the former ones. */
export function swap(dataDir: string): void {
  flush(preparedFolder(dataDir))
  renameSync(preparedFolder(dataDir), decidedFolder(dataDir))
  flush(dataDir)
  finishRestore(dataDir)
}

/**
 * Undoes or completes a restore that was interrupted. Called by whoever holds the folder's lock, before the database is
 * opened.
 */
export function finishRestore(dataDir: string): void {
  rmSync(preparedFolder(dataDir), { recursive: true, force: true })
  if (!isRestoreUnfinished(dataDir)) return
  const folder = decidedFolder(dataDir)
  const names = readdirSync(folder)
  const database = names.filter((name) => join(dataDir, name) === databaseFile(dataDir))
  const others = names.filter((name) => !database.includes(name))
  if (database.length > 0) {
    for (const suffix of companions) rmSync(`${databaseFile(dataDir)}${suffix}`, { force: true })
    flush(dataDir)
  }
  // The database comes last: while it is still in the folder, files beside its place belong to the former one.
  for (const name of [...others, ...database]) renameSync(join(folder, name), join(dataDir, name))
  flush(folder)
  flush(dataDir)
  rmdirSync(folder)
  flush(dataDir)
}
