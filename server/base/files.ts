import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * Files that survive a power cut: their content is on disk before their name is, and their name before this returns.
 */

/** @returns whether it was made; false when the file is there already, which stays as it is. */
export function createFile(path: string, text: string): boolean {
  return withFlushedCopy(path, text, (copy) => {
    try {
      linkSync(copy, path)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    }
  })
}

/** Puts the text in the place of whatever the file holds; it always holds one of the two. */
export function replaceFile(path: string, text: string): void {
  withFlushedCopy(path, text, (copy) => renameSync(copy, path))
}

/** A full disk leaves no copy behind. */
function withFlushedCopy<T>(path: string, text: string, name: (copy: string) => T): T {
  makeFolder(dirname(path))
  const copy = `${path}.${process.pid}`
  try {
    writeFileSync(copy, text, { mode: 0o600, flush: true })
    return name(copy)
  } finally {
    rmSync(copy, { force: true })
    flush(dirname(path))
  }
}

/**
 * Makes a folder, and those above it. The recursive `mkdirSync` of Node.js never returns below a folder that takes no
 * entries, such as /proc.
 *
 * @param mode the permissions of what it makes; for the owner alone if absent.
 * @throws the system's error, which names the folder that could not be made.
 */
export function makeFolder(path: string, mode = 0o700): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(path).isDirectory()) return
    if (code !== 'ENOENT' || statSync(dirname(path), { throwIfNoEntry: false })) throw error
    makeFolder(dirname(path), mode)
    makeFolder(path, mode)
  }
}

/** Brings a file's content, or the names in a folder, to disk. */
export function flush(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } catch (error) {
    // Windows flushes no folders.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  } finally {
    closeSync(file)
  }
}
