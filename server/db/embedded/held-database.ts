import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { flush } from '../../base/files.ts'
import { databaseFile, lockDataFolder, unusable } from './data-folder.ts'
import { finishRestore } from './restore-swap.ts'

/**
 * Holds the folder for this process and sees that its database is there: an interrupted restore is undone or completed
 * first, and an empty folder gets an empty database.
 *
 * @returns the lock, to be closed when nothing uses the database any more.
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
 * Refuses to put an empty database in the place of one that was lost. A database gets its name only once its first page
 * is on disk, so an empty file in a folder that was held before is what is left of one.
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
    `${file} ${loss}. Restore a backup (docs/backup.md), or move ${toMove.join(', ')} to another folder to start with an empty database.`,
  )
}

/** A start that was cut off may leave this, and a journal beside it. */
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
