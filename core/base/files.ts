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
 * Writes files that survive a power cut: the content is on disk before the name is, and the name before the function
 * returns.
 */

/**
 * Creates the file, unless it exists; then it is left unchanged.
 * @returns whether the file was created.
 */
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

/** Replaces the content of the file; at any time it holds either the old text or the new one. */
export function replaceFile(path: string, text: string): void {
  withFlushedCopy(path, text, (copy) => renameSync(copy, path))
}

/** Removes the copy even if the disk is full. */
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
 * Creates a folder and its parents. The recursive `mkdirSync` of Node.js never returns below a folder that accepts no
 * entries, such as /proc.
 *
 * @param mode the permissions of created folders; only for the owner if absent.
 * @throws the system's error, which names the folder that could not be created.
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

/** Flushes a file's content, or the names in a folder, to disk. */
export function flush(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } catch (error) {
    // Windows cannot flush folders.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  } finally {
    closeSync(file)
  }
}
