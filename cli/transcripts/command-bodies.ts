import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { parse as readToml } from 'smol-toml'
import { withoutFrontMatter } from '#core/domain/text/front-matter.ts'
import { textAt } from './json.ts'

/**
 * Recognizes the text of a person's own command, which some tools store as if it had been typed. The files of the
 * commands are compared, in the tool's folder of the user and in that of the project; a command that was changed or
 * deleted since is not recognized.
 */

/** Folders that may hold commands, of a user or below a project. */
export interface CommandFolders {
  user: string[]
  /** Relative to the project. */
  project: string[]
}

/** Fixed passages of a command and, between them, the names of what was filled in. */
export type CommandBody = string[]

const maxCommandBytes = 100_000
const maxCommands = 1000
const maxDepth = 4
/** Fewer fixed characters would match what people type. */
const minFixedLength = 20

/** Arguments, output of a shell and content of files, in the forms of the tools. */
const filled = /(\$ARGUMENTS|\$@|\$\d\b|\{\{args\}\}|[!@]\{[^}\n]{0,1000}\}|!`[^`\n]{0,1000}`)/

/** The commands in the folders of the user and of a project. */
export function readCommands({ user, project: folders }: CommandFolders, project: string | null): CommandBody[] {
  // Two slashes name another machine on Windows, which would get the person's sign-in.
  const ofProject =
    project !== null && /^\/(?![/\\])/.test(project) ? folders.map((folder) => join(project, folder)) : []
  return [...user, ...ofProject].flatMap((folder) => readFolder(folder, 0)).slice(0, maxCommands)
}

function readFolder(folder: string, depth: number): CommandBody[] {
  if (depth > maxDepth) return []
  return orNone(() => readdirSync(folder, { withFileTypes: true })).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return readFolder(path, depth + 1)
    return /^\.(?:md|toml)$/.test(extname(path)) ? orNone(() => readCommand(path)) : []
  })
}

function readCommand(path: string): CommandBody[] {
  const stats = statSync(path)
  if (!stats.isFile() || stats.size > maxCommandBytes) return []
  const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n')
  const body = extname(path) === '.toml' ? textAt(readToml(text), 'prompt') : withoutFrontMatter(text)
  const passages = (body ?? '').trim().split(filled)
  const fixed = passages.filter((_, index) => index % 2 === 0).join('')
  return fixed.trim().length < minFixedLength ? [] : [passages]
}

function orNone<Value>(read: () => Value[]): Value[] {
  try {
    return read()
  } catch {
    return []
  }
}

/** The words behind the command whose text this is, empty if there are none; undefined for any other text. */
export function wordsBehindCommand(message: string, commands: CommandBody[]): string | undefined {
  const text = message.trim()
  for (const body of commands) {
    const words = wordsBetween(text, body)
    if (words !== undefined) return words
  }
  return undefined
}

function wordsBetween(text: string, body: CommandBody): string | undefined {
  if (!text.startsWith(body[0]!)) return undefined
  let offset = body[0]!.length
  // Words for which the command has no room are added at the end.
  if (body.length === 1) return text.slice(offset).trim()
  const words = new Set<string>()
  for (let index = 1; index < body.length; index += 2) {
    const [name, next] = [body[index]!, body[index + 1]!]
    const end = index + 2 === body.length && next === '' ? text.length : text.indexOf(next, offset)
    if (end < 0) return undefined
    if (/^\$|args/.test(name)) words.add(text.slice(offset, end).trim())
    offset = end + next.length
  }
  return offset < text.length ? undefined : [...words].join(' ').trim()
}
