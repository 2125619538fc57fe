import { join, posix } from 'node:path'
import { type FormatName, formatNames } from '#core/domain/formats/format.ts'
import { folderAbove } from './folder-above.ts'
import { canBeBlock } from './identity-block.ts'
import { readText } from './text-file.ts'
import { refusalOf, writeWhole } from './writable-files.ts'

/** `agent-identity.json`: the agents of a repository and the files that they write. */

export interface Entry {
  /** Relative to the folder of agent-identity.json, with `/`. For a format with several files it is the first one. */
  path: string
  agent: string
  format: FormatName
  /** The version that the file holds is the one that carries this label, instead of the live one. */
  label?: string
  /** The identity is a block within a file that is a person's own. */
  block?: true
}

export interface Repository {
  folder: string
  url: string | undefined
  entries: Entry[]
}

const fileName = 'agent-identity.json'

export const repositoryFile = (folder: string): string => join(folder, fileName)

/** The folder of the repository, even if its file cannot be used. */
export const repositoryFolder = (): string | undefined => folderAbove(fileName, process.cwd())

/** The repository of the working directory: the nearest folder upwards that has the file. */
export function findRepository(): Repository | undefined {
  const folder = repositoryFolder()
  return folder === undefined ? undefined : readRepository(folder)
}

/** @throws an error that names the invalid field. */
function readRepository(folder: string): Repository {
  const refuse = (reason: string): never => {
    throw new Error(`${join(folder, fileName)}: ${reason}`)
  }
  const { url, files } = parsed(readText(join(folder, fileName)), refuse)
  if (url !== undefined && typeof url !== 'string') refuse('url must be a string')
  if (!Array.isArray(files)) refuse('files must be a list of {path, agent, format, block?}')
  const entries = (files as unknown[]).map((file, index): Entry => {
    const { path, agent, format, label, block } = (file ?? {}) as Record<string, unknown>
    const wrong = (reason: string) => refuse(`files[${index}].${reason}`)
    if (typeof path !== 'string' || path === '') return wrong('path must be a string')
    if (typeof agent !== 'string' || !/^[\w-]{1,200}$/.test(agent))
      return wrong('agent must be the slug or id of an agent')
    if (!isFormat(format)) return wrong(`format must be one of ${formatNames.join(', ')}`)
    if (label !== undefined && !isLabel(label))
      return wrong('label must have 1 to 64 lowercase letters, digits and hyphens')
    if (block !== undefined && typeof block !== 'boolean') return wrong('block must be true or false')
    if (block && !canBeBlock(format)) return wrong(`block is not possible in the format ${format}`)
    const refusal = refusalOf(folder, path, format)
    if (refusal !== undefined) return wrong(refusal)
    return { path: posix.normalize(path), agent, format, ...(label && { label }), ...(block && { block }) }
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

const isLabel = (value: unknown): value is string => typeof value === 'string' && /^[a-z0-9-]{1,64}$/.test(value)
const isFormat = (value: unknown): value is FormatName => formatNames.includes(value as FormatName)

/** The label of the entry that a file on this machine belongs to. */
export function labelOf(file: string): string | undefined {
  const { folder, entries } = findRepository() ?? { folder: '', entries: [] }
  return entries.find(({ path }) => join(folder, path) === file)?.label
}

/** Adds entries to the file, in place of those with the same paths; the file is created if it is missing. */
export function addEntries({ folder, url, entries }: Repository, added: readonly Entry[]): void {
  const present = entries.map((entry) => added.find(({ path }) => path === entry.path) ?? entry)
  const files = [...present, ...added.filter((entry) => !present.includes(entry))]
  writeWhole(join(folder, fileName), `${JSON.stringify({ ...(url && { url }), files }, null, 2)}\n`)
}
