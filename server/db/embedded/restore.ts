import { constants, copyFileSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { wallClock } from '#core/base/clock.ts'
import { flush } from '#core/base/files.ts'
import { isBusy, isDamage, isDiskFull } from '../failures.ts'
import { checkIntegrity, readBackup } from './backup.ts'
import { databaseFile, lockDataFolder, secretFile, unusable } from './data-folder.ts'
import { finishRestore, preparedFolder, swap } from './restore-swap.ts'

/**
 * Replaces the data directory's database and secret by those of the backup. Copies of the old ones are kept next to
 * them under the returned names. It happens completely or not at all, even if the process is killed or the power fails.
 *
 * @throws if a service or another program uses the database, the disk is full, or the backup is damaged.
 */
export async function restore(dataDir: string, file: string): Promise<string[]> {
  const lock = lockDataFolder(dataDir)
  const folder = preparedFolder(dataDir)
  try {
    finishRestore(dataDir)
    mkdirSync(folder, { mode: 0o700 })
    await prepareBackup(folder, file)
    const kept = keepFormer(dataDir, folder)
    swap(dataDir)
    return kept
  } catch (error) {
    throw isDiskFull(error) ? unusable(dataDir, error) : error
  } finally {
    rmSync(folder, { recursive: true, force: true })
    lock.close()
  }
}

async function prepareBackup(folder: string, file: string): Promise<void> {
  const database = databaseFile(folder)
  const { header, sha256 } = await readBackup(file, database)
  if (sha256 !== header.sha256) throw new Error(`${file} is damaged: its content does not match its SHA-256`)
  checkIntegrity(database)
  flush(database)
  if (header.secret !== null) writeFileSync(secretFile(folder), header.secret, { mode: 0o600, flush: true })
}

/** Copies the former database and secret into the folder. Returns their future paths. */
function keepFormer(dataDir: string, folder: string): string[] {
  const suffix = `.before-restore-${wallClock().toISOString().replaceAll(':', '-')}`
  const copyOf = (path: string) => join(folder, `${basename(path)}${suffix}`)
  const [database, secret] = [databaseFile(dataDir), secretFile(dataDir)]
  const kept = copyDatabase(database, copyOf(database))
  if (copy(secret, copyOf(secret))) kept.push(copyOf(secret))
  return kept.map((path) => join(dataDir, basename(path)))
}

/**
 * Copies a database, including the latest writes in its log, into one file. A database that is too damaged for that
 * stays several files. The original is only opened once the copy is sound: SQLite deletes the log of a damaged one.
 */
function copyDatabase(from: string, to: string): string[] {
  const pairs = ['', '-wal', '-journal'].map((suffix) => [`${from}${suffix}`, `${to}${suffix}`] as const)
  const copyAll = () => pairs.filter(([source, target]) => copy(source, target)).map(([, target]) => target)
  const copies = copyAll()
  if (!copies.includes(to)) return copies
  try {
    withDatabase(to, 'pragma journal_mode = delete')
  } catch (error) {
    if (!isDamage(error)) throw error
    return copyAll()
  }
  flush(to)
  refuseOpen(from)
  return [to]
}

/**
 * Refuses to restore while the database is open: that process would keep using its own files, and delete those of the
 * restored database on closing.
 */
function refuseOpen(file: string): void {
  try {
    withDatabase(file, 'pragma locking_mode = exclusive; begin immediate; commit')
  } catch (error) {
    if (!isBusy(error)) throw error
    throw new Error(`${file} is open in another program. Close it, then restore again.`, { cause: error })
  }
}

function withDatabase(file: string, statements: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec(statements)
  } finally {
    database.close()
  }
}

/** Copies a file and flushes the copy to disk; false if there is nothing to copy. */
function copy(from: string, to: string): boolean {
  if (!existsSync(from) || statSync(from).size === 0) return false
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  flush(to)
  return true
}
