import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { compareStrings } from '#core/base/strings.ts'
import { exactText } from '../files/text-file.ts'

/** Reads the files of a folder of memories. Anyone may have written them, in a repository that was cloned too. */

export interface MemoryFile {
  path: string
  /** The path below the folder, with slashes. */
  name: string
  /** The path without links, which is written to. */
  realPath: string
  text: string
  /** The lines with their line breaks. */
  lines: readonly string[]
  modifiedAt: Date
}

/** Why a file is not read, each as a noun that has a plural and the rest. */
export const fileSkips = {
  unreadable_file: ['file', 'that cannot be read'],
  large_file: ['file', 'that is too large'],
  not_text: ['file', 'that is not text in UTF-8'],
  outside_link: ['link', 'that leads out of its folder'],
  many_files: ['folder', 'with too many files'],
  many_notes: ['folder', 'with too many notes'],
} as const

export type FileSkip = keyof typeof fileSkips

/** Tools keep an index below 25,000 characters, and read no file of this size into a prompt. */
const maxBytes = 256 * 1024
const maxFiles = 1000
const maxFolderBytes = 4 * 1024 * 1024

interface Listing {
  /** Matches the paths of files below the folder, with slashes. */
  files: RegExp
  /** How many folders deep the files are. */
  depth: number
  /** A folder that the files must stay in, such as a repository; the folder itself by default. */
  within?: string | undefined
}

/** The text files below a folder, in the order of their names. Links may not lead out of it. */
export function readMemoryFiles(
  folder: string,
  { files: pattern, depth, within }: Listing,
  skip: (reason: FileSkip) => void,
): MemoryFile[] {
  const root = realPathOf(folder)
  const limit = within === undefined ? root : realPathOf(within)
  if (root === undefined || limit === undefined) return []
  if (!isBelow(root, limit)) {
    skip('outside_link')
    return []
  }
  const names = listNames(folder, depth, skip).filter((name) => pattern.test(name))
  let bytes = 0
  const read = names.slice(0, maxFiles).flatMap((name) => {
    const file = bytes > maxFolderBytes ? undefined : readFile(folder, name, root, skip)
    bytes += file?.text.length ?? 0
    return file ?? []
  })
  if (names.length > maxFiles || bytes > maxFolderBytes) skip('many_files')
  return read
}

function listNames(folder: string, depth: number, skip: (reason: FileSkip) => void, below = ''): string[] {
  try {
    const entries = readdirSync(join(folder, below), { withFileTypes: true })
    return entries
      .sort((a, b) => compareStrings(a.name, b.name))
      .flatMap((entry) => {
        const name = below === '' ? entry.name : `${below}/${entry.name}`
        if (!entry.isDirectory()) return entry.isFile() || entry.isSymbolicLink() ? [name] : []
        return depth > 1 ? listNames(folder, depth - 1, skip, name) : []
      })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') skip('unreadable_file')
    return []
  }
}

function readFile(
  folder: string,
  name: string,
  root: string,
  skip: (reason: FileSkip) => void,
): MemoryFile | undefined {
  const path = join(folder, name)
  const refuse = (reason: FileSkip) => {
    skip(reason)
    return undefined
  }
  const realPath = realPathOf(path)
  if (realPath === undefined) return lstatSync(path, { throwIfNoEntry: false }) && refuse('unreadable_file')
  if (!isBelow(realPath, root)) return refuse('outside_link')
  try {
    const stats = statSync(realPath)
    if (!stats.isFile()) return undefined
    if (stats.size > maxBytes) return refuse('large_file')
    const text = textOf(readFileSync(realPath))
    if (text === undefined) return refuse('not_text')
    return { path, name, realPath, text, lines: text.split(/(?<=\n)/), modifiedAt: stats.mtime }
  } catch {
    return refuse('unreadable_file')
  }
}

/** The text of a file byte for byte; undefined for other bytes, which writing would change. */
export function textOf(bytes: Uint8Array): string | undefined {
  const text = exactText(bytes)
  return text?.includes('\0') ? undefined : text
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
