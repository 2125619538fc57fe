import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import type { paths } from '../clients/typescript/src/index.ts'
import { type FormatFile, type FormatName, formatNames } from '../server/domain/formats/format.ts'
import { findMarker } from '../server/domain/formats/marker.ts'
import { type Entry, findRepository, isFormat, isInside, type Repository } from './repository.ts'
import { type Service, unwrap } from './service.ts'

/** The files that agents write, and how they stand to the service. */

/**
 * `missing`: not there. `current`: as the service would write it. `behind`: made from an earlier identity. `edited`:
 * made from the present identity, and changed by hand. `foreign`: there, and not written by this command.
 */
type FileState = 'missing' | 'current' | 'behind' | 'edited' | 'foreign'

export interface AgentFile extends Entry {
  /** Where it is on this machine. */
  file: string
  state: FileState
  /** What is there; undefined when it is missing. */
  local: string | undefined
  /** What the service would write. */
  present: string
}

/** Exports an agent: the files, with their usual paths, and what the format cannot hold. */
export async function exportAgent({ api }: Service, agentId: string, format: FormatName) {
  const params = { path: { agentId }, query: { format, report: true } }
  const report = await unwrap(api.GET('/agents/{agentId}/export', { params }))
  return report as { files: FormatFile[]; lost: { item_id: string | null; field: string; reason: string }[] }
}

/** The files of an entry beside what the service has now. */
export async function compareEntry(service: Service, folder: string, entry: Entry): Promise<AgentFile[]> {
  const { files } = await exportAgent(service, entry.agent, entry.format)
  return files.map(({ path, content: present }, index) => {
    const own = index === 0 ? entry.path : posix.join(posix.dirname(entry.path), posix.basename(path))
    if (!isInside(folder, own)) throw new Error(`${own} is outside of ${folder}`)
    const file = join(folder, own)
    const local = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    return { ...entry, path: own, file, local, present, state: stateOf(local, present) }
  })
}

function stateOf(local: string | undefined, present: string): FileState {
  if (local === undefined) return 'missing'
  // Git writes other line ends on Windows.
  if (local.replaceAll('\r\n', '\n') === present) return 'current'
  const marker = findMarker(local)
  if (!marker) return 'foreign'
  return marker.hash === findMarker(present)?.hash ? 'edited' : 'behind'
}

/** Whole or not at all, since tools may be reading it. */
export function writeWhole(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.tmp`
  writeFileSync(draft, content)
  renameSync(draft, file)
}

export type Import = paths['/agents/{agentId}/import']['post']['responses'][200]['content']['application/json']

/** Has the service compare files with what they were made from; `dryRun` only tells. */
export async function importFiles(
  { api }: Service,
  agentId: string,
  body: { files: FormatFile[]; format?: FormatName; dryRun?: boolean },
): Promise<Import> {
  return (await unwrap(api.POST('/agents/{agentId}/import', { params: { path: { agentId } }, body }))) as Import
}

/** How many edits of these files the service does not have yet. */
export async function countEdits(service: Service, files: AgentFile[]): Promise<number> {
  const { items } = await importFiles(service, files[0]!.agent, { ...uploadOf(files), dryRun: true })
  return items.filter(({ status }) => status !== 'unchanged' && status !== 'deduplicated').length
}

/** The files of one entry that are there, as the service takes them. */
export const uploadOf = (files: AgentFile[]) => ({
  files: files.flatMap(({ path, local }) => (local === undefined ? [] : [{ path, content: local }])),
  format: files[0]!.format,
})

/** The entries that a command is about: all, those of an agent, or the one that `format` names. */
export async function chooseEntries(
  service: Service,
  agent: string | undefined,
  format: string | undefined,
): Promise<{ repository: Repository; entries: Entry[]; isNew: boolean }> {
  if (format !== undefined && !isFormat(format)) {
    throw new Error(`There is no format ${format}; formats are ${formatNames.join(', ')}`)
  }
  const repository = findRepository() ?? { folder: process.cwd(), url: undefined, entries: [] }
  const entries = repository.entries.filter(
    (entry) => (agent === undefined || entry.agent === agent) && (format === undefined || entry.format === format),
  )
  if (entries.length > 0) return { repository, entries, isNew: false }
  if (agent === undefined || format === undefined) {
    throw new Error(
      `No agent-identity.json says which files ${agent ?? 'an agent'} writes. Run "agent-identity pull ${agent ?? 'AGENT'} --format agents_md", which makes it.`,
    )
  }
  const { files } = await exportAgent(service, agent, format)
  return { repository, entries: [{ path: files[0]!.path, agent, format }], isNew: true }
}
