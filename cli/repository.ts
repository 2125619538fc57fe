import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { type FormatName, formatNames } from '../server/domain/formats/format.ts'

/** `agent-identity.json`: which agent writes which files of a repository. */

export interface Entry {
  /** From the folder of agent-identity.json, with `/`. Of a format with several files it is the first. */
  path: string
  agent: string
  format: FormatName
}

export interface Repository {
  folder: string
  url: string | undefined
  entries: Entry[]
}

const fileName = 'agent-identity.json'

/** The repository of the working directory: the nearest folder upwards that has the file. */
export function findRepository(): Repository | undefined {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    if (existsSync(join(folder, fileName))) return readRepository(folder)
    if (folder === dirname(folder)) return undefined
  }
}

/** @throws an error that names the field that is wrong. */
function readRepository(folder: string): Repository {
  const refuse = (reason: string): never => {
    throw new Error(`${join(folder, fileName)}: ${reason}`)
  }
  const { url, files } = parsed(readFileSync(join(folder, fileName), 'utf8'), refuse)
  if (url !== undefined && typeof url !== 'string') refuse('url must be a string')
  if (!Array.isArray(files)) refuse('files must be a list of {path, agent, format}')
  const entries = (files as unknown[]).map((file, index): Entry => {
    const { path, agent, format, label } = (file ?? {}) as Record<string, unknown>
    const wrong = (reason: string) => refuse(`files[${index}].${reason}`)
    if (typeof path !== 'string' || path === '') return wrong('path must be a string')
    if (typeof agent !== 'string' || agent === '') return wrong('agent must be the slug or id of an agent')
    if (!isFormat(format)) return wrong(`format must be one of ${formatNames.join(', ')}`)
    if (label !== undefined) return wrong('label is not available yet; remove it')
    if (!isInside(folder, path)) return wrong('path must stay inside this folder')
    return { path, agent, format }
  })
  return { folder, url: url as string | undefined, entries }
}

function parsed(text: string, refuse: (reason: string) => never): { url?: unknown; files?: unknown } {
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch (error) {
    refuse(`it is not valid JSON (${(error as Error).message})`)
  }
  return refuse('it must hold an object with files')
}

export const isFormat = (value: unknown): value is FormatName => formatNames.includes(value as FormatName)

/** Whether a path leads to a place in the folder, links included. */
export function isInside(folder: string, path: string): boolean {
  const target = resolve(folder, path)
  let existing = target
  while (!existsSync(existing) && existing !== dirname(existing)) existing = dirname(existing)
  const root = realpathSync(folder)
  return [relative(folder, target), relative(root, realpathSync(existing))].every(
    (way) => !isAbsolute(way) && way.split(/[/\\]/)[0] !== '..',
  )
}

/** Adds an entry to the file, which is made when it is missing. */
export function addEntry({ folder, url, entries }: Repository, entry: Entry): void {
  const files = [...entries.filter(({ path }) => path !== entry.path), entry]
  writeFileSync(join(folder, fileName), `${JSON.stringify({ ...(url && { url }), files }, null, 2)}\n`)
}
