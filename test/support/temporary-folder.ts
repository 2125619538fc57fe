import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
/** More than the temporary files of all tests together at any time. Containers have 64 MB by default. */
const enoughBytes = 4 * 2 ** 30

/**
 * Gives the tests a temporary folder in memory, if the system has room for one. On a busy disk, commits took 33 of the
 * 75 seconds in which `deleted-meanwhile.thorough.test.ts` was not idle on the embedded engine (measured).
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR || !hasRoom()) return
  const folder = mkdtempSync(join(memory, 'identity-tests-'))
  // PostgreSQL runs as another user, in a folder of its own below.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > enoughBytes
  } catch {
    return false
  }
}
