import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { compareStrings } from '#core/base/strings.ts'

/** Finds the transcripts below a folder. */

export interface TranscriptFolder {
  path: string
  /** Matches the path of a transcript below the folder, with slashes. */
  pattern: RegExp
  /** How many folders deep the transcripts are. */
  depth: number
}

export interface TranscriptFile {
  path: string
  createdAt: Date
  modifiedAt: Date
}

/**
 * Regular files that match, oldest first. Symbolic links are followed, and each folder and file is visited once, so
 * that a loop ends. A folder that does not exist has no files.
 *
 * @param skipUnreadable called for each folder or file without permission
 */
export async function findTranscripts(
  { path: root, pattern, depth }: TranscriptFolder,
  skipUnreadable: () => void,
): Promise<TranscriptFile[]> {
  const files: TranscriptFile[] = []
  const visited = new Set<string>()
  const visit = async (relative: string, level: number): Promise<void> => {
    const path = join(root, relative)
    const stats = await unlessMissing(stat(path), skipUnreadable)
    const key = `${stats?.dev} ${stats?.ino}`
    if (!stats || visited.has(key)) return
    visited.add(key)
    if (stats.isFile() && pattern.test(relative))
      files.push({ path, createdAt: stats.birthtime, modifiedAt: stats.mtime })
    if (!stats.isDirectory() || level > depth) return
    for (const entry of (await unlessMissing(readdir(path, { withFileTypes: true }), skipUnreadable)) ?? []) {
      const child = relative === '' ? entry.name : `${relative}/${entry.name}`
      const isLink = entry.isSymbolicLink()
      if (pattern.test(child) ? entry.isFile() || isLink : entry.isDirectory() || isLink) await visit(child, level + 1)
    }
  }
  await visit('', 0)
  return files.sort(
    (a, b) =>
      a.createdAt.getTime() - b.createdAt.getTime() ||
      a.modifiedAt.getTime() - b.modifiedAt.getTime() ||
      compareStrings(a.path, b.path),
  )
}

async function unlessMissing<Value>(value: Promise<Value>, skipUnreadable: () => void): Promise<Value | undefined> {
  try {
    return await value
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') skipUnreadable()
    return undefined
  }
}
