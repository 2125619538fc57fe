import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { isSealedCard } from '#core/domain/formats/a2a-card.ts'
import { areExportPaths, type SkillFolder, skillFolders } from '#core/domain/formats/export-paths.ts'
import type { FormatFile, FormatName } from '#core/domain/formats/format.ts'
import { findMarker } from '#core/domain/formats/marker.ts'
import type { paths } from '../../clients/typescript/src/index.ts'
import { canBeBlock, findBlock, placeBlock } from '../files/identity-block.ts'
import { recordRewritten } from '../files/journal.ts'
import { type Entry, findRepository, type Repository } from '../files/repository.ts'
import { readText } from '../files/text-file.ts'
import { applyReplacement } from '../files/text-replacement.ts'
import { refusalOf, resolveLinks, writeWhole } from '../files/writable-files.ts'
import { shellWord } from '../output.ts'
import { type Service, unwrap } from './service.ts'

/** The files that agents write, compared with the service. */

/**
 * `missing`: does not exist, or has no block yet. `current`: as the service would write it. `behind`: made
 * from an earlier identity. `edited`: made from the present identity, and changed by hand. `foreign`:
 * exists, but was not written by this command.
 */
type FileState = 'missing' | 'current' | 'behind' | 'edited' | 'foreign'

export interface AgentFile extends Entry {
  /** The path on this machine. */
  file: string
  state: FileState
  /** The whole text of the file; undefined if it is missing. */
  text: string | undefined
  /** The text that is the agent's: the whole file, or its block; undefined if there is none. */
  local: string | undefined
  /** The text that the service would write. */
  present: string
}

interface Export {
  files: FormatFile[]
  lost: { item_id: string | null; field: string; reason: string }[]
}

/**
 * Exports an agent: the files, with their usual paths, and what the format cannot hold.
 *
 * @param choice the folder of a skill, if it is not the default; the label of the version, if it is not the live one.
 * @throws an error when the response names other paths than those of the format, or holds files that are not exports.
 */
export async function exportAgent(
  { api }: Service,
  agentId: string,
  format: FormatName,
  { path, label }: { path?: SkillFolder | undefined; label?: string | undefined } = {},
): Promise<Export> {
  const query = { format, report: true, ...(path && { path }), ...(label && { label }) }
  const params = { path: { agentId }, query }
  const { files, lost } = (await unwrap(api.GET('/agents/{agentId}/export', { params }))) as Partial<Export>
  const paths = Array.isArray(files) ? files.map((file) => String(file?.path)) : []
  if (!areExportPaths(format, paths, path)) {
    throw new Error(`The service sent ${paths.join(', ') || 'no files'}, which is not an export in ${format}.`)
  }
  const broken = files!.find(({ content }) => typeof content !== 'string' || !findMarker(content))
  if (broken) throw new Error(`The service sent ${broken.path} without the line that names its agent and version.`)
  return { files: files!, lost: Array.isArray(lost) ? lost : [] }
}

/** Pairs the files of an entry with what the service has now. */
export async function compareEntry(service: Service, folder: string, entry: Entry): Promise<AgentFile[]> {
  const { files } = await exportAgent(service, entry.agent, entry.format, { label: entry.label })
  return files.map((file, index) => {
    const path = index === 0 ? entry.path : posix.join(posix.dirname(entry.path), posix.basename(file.path))
    return compareFile(folder, { ...entry, path }, file.content)
  })
}

/**
 * Pairs a file in a folder with what the service has now.
 *
 * @throws an error when commands may not write to the path.
 */
export function compareFile(folder: string, entry: Entry, present: string): AgentFile {
  const refusal = refusalOf(folder, entry.path, entry.format)
  if (refusal !== undefined) throw new Error(`${entry.path}: ${refusal}`)
  // A link stays one: what it leads to is written.
  const file = resolveLinks(join(folder, entry.path))
  const text = existsSync(file) ? readText(file, entry.path) : undefined
  if (!entry.block) return { ...entry, file, text, local: text, present, state: stateOf(text, present) }
  const local = text === undefined ? undefined : findBlock(text)?.content
  const block = `${present.trimEnd()}\n`
  return { ...entry, file, text, local, present: block, state: stateOf(local, block) }
}

/** @throws an error that names two entries which lead to the same file by a link: each would undo the other. */
export function requireSeparateFiles(folder: string, entries: readonly Entry[]): void {
  const paths = new Map<string, string>()
  for (const { path } of entries) {
    const file = resolveLinks(join(folder, path))
    const other = paths.get(file)
    if (other !== undefined && other !== path)
      throw new Error(`${other} and ${path} lead to the same file; remove one of them from agent-identity.json.`)
    paths.set(file, path)
  }
}

function stateOf(local: string | undefined, present: string): FileState {
  if (local === undefined) return 'missing'
  // Git writes other line endings on Windows.
  if (local.replaceAll('\r\n', '\n') === present) return 'current'
  const marker = findMarker(local)
  if (!marker) return 'foreign'
  return marker.version === findMarker(present)?.version ? 'edited' : 'behind'
}

export type Import = paths['/agents/{agentId}/import']['post']['responses'][200]['content']['application/json']

/** Asks the service to compare files with the identity that they were made from; `dryRun` imports nothing. */
export async function importFiles(
  { api }: Service,
  agentId: string,
  body: { files: FormatFile[]; format?: FormatName; dryRun?: boolean },
): Promise<Import> {
  return (await unwrap(api.POST('/agents/{agentId}/import', { params: { path: { agentId } }, body }))) as Import
}

/** A file and the result of writing it. */
export type WrittenFile = Pick<AgentFile, 'path' | 'agent' | 'format' | 'state'> & {
  result: 'written' | 'unchanged' | 'kept'
}

/** Writes missing and outdated files, unless that would overwrite edits which the service does not have. */
export async function writeFiles(service: Service, files: AgentFile[], force?: boolean): Promise<WrittenFile[]> {
  const outdated = files.filter(({ state }) => state !== 'current' && (force || state !== 'edited'))
  const isForeign = outdated.some(({ state }) => state === 'foreign')
  const isBehind = outdated.some(({ state }) => state === 'behind')
  const isKept = !force && (isForeign || (isBehind && (await countEdits(service, files)) > 0))
  const written = isKept ? [] : outdated.map((file) => ({ file: file.file, text: textOf(file) }))
  for (const { file, text } of written) writeWhole(file, text)
  recordRewritten(written)
  return files.map((file) => {
    const { path, agent, format, state } = file
    const result = !outdated.includes(file) ? 'unchanged' : isKept ? 'kept' : 'written'
    return { path, agent, format, state, result }
  })
}

/** Whether a file has edits that the service does not have yet. */
export const hasEdits = async (service: Service, file: AgentFile): Promise<boolean> =>
  file.state === 'edited' || (file.state === 'behind' && (await countEdits(service, [file])) > 0)

/** The whole file as it will be. */
const textOf = ({ block, text = '', present }: AgentFile): string =>
  block ? applyReplacement(text, placeBlock(text, present)) : present

/** Explains why a file was not overwritten, and the ways out. */
export function explainKept(kept: Pick<WrittenFile, 'path' | 'agent' | 'format' | 'state'>[]): string {
  const { path, agent, format, state } = kept.find((file) => file.state === 'foreign') ?? kept[0]!
  if (isExportOnly(format)) {
    return `${path} has content of its own, and the service reads no files of the format ${format}. Copy what you want to keep, and overwrite the file with --force.`
  }
  return state === 'foreign'
    ? `${path} was not written by this command. ${canBeBlock(format) ? `Add the identity to it with "agent-identity pull ${agent} --format ${format} --block", read` : 'Read'} it with "agent-identity import ${agent} ${shellWord(path)}", or overwrite it with --force.`
    : `${path} has edits that are not in the service. Propose them with "agent-identity push ${agent}", or overwrite them with --force.`
}

/** Whether the service only writes files of a format, but cannot import them. */
export const isExportOnly = (format: FormatName): boolean => format === 'a2a_card'

/** An edit of words about the agent itself, such as the description of a skill, which no import takes. */
export const isProfileEdit = ({ field }: Import['lost'][number]): boolean => field === 'profile'

/**
 * Counts the edits of these files that the service does not have yet; for a format that it
 * only writes, the edited files.
 */
async function countEdits(service: Service, files: AgentFile[]): Promise<number> {
  if (isExportOnly(files[0]!.format)) return files.filter(({ local }) => local && !isSealedCard(local)).length
  const { items, lost = [] } = await importFiles(service, files[0]!.agent, { ...uploadOf(files), dryRun: true })
  const edited = items.filter(({ status }) => status !== 'unchanged' && status !== 'deduplicated')
  return edited.length + lost.filter(isProfileEdit).length
}

/** The existing files of one entry, in the form that the service imports. */
export const uploadOf = (files: AgentFile[]) => ({
  files: files.flatMap(({ path, local }) => (local === undefined ? [] : [{ path, content: local }])),
  format: files[0]!.format,
})

/** The description of the option `--path`. */
export const pathHelp = `folder of a skill: ${skillFolders.join(' or ')}`

/** @throws an error when there is no such folder of skills, or the format is another one. */
export function requireSkillFolder(format: string | undefined, path: string | undefined): SkillFolder | undefined {
  if (path !== undefined && format !== 'skill') throw new Error('--path needs --format skill')
  const folder = skillFolders.find((known) => known === path)
  if (path !== undefined && !folder) throw new Error(`--path must be ${skillFolders.join(' or ')}, not ${path}`)
  return folder
}

export interface EntryChoice {
  agent: string | undefined
  format?: FormatName
  block?: boolean
  path?: string
  /** `live` takes the label of an entry away. */
  label?: string
}

/** Whether a file exists that is no export as a whole, so that an identity in it is a block. */
export function isOwnFile(file: string): boolean {
  const text = existsSync(file) ? readText(file) : ''
  return text !== '' && (findBlock(text) !== undefined || !findMarker(text))
}

/**
 * The entries to process: all, those of one agent, or the one that `format` and `path` name; `added` are those among
 * them that agent-identity.json does not have yet.
 */
export async function chooseEntries(
  service: Service,
  { agent, format, block, path, label }: EntryChoice,
): Promise<{ repository: Repository; entries: Entry[]; added: Entry[] }> {
  if (block && !(format && canBeBlock(format)))
    throw new Error('--block needs --format agents_md, claude_md, gemini or copilot')
  const folder = requireSkillFolder(format, path)
  const repository = findRepository() ?? { folder: process.cwd(), url: undefined, entries: [] }
  const entries = repository.entries.filter(
    (entry) =>
      (agent === undefined || entry.agent === agent) &&
      (format === undefined || entry.format === format) &&
      (folder === undefined || entry.path.startsWith(`${folder}/`)),
  )
  if (entries.length > 0) {
    // A person's own file in the place of one that was ours becomes one with a block.
    const chosen = entries.map((entry) => {
      const isBlock = block && !entry.block && isOwnFile(join(repository.folder, entry.path))
      if (!isBlock && (label ?? entry.label) === entry.label) return entry
      return withLabel({ ...entry, ...(isBlock && { block: true as const }) }, label ?? entry.label)
    })
    return { repository, entries: chosen, added: chosen.filter((entry) => !entries.includes(entry)) }
  }
  if (agent === undefined || format === undefined) {
    throw new Error(
      `No agent-identity.json says which files ${agent ?? 'an agent'} writes. Run "agent-identity pull ${agent ?? 'AGENT'} --format agents_md", which makes it.`,
    )
  }
  const { files } = await exportAgent(service, agent, format, { path: folder, label })
  const entry = withLabel({ path: files[0]!.path, agent, format, ...(block && { block: true as const }) }, label)
  return { repository, entries: [entry], added: [entry] }
}

const withLabel = ({ label: _, ...entry }: Entry, label: string | undefined): Entry =>
  label === undefined || label === 'live' || label === 'latest' ? entry : { ...entry, label }
