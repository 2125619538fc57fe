import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'jsonc-parser'
import type { FormatName } from '#core/domain/formats/format.ts'
import { findMarker, type Marker } from '#core/domain/formats/marker.ts'
import { formatByPath } from '#core/domain/formats/paths.ts'
import { findBlock, removeBlock } from '../files/identity-block.ts'
import type { Alternatives } from './tool.ts'
import { partOf, type ToolWith, toolsWith } from './tools.ts'

/**
 * The rules files that each coding tool reads at the start of a session, and those among them that hold an identity.
 */

/** A tool that reads rules files. */
export type ReadingTool = ToolWith<'rules'>

/** A file that a tool reads and that holds an identity. */
export interface IdentityFile {
  /** The absolute path. */
  file: string
  text: string
  marker: Marker
  format: FormatName
}

/**
 * The files with an identity that a tool reads when a session starts in a folder, the nearest
 * first; a link counts once.
 */
export const identityFiles = (tool: ReadingTool, start: string, home = homedir()): IdentityFile[] =>
  filesRead(tool, start, home).flatMap((file) => {
    const text = textOf(file)
    const marker = findMarker(text)
    return marker ? [{ file, text, marker, format: formatByPath(file.replaceAll('\\', '/')) ?? 'agents_md' }] : []
  })

/** The state of a folder that is asked about: with a file that does not exist yet, or without some that do. */
interface Supposition {
  with?: string
  without?: readonly string[]
}

/** The files that a tool reads when a session starts in a folder, the nearest first; a link counts once. */
function filesRead(tool: ReadingTool, start: string, home: string, supposition: Supposition = {}): string[] {
  const { project, user, instead, isUpToRoot, settings } = partOf(tool, 'rules')
  const found = new Map<string, string>()
  const add = (file: string) => {
    const real = file === supposition.with ? file : realpathSync(file)
    if (!found.has(real)) found.set(real, file)
    // "@AGENTS.md" is how a CLAUDE.md of one line includes the file of the other tools.
    const included = /^@(?:\.\/)?AGENTS\.md\s*$/m.test(textOf(file)) ? join(dirname(file), 'AGENTS.md') : file
    if (included !== file && isFile(included)) add(included)
  }
  const present = (path: string) => filesAt(path, supposition)
  const addFirst = (alternatives: Alternatives) => {
    const first = alternatives.map(present).find((files) => files.length > 0)
    for (const file of first ?? []) add(file)
  }
  const folders = foldersFrom(start, isUpToRoot)
  const userFiles = user(home)
  const names = settings && contextNames([...folders, home].map((folder) => join(folder, settings)))
  const inFolders = (lists: readonly Alternatives[]) =>
    folders.flatMap((folder) => lists.map((files) => files.map((path) => join(folder, path))))
  const mode = instead?.mode(foldersFrom(start).at(-1)!, home)
  if (mode === 'managed-only') return []
  for (const files of inFolders(names ? names.map((name) => [name]) : project)) addFirst(files)
  if (instead) {
    const own = new Set(userFiles.flat())
    const first = inFolders(project.slice(0, -1)).flat()
    const hasFirst = first.some((file) => !own.has(file) && present(file).length > 0)
    if (mode === 'claude-md-and-agents-md' || (mode === 'claude-md-or-agents-md' && !hasFirst))
      for (const files of inFolders(instead.files.map((path) => [path]))) addFirst(files)
  }
  for (const files of userFiles) addFirst(files)
  return [...found.values()]
}

/** Files of a person that a tool does not read, because it reads files of ours in their place. */
export interface TakenAway {
  tool: ReadingTool
  files: string[]
  by: string[]
}

/** Finds the files that tools stop to read when a file is written. */
export const findTakenAwayBy = (file: string, start: string, home = homedir()): TakenAway[] =>
  isFile(file)
    ? []
    : toolsWith('rules').flatMap((tool) => {
        const after = new Set(filesRead(tool, start, home, { with: file }))
        return takenAway(
          tool,
          filesRead(tool, start, home).filter((read) => !after.has(read)),
          [file],
        )
      })

/** Finds the files that tools would read in a folder if files of ours were not there. */
export const findTakenAway = (start: string, home = homedir()): TakenAway[] =>
  toolsWith('rules').flatMap((tool) => {
    const present = filesRead(tool, start, home)
    const ours = present.filter((file) => !isOwn(file))
    const others = filesRead(tool, start, home, { without: ours }).filter((file) => !present.includes(file))
    return takenAway(tool, others, ours)
  })

const takenAway = (tool: ReadingTool, files: string[], by: string[]): TakenAway[] => {
  const own = files.filter(isOwn)
  return own.length > 0 ? [{ tool, files: own, by }] : []
}

/** Whether a file holds something besides an identity. */
const isOwn = (file: string): boolean => {
  const text = textOf(file)
  return findBlock(text) ? removeBlock(text).trim() !== '' : text.trim() !== '' && !findMarker(text)
}

/** The folders from one up to the root of its repository, or of the file system. */
function foldersFrom(folder: string, isUpToRoot?: true): string[] {
  const isLast = (!isUpToRoot && existsSync(join(folder, '.git'))) || folder === dirname(folder)
  return isLast ? [folder] : [folder, ...foldersFrom(dirname(folder), isUpToRoot)]
}

/** The text of a file; empty if it cannot be read, which is no reason to fail a session. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

function filesAt(path: string, { with: added, without = [] }: Supposition): string[] {
  if (path === added) return [path]
  if (!path.endsWith('/') && !path.endsWith('\\')) return isFile(path) && !without.includes(path) ? [path] : []
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(path)
    .sort()
    .map((name) => join(path, name))
    .filter((file) => /\.mdc?$/.test(file) && isFile(file) && !without.includes(file))
}

/** The names that the nearest of some settings gives to the files of the tool; undefined where none does. */
function contextNames(settings: string[]): string[] | undefined {
  for (const file of settings.filter(isFile)) {
    const { context } = (parse(textOf(file)) ?? {}) as { context?: { fileName?: unknown } }
    const names = [context?.fileName].flat().filter((name) => typeof name === 'string')
    if (names.length > 0) return names
  }
  return undefined
}

/** Whether the tool reads a file of this name in a repository. */
export function isReadBy(tool: ReadingTool, file: string): boolean {
  const { project, instead } = partOf(tool, 'rules')
  return [...project.flat(), ...(instead?.files ?? [])].some((path) => file.replaceAll('\\', '/').endsWith(`/${path}`))
}

/** Files with the identity of one agent that a tool reads all, so that it stands more than once in the context. */
export interface Doubles {
  tools: ReadingTool[]
  files: string[]
}

/** Finds the files of one identity that any tool would read together in a folder. */
export function findDoubles(start: string, home = homedir()): Doubles[] {
  const doubles = new Map<string, Doubles>()
  for (const tool of toolsWith('rules')) {
    const byAgent = Map.groupBy(identityFiles(tool, start, home), ({ marker }) => marker.agent)
    for (const same of byAgent.values()) {
      if (same.length < 2) continue
      const files = same.map(({ file }) => file)
      const key = files.toSorted().join('\n')
      doubles.set(key, { files, tools: [...(doubles.get(key)?.tools ?? []), tool] })
    }
  }
  return [...doubles.values()]
}
