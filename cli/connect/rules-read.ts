import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'jsonc-parser'
import type { FormatName } from '../../server/domain/formats/format.ts'
import { findMarker, type Marker } from '../../server/domain/formats/marker.ts'
import { formatByPath } from '../../server/domain/formats/paths.ts'

/** The rules files that each coding tool reads at the start of a session, and those among them that hold an identity. */

/** Files of which the tool reads the first one that exists; one that ends with `/` is a folder whose files are all read. */
type Alternatives = readonly string[]

interface RulesReading {
  /** In each folder from the working directory up to the root of the repository. */
  project: readonly Alternatives[]
  /** In the person's own configuration. */
  user: (home: string) => readonly Alternatives[]
  /** The settings of a repository or a user whose `context.fileName` names other files instead. */
  settings?: string
}

const { env } = process

export const rulesReadings: Record<string, RulesReading> = {
  'claude-code': {
    project: [['CLAUDE.md'], ['.claude/CLAUDE.md'], ['CLAUDE.local.md'], ['.claude/rules/']],
    user: (home) => [[join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'CLAUDE.md')]],
  },
  codex: {
    project: [['AGENTS.override.md', 'AGENTS.md']],
    user: (home) => {
      const folder = env.CODEX_HOME || join(home, '.codex')
      return [[join(folder, 'AGENTS.override.md'), join(folder, 'AGENTS.md')]]
    },
  },
  cursor: { project: [['AGENTS.md'], ['.cursor/rules/'], ['.cursorrules']], user: () => [] },
  vscode: { project: [['AGENTS.md'], ['.github/copilot-instructions.md']], user: () => [] },
  gemini: {
    project: [['GEMINI.md']],
    user: (home) => [[join(home, '.gemini/GEMINI.md')]],
    settings: '.gemini/settings.json',
  },
  qwen: {
    project: [['QWEN.md'], ['AGENTS.md']],
    user: (home) => [[join(home, '.qwen/QWEN.md')], [join(home, '.qwen/AGENTS.md')]],
    settings: '.qwen/settings.json',
  },
  opencode: {
    project: [['AGENTS.md', 'CLAUDE.md']],
    user: (home) => [
      [join(env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode/AGENTS.md'), join(home, '.claude/CLAUDE.md')],
    ],
  },
  copilot: {
    project: [['AGENTS.md'], ['CLAUDE.md'], ['GEMINI.md'], ['.github/copilot-instructions.md']],
    user: (home) => [[join(env.COPILOT_HOME || join(home, '.copilot'), 'copilot-instructions.md')]],
  },
  cline: { project: [['AGENTS.md'], ['.clinerules/']], user: () => [] },
  continue: {
    project: [['AGENTS.md', 'AGENT.md', 'CLAUDE.md'], ['.continue/rules/']],
    user: (home) => [[join(home, '.continue/rules/')]],
  },
}

/** A file that a tool reads and that holds an identity. */
export interface IdentityFile {
  /** The absolute path. */
  file: string
  text: string
  marker: Marker
  format: FormatName
}

/** The files with an identity that a tool reads when a session starts in a folder, the nearest first; a link counts once. */
export function identityFiles(tool: string, start: string, home = homedir()): IdentityFile[] {
  const { project, user, settings } = rulesReadings[tool]!
  const found = new Map<string, IdentityFile>()
  const add = (file: string) => {
    const text = textOf(file)
    const marker = findMarker(text)
    const real = realpathSync(file)
    const format = formatByPath(file.replaceAll('\\', '/')) ?? 'agents_md'
    if (marker && !found.has(real)) found.set(real, { file, text, marker, format })
    // "@AGENTS.md" is how a CLAUDE.md of one line includes the file of the other tools.
    const included = /^@(?:\.\/)?AGENTS\.md\s*$/m.test(text) ? join(dirname(file), 'AGENTS.md') : file
    if (included !== file && isFile(included)) add(included)
  }
  const addFirst = (alternatives: Alternatives) => {
    const first = alternatives.map(filesAt).find((files) => files.length > 0)
    for (const file of first ?? []) add(file)
  }
  const folders = foldersFrom(start)
  const names = settings && contextNames([...folders, home].map((folder) => join(folder, settings)))
  for (const folder of folders)
    for (const files of names ? names.map((name) => [name]) : project) addFirst(files.map((path) => join(folder, path)))
  for (const files of user(home)) addFirst(files)
  return [...found.values()]
}

/** The folders from one up to the root of its repository. */
function foldersFrom(folder: string): string[] {
  const isLast = existsSync(join(folder, '.git')) || folder === dirname(folder)
  return isLast ? [folder] : [folder, ...foldersFrom(dirname(folder))]
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

function filesAt(path: string): string[] {
  if (!path.endsWith('/') && !path.endsWith('\\')) return isFile(path) ? [path] : []
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(path)
    .sort()
    .map((name) => join(path, name))
    .filter((file) => /\.mdc?$/.test(file) && isFile(file))
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
export const isReadBy = (tool: string, file: string): boolean =>
  rulesReadings[tool]!.project.flat().some((path) => file.replaceAll('\\', '/').endsWith(`/${path}`))

/** Files with the identity of one agent that a tool reads all, so that it stands more than once in the context. */
export interface Doubles {
  tools: string[]
  files: string[]
}

/** Finds the files of one identity that any tool would read together in a folder. */
export function findDoubles(start: string, home = homedir()): Doubles[] {
  const doubles = new Map<string, Doubles>()
  for (const tool of Object.keys(rulesReadings)) {
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
