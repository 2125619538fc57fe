import { accessSync, chmodSync, constants, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { wallClock } from '#core/base/clock.ts'
import { makeFolder } from '#core/base/files.ts'
import { isBusy, isDamage, isDiskFull } from '../failures.ts'

/** The files of `DATA_DIR`, which only the service's own user may read. */

export const databaseFile = (dataDir: string) => join(dataDir, 'identity.db')
export const secretFile = (dataDir: string) => join(dataDir, 'secret')

/** Whether the service keeps a file of this name in `DATA_DIR`. */
export const isOwn = (name: string) => /^(identity\.db|lock|secret)/.test(name)

/**
 * Creates the folder if it does not exist, and checks that the service can use its content.
 *
 * @throws one clear line with the way out if it cannot.
 */
function openDataFolder(dataDir: string): void {
  const { R_OK, W_OK, X_OK } = constants
  try {
    makeFolder(resolve(dataDir))
    accessSync(dataDir, R_OK | W_OK | X_OK)
    for (const name of readdirSync(dataDir).filter(isOwn)) accessSync(join(dataDir, name), R_OK | W_OK)
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

/** Explains why the service could not use the folder, with the way out. */
export function unusable(dataDir: string, error: unknown): Error {
  const { code, path = dataDir, message } = error as NodeJS.ErrnoException
  const user = process.getuid ? `the user that runs the service (uid ${process.getuid()})` : 'the user of the service'
  const remedies: Record<string, string> = {
    EACCES: `it must be readable and writable. Give ${user} access to the folder and its files, or set DATA_DIR`,
    EPERM: `it must be writable. Give ${user} access to the folder and its files, or set DATA_DIR`,
    EROFS: 'its file system is read-only. Mount it writable, or set DATA_DIR to another folder',
    ENOTDIR: 'a part of its path is a file. Set DATA_DIR to a folder',
    EEXIST: 'it is a file. Set DATA_DIR to a folder',
    ENOENT: 'nothing can be created there. Set DATA_DIR to another folder',
    ENOSPC: 'its disk is full. Free some space, or set DATA_DIR to another disk',
    EIO: 'its disk reports errors. Replace the disk, or set DATA_DIR to another one',
  }
  const remedy = isDiskFull(error) ? remedies.ENOSPC : remedies[String(code)]
  const reason = remedy ?? `${message}. Set DATA_DIR to another folder`
  return new Error(`DATA_DIR ${resolve(path)} cannot be used: ${reason}.`, { cause: error })
}

/**
 * Locks the folder by an open exclusive transaction on a separate file: the operating system releases it when the
 * process ends, for any reason. The file next to it only says who holds the lock.
 */
export function lockDataFolder(dataDir: string): DatabaseSync {
  openDataFolder(dataDir)
  const holderFile = join(dataDir, 'lock.json')
  const lockFile = join(dataDir, 'lock')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(lockFile)
    lock.exec('begin exclusive')
    const holder = { pid: process.pid, host: hostname(), since: wallClock().toISOString() }
    writeFileSync(holderFile, JSON.stringify(holder))
    return lock
  } catch (error) {
    lock?.close()
    if (isBusy(error)) {
      throw new Error(
        `The data directory ${dataDir} is in use by ${describeHolder(holderFile)}. Stop it first, or set DATA_DIR.`,
        { cause: error },
      )
    }
    if (!isDamage(error)) throw unusable(dataDir, error)
    throw new Error(`${lockFile} is damaged. Delete it when no process uses ${dataDir}, or set DATA_DIR.`, {
      cause: error,
    })
  }
}

function describeHolder(holderFile: string): string {
  try {
    const holder = JSON.parse(readFileSync(holderFile, 'utf8'))
    return `process ${holder.pid} on ${holder.host} (since ${holder.since})`
  } catch {
    return 'another process'
  }
}

/**
 * Sets the mode of the folder to 0700 and of the service's files in it to 0600. Files of another user keep their mode.
 */
export function restrictDataFolder(dataDir: string): void {
  restrict(dataDir, 0o700)
  for (const name of readdirSync(dataDir).filter(isOwn)) restrict(join(dataDir, name), 0o600)
}

function restrict(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o777) !== mode) chmodSync(path, mode)
  } catch (error) {
    // SQLite's companion files come and go, and a mounted volume may belong to root.
    if (!['ENOENT', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
