import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { compareStrings } from '#core/base/strings.ts'
import type { MemorySource } from '../coding-tools/memory-source.ts'
import { partOf, toolsWith } from '../coding-tools/tools.ts'
import { folderAbove } from '../files/folder-above.ts'
import { dashedPath } from '../sessions/dashed-path.ts'
import { statementKey } from '../sessions/finding.ts'
import { isInProject } from '../sessions/read-sessions.ts'
import { redactText } from '../sessions/redact-quote.ts'
import { momentOf } from '../transcripts/moment.ts'
import type { Machine } from '../transcripts/reader.ts'
import type { Memory, MemoryTool, NoRule, Note } from './memory.ts'
import { type FileSkip, readMemoryFiles } from './memory-file.ts'
import { readMemoryRule } from './memory-rule.ts'
import { noteReaders } from './note-readers.ts'

export interface MemoryOptions {
  /** All tools by default. */
  tool?: MemoryTool | undefined
  /** A folder, anything below it, or its last name. */
  project?: string | undefined
  /** Folders that sessions ran in: tools keep memories in projects too. */
  projects?: readonly string[]
  machine?: Machine
}

export interface MemoryReading {
  memories: Memory[]
  /** Notes that are no rules, by reason. */
  leftOut: Record<NoRule, number>
  /** Files that were not read. */
  skipped: { tool: MemoryTool; reason: FileSkip; count: number }[]
}

/** Each takes 0.1 ms, and the folder may be that of a stranger's repository. */
const maxNotes = 5000

/** Reads what coding tools noted on this machine. Nothing is sent anywhere, and no file is changed. */
export function readMemories(options: MemoryOptions = {}): MemoryReading {
  const machine = options.machine ?? { home: homedir(), env: process.env }
  const projects = projectFolders(options.projects ?? [])
  const skips = new Map<string, MemoryReading['skipped'][number]>()
  const leftOut = { state: 0, account: 0, fact: 0 }
  const found = new Merged()
  const seen = new Set<string>()
  for (const source of sourcesOf(options.tool)) {
    const skip = (reason: FileSkip) => {
      const key = `${source.tool} ${reason}`
      const entry = skips.get(key) ?? { tool: source.tool, reason, count: 0 }
      entry.count++
      skips.set(key, entry)
    }
    for (const { folder, name, project } of foldersOf(source, machine, projects)) {
      const isOfProject = source.in === 'project'
      const listing = { files: source.files, depth: 3, within: isOfProject ? (project ?? undefined) : undefined }
      const files = readMemoryFiles(folder, source.at === '' ? { ...listing, depth: 1 } : listing, skip)
      const unseen = files.filter(({ realPath }) => !seen.has(realPath))
      for (const { realPath } of unseen) seen.add(realPath)
      const owner = isOfProject ? project : projectNamed(name, source.names, projects)
      const notes = noteReaders[source.form](unseen)
      if (notes.length > maxNotes) skip('many_notes')
      for (const note of notes.slice(0, maxNotes)) {
        const about = note.project ?? owner
        if (!isInProject({ project: about }, options.project)) continue
        const rule = readMemoryRule(note)
        if (typeof rule === 'string') leftOut[rule]++
        else
          found.add({
            ...memoryOf(note, machine.home),
            tool: source.tool,
            project: about,
            statement: redactText(rule.statement, machine.home),
            category: rule.category,
            repository: isOfProject && !source.isLocal ? (folderAbove('.git', folder) ?? null) : null,
            comes_back: note.cuts.length === 0 ? (source.comesBack ?? null) : null,
          })
      }
    }
  }
  return { memories: found.list(machine.home), leftOut, skipped: [...skips.values()] }
}

/** Folders of projects, and the roots of their repositories. Two slashes name another machine on Windows. */
/** The places of a tool, or of all, with the tool of each. */
const sourcesOf = (tool: MemoryTool | undefined) =>
  (tool === undefined ? toolsWith('memories') : [tool]).flatMap((name) =>
    partOf(name, 'memories').map((source) => ({ tool: name, ...source })),
  )

function projectFolders(projects: readonly string[]): string[] {
  const folders = projects.filter((path) => isAbsolute(path) && !/^[/\\]{2}/.test(path))
  const all = folders.flatMap((path) => [path, folderAbove('.git', path) ?? path])
  return [...new Set(all)].filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory())
}

function foldersOf({ in: root, at }: MemorySource, machine: Machine, projects: readonly string[]) {
  if (root === 'project')
    return projects.flatMap((project) => foldersAt(project, at).map((found) => ({ ...found, project })))
  const own = root(machine)
  return own === undefined ? [] : foldersAt(own, at).map((found) => ({ ...found, project: null }))
}

/** The project that a folder of a tool is named after: its path, or the name itself where no session ran there. */
function projectNamed(
  name: string | undefined,
  names: 'dashed path' | 'name' | undefined,
  projects: readonly string[],
): string | null {
  if (name === undefined || names === undefined) return null
  if (names === 'name') return name
  return projects.find((path) => dashedPath(path) === dashedPath(name)) ?? dashedPath(name)
}

/** Folders that match a path below another one, each with the name in place of the first `*`. */
function foldersAt(root: string, path: string): { folder: string; name: string | undefined }[] {
  let found: { folder: string; name: string | undefined }[] = [{ folder: root, name: undefined }]
  for (const part of path.split('/').filter((each) => each !== '')) {
    found = found.flatMap(({ folder, name }) =>
      part === '*'
        ? namesIn(folder).map((child) => ({ folder: join(folder, child), name: name ?? child }))
        : [{ folder: join(folder, part), name }],
    )
  }
  return found
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort(compareStrings)
  } catch {
    return []
  }
}

type Draft = Omit<Memory, 'id'>

const memoryOf = (note: Note, home: string) => ({
  file: note.file.path,
  line: note.line,
  at: momentOf(note.at) ?? note.file.modifiedAt.toISOString(),
  session: note.session ?? null,
  quote: redactText(note.text, home),
  wordings: note.wordings,
  copies: [],
  may_be_own: note.mayBeOwn === true,
  cuts: note.cuts,
})

/** Joins equal memories of one tool and project. */
class Merged {
  readonly #byKey = new Map<string, Draft[]>()

  add(memory: Draft): void {
    const key = `${memory.tool} ${statementKey(memory.statement)}`
    const others = this.#byKey.get(key) ?? []
    this.#byKey.set(key, others)
    // A place that the tool writes itself repeats notes of other places.
    const at = others.findIndex(
      (other) => other.project === memory.project || other.cuts.length === 0 || memory.cuts.length === 0,
    )
    if (at < 0) others.push(memory)
    else others[at] = merge(others[at]!, memory)
  }

  list(home: string): Memory[] {
    return [...this.#byKey.values()].flat().map((memory) => ({ id: idOf(memory, home), ...memory }))
  }
}

/** The place that can be taken out stands for both. */
function merge(a: Draft, b: Draft): Draft {
  const [first, other] = a.cuts.length === 0 && b.cuts.length > 0 ? [b, a] : [a, b]
  return {
    ...first,
    project: first.project ?? other.project,
    session: first.session ?? other.session,
    wordings: [...new Set([...first.wordings, ...other.wordings])],
    copies: [...first.copies, { file: other.file, line: other.line }, ...other.copies],
    comes_back: first.comes_back ?? other.comes_back,
    cuts: [...first.cuts, ...other.cuts],
  }
}

const idOf = ({ tool, file, statement }: Draft, home: string): string =>
  createHash('sha256')
    .update(
      JSON.stringify([tool, file.startsWith(home) ? `~${file.slice(home.length)}` : file, statementKey(statement)]),
    )
    .digest('hex')
    .slice(0, 10)
