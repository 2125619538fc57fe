import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { flush } from '#core/base/files.ts'
import { databaseFile, lockDataFolder, unusable } from './data-folder.ts'
import { finishRestore } from './restore-swap.ts'

/**
 * Locks the folder for this process and makes sure that its database exists: first undoes or completes an interrupted
 * restore, then creates an empty database in an empty folder.
 *
 * @returns the lock; close it when the database is no longer in use.
 * @throws one clear line with the way out.
 */
export function holdDatabase(dataDir: string): DatabaseSync {
  const wasHeld = existsSync(join(dataDir, 'lock'))
  const lock = lockDataFolder(dataDir)
  try {
    finishRestore(dataDir)
    requireDatabase(dataDir, wasHeld)
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

/**
 * Refuses to replace a lost database by an empty one. A database only gets its name after its first page is on disk, so
 * an empty file in a folder that was locked before is the remnant of a lost database.
 *
 * @throws one clear line with the way out.
 */
function requireDatabase(dataDir: string, wasHeld: boolean): void {
  const file = databaseFile(dataDir)
  const isThere = existsSync(file)
  if (isThere && statSync(file).size > 0) return
  const traces = readdirSync(dataDir).filter(
    (name) => /^(identity\.db[-.]|secret)/.test(name) && !name.startsWith(freshName),
  )
  if (traces.length === 0 && !(isThere && wasHeld)) {
    createDatabase(dataDir)
    return
  }
  const loss = isThere ? 'is empty, so what it held is lost' : `is missing, but there is ${traces.join(', ')}`
  const toMove = isThere ? ['identity.db', ...traces] : traces
  throw new Error(
    `${file} ${loss}. Restore a backup (docs/how-to/back-up.md), or move ${toMove.join(', ')} to another folder to start with an empty database.`,
  )
}

/** A start that was interrupted may leave this file, and a journal next to it. */
const freshName = 'identity.db.new'

function createDatabase(dataDir: string): void {
  const fresh = join(dataDir, freshName)
  try {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(fresh + suffix, { force: true })
    const database = new DatabaseSync(fresh)
    try {
      database.exec('pragma journal_mode = wal')
    } finally {
      database.close()
    }
    flush(fresh)
    renameSync(fresh, databaseFile(dataDir))
    flush(dataDir)
  } catch (error) {
    throw unusable(dataDir, error)
  }
}
