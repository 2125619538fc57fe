import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { flush } from '#core/base/files.ts'
import { databaseFile } from './data-folder.ts'

/**
 * Replaces the former files by those of a restore, all or none. They are prepared in a folder inside `DATA_DIR`. Until
 * that folder is renamed, the former database is unchanged, so an interrupted restore is undone by deleting the folder.
 * After that, it is completed by moving the remaining files out of the folder.
 */

/** The folder where a restore prepares its files, each under its name in `DATA_DIR`. */
export const preparedFolder = (dataDir: string) => join(dataDir, 'restore-prepared')
const decidedFolder = (dataDir: string) => join(dataDir, 'restore-decided')

/** Files that SQLite keeps next to a database and would apply to any database of that name. */
const companions = ['-wal', '-shm', '-journal']

/** Whether a restore was interrupted after the decision, so that the secret may not belong to the database. */
export const isRestoreUnfinished = (dataDir: string) => existsSync(decidedFolder(dataDir))

/** Replaces the former files by the prepared ones, which must be on disk. */
export function swap(dataDir: string): void {
  flush(preparedFolder(dataDir))
  renameSync(preparedFolder(dataDir), decidedFolder(dataDir))
  flush(dataDir)
  finishRestore(dataDir)
}

/**
 * Undoes or completes an interrupted restore. Called by the holder of the folder's lock, before the database is opened.
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
  // The database comes last: while it is still in the folder, files next to the old one belong to the old one.
  for (const name of [...others, ...database]) renameSync(join(folder, name), join(dataDir, name))
  flush(folder)
  flush(dataDir)
  rmdirSync(folder)
  flush(dataDir)
}
