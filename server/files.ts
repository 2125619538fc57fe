import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
    } finally {
      rmSync(copy)
    }
  })
}

/** Puts the text in the place of whatever the file holds; it always holds one of the two. */
export function replaceFile(path: string, text: string): void {
  withFlushedCopy(path, text, (copy) => renameSync(copy, path))
}

function withFlushedCopy<T>(path: string, text: string, name: (copy: string) => T): T {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const copy = `${path}.${process.pid}`
  writeFileSync(copy, text, { mode: 0o600, flush: true })
  const result = name(copy)
  flush(dirname(path))
  return result
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
