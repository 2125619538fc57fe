import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { wallClock } from '../clock.ts'
import { isBusy } from './failures.ts'

/** The files of `DATA_DIR`, which no one but the service's own user may read. */

export const databaseFile = (dataDir: string) => join(dataDir, 'identity.db')
export const secretFile = (dataDir: string) => join(dataDir, 'secret')

const isOwn = (name: string) => /^(identity\.db|lock|secret)/.test(name)

/**
 * Makes the folder where there is none, and sees that the service can work with what is there.
 *
 * @throws one clear line with the way out when it cannot.
 */
function openDataFolder(dataDir: string): void {
  const { R_OK, W_OK, X_OK } = constants
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, R_OK | W_OK | X_OK)
    for (const name of readdirSync(dataDir).filter(isOwn)) accessSync(join(dataDir, name), R_OK | W_OK)
  } catch (error) {
    throw new Error(unusable(dataDir, error as NodeJS.ErrnoException), { cause: error })
  }
  const file = databaseFile(dataDir)
  if (existsSync(file) && statSync(file).size === 0 && existsSync(secretFile(dataDir))) {
    throw new Error(
      `${file} is empty, but ${secretFile(dataDir)} shows that there was a database. ` +
        'Restore a backup (docs/backup.md), or delete identity.db to start with an empty database.',
    )
  }
}

function unusable(dataDir: string, { code, path = dataDir, message }: NodeJS.ErrnoException): string {
  const user = process.getuid ? `the user that runs the service (uid ${process.getuid()})` : 'the user of the service'
  const remedies: Record<string, string> = {
    EACCES: `it must be readable and writable. Give ${user} access to the folder and its files, or set DATA_DIR`,
    EPERM: `it must be writable. Give ${user} access to the folder and its files, or set DATA_DIR`,
    EROFS: 'its file system is read-only. Mount it writable, or set DATA_DIR to another folder',
    ENOTDIR: 'a part of its path is a file. Set DATA_DIR to a folder',
    EEXIST: 'it is a file. Set DATA_DIR to a folder',
    ENOSPC: 'its disk is full. Free some space, or set DATA_DIR to another disk',
  }
  return `DATA_DIR ${resolve(path)} cannot be used: ${remedies[code ?? ''] ?? message}.`
}

/**
 * The lock is an open exclusive transaction on a file of its own: the operating system drops it when the process
 * ends, however it ends. The file beside it only tells who holds it.
 */
export function lockDataFolder(dataDir: string): DatabaseSync {
  openDataFolder(dataDir)
  const holderFile = join(dataDir, 'lock.json')
  const lockFile = join(dataDir, 'lock')
  const lock = new DatabaseSync(lockFile)
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw new Error(
      isBusy(error)
        ? `The data directory ${dataDir} is in use by ${describeHolder(holderFile)}. Stop it first, or set DATA_DIR.`
        : `${lockFile} cannot be locked: ${(error as Error).message}. Delete it when no process uses ${dataDir}, or set DATA_DIR.`,
      { cause: error },
    )
  }
  const holder = { pid: process.pid, host: hostname(), since: wallClock().toISOString() }
  writeFileSync(holderFile, JSON.stringify(holder))
  return lock
}

function describeHolder(holderFile: string): string {
  try {
    const holder = JSON.parse(readFileSync(holderFile, 'utf8'))
    return `process ${holder.pid} on ${holder.host} (since ${holder.since})`
  } catch {
    return 'another process'
  }
}

/** The folder 0700 and the service's files in it 0600. What belongs to another user keeps its mode. */
export function restrictDataFolder(dataDir: string): void {
  restrict(dataDir, 0o700)
  for (const name of readdirSync(dataDir).filter(isOwn)) restrict(join(dataDir, name), 0o600)
}

function restrict(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o777) !== mode) chmodSync(path, mode)
  } catch (error) {
    // SQLite's companions come and go, and a mounted volume may belong to root.
    if (!['ENOENT', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
