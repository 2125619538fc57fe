import { randomUUID } from 'node:crypto'
import { existsSync, readlinkSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, posix, relative, resolve } from 'node:path'
import { makeFolder } from '#core/base/files.ts'
import { exportPaths } from '#core/domain/formats/export-paths.ts'
import type { FormatName } from '#core/domain/formats/format.ts'

/**
 * Limits where commands may write. A foreign repository names paths in agent-identity.json, so a path leads to a rules
 * file or a file without meaning to any tool: never to one that Git, npm, an editor or CI would run.
 */

/** Dot files and folders in which tools look for rules and agents; all other dot files are out of bounds. */
const rulesPaths = [
  /^\.(?:clinerules|cursorrules|windsurfrules)$/,
  /^\.(?:clinerules|(?:claude|cursor|devin|windsurf)\/rules)\//,
  /^\.(?:claude|github)\/agents\//,
  /^\.(?:agents|claude)\/skills\//,
  /^\.claude\/CLAUDE\.md$/,
  /^\.github\/(?:copilot-instructions\.md|instructions\/)/,
  /^\.well-known\//,
]

const endings: Record<string, readonly string[]> = {
  '.md': ['.md', '.mdc', '.markdown', '.txt'],
  '.mdc': ['.mdc', '.md'],
  '.yaml': ['.yaml', '.yml'],
}

/** The reason why a file of this format must not be written at a path of a folder; undefined if it may. */
export function refusalOf(folder: string, path: string, format: FormatName): string | undefined {
  if (!isInside(folder, path)) return 'path must stay inside this folder'
  // A link within the folder must not bypass the rules either.
  const within = relative(realpathSync(folder), resolveLinks(resolve(folder, path))).replaceAll('\\', '/')
  return [posix.normalize(path), within].map((way) => refusalOfWay(way, format)).find((reason) => reason !== undefined)
}

function refusalOfWay(way: string, format: FormatName): string | undefined {
  const parts = way.split('/')
  // Windows reads `a:b` as a stream or drive, `\` as a separator, `GIT~1` as `.git`, and drops dots and spaces at the
  // end; macOS can ignore invisible characters.
  if (parts.some((part) => /[\p{Cc}\p{Cf}\\:*?"<>|]|~\d|[. ]$|^$/u.test(part))) {
    return 'path must have names that every system takes for the same'
  }
  const firstDot = parts.findIndex((part) => part.startsWith('.'))
  const dotted = firstDot < 0 ? undefined : parts.slice(firstDot).join('/')
  const isHiddenWithin = parts.slice(firstDot + 1).some((part) => part.startsWith('.'))
  if (dotted !== undefined && (isHiddenWithin || !rulesPaths.some((allowed) => allowed.test(dotted)))) {
    return `path must not be in ${parts[firstDot]}, where tools other than agents read`
  }
  const usual = posix.extname(exportPaths[format][0])
  const allowed = endings[usual] ?? [usual]
  const isRulesFile = dotted !== undefined && rulesPaths[0]!.test(dotted)
  if (!isRulesFile && !allowed.includes(posix.extname(way).toLowerCase())) {
    return `path must end with ${allowed.join(' or ')}, as files of the format ${format} do`
  }
  return undefined
}

/** Writes atomically, since tools may be reading the file; a link there is replaced, not followed. */
export function writeWhole(file: string, content: string, mode = 0o666): void {
  makeFolder(dirname(file), 0o777)
  const draft = `${file}.${randomUUID()}.tmp`
  try {
    writeFileSync(draft, content, { flag: 'wx', mode })
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Whether a path stays within the folder, links included. */
export function isInside(folder: string, path: string): boolean {
  const target = resolve(folder, path)
  return [relative(folder, target), relative(realpathSync(folder), resolveLinks(target))].every(
    (way) => !isAbsolute(way) && way.split(/[/\\]/)[0] !== '..',
  )
}

/** Resolves a path, even if it, or the target of a link, does not exist yet. */
export function resolveLinks(path: string, depth = 0): string {
  if (existsSync(path)) return realpathSync(path)
  if (depth > 40 || path === dirname(path)) return path
  const folder = resolveLinks(dirname(path), depth + 1)
  const link = linkAt(join(folder, basename(path)))
  return link === undefined ? join(folder, basename(path)) : resolveLinks(resolve(folder, link), depth + 1)
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
