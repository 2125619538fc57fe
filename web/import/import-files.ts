import { type Answer, ask, type Body, slowApi } from '../api/client.ts'
import type { Owner } from '../api/identity.ts'
import { type Category, layers } from '../api/words.ts'

/** Reads files for an import, and sends the rules that a person kept. */

export type ImportResult = Answer<'/agents/{agentId}/import', 'post'>
type ImportBody = Body<'/agents/{agentId}/import', 'post'>
export type ReadFile = NonNullable<ImportBody['files']>[number]

/** A rule that can be imported, with where it is from and what is known of it. */
export interface Rule {
  /** Distinguishes it from the others, also while it is edited. */
  key: number
  /** Absent for pasted text. */
  file?: string | undefined
  /** From 1. */
  line?: number | undefined
  statement: string
  category: Category
  state: 'new' | 'present' | 'not taken'
  /** Says what is present, or why the line was not taken. */
  reason: string
  isTaken: boolean
  isEdited: boolean
}

export const sendImport = ({ layer, id }: Owner, body: ImportBody): Promise<ImportResult> => {
  if (layer === 'agent')
    return ask(slowApi.POST('/agents/{agentId}/import', { params: { path: { agentId: id } }, body }))
  if (layer === 'group')
    return ask(slowApi.POST('/groups/{groupId}/import', { params: { path: { groupId: id } }, body }))
  return ask(slowApi.POST('/organizations/{orgId}/import', { params: { path: { orgId: id } }, body }))
}

/** The path under which pasted text is read; it is not kept as a source. */
export const pastedPath = 'rules.md'

/** The rules of a dry run, and the lines that were not taken, in the order of the files. */
export function rulesOf({ items, lost }: ImportResult, owner: Owner, paths: readonly string[]): Rule[] {
  const read = items.map(({ statement, category, file, line, match }) => ({
    file,
    line,
    statement,
    category,
    state: match ? ('present' as const) : ('new' as const),
    reason: match ? reasonOf(match, owner) : '',
    isTaken: !match,
  }))
  const left = lost.flatMap(({ path, line, text, reason }) =>
    text === undefined
      ? []
      : [
          {
            file: path ?? paths[0],
            line,
            // The sign of a list is no part of its rule.
            statement: text.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, ''),
            reason,
            category: 'principle' as const,
            state: 'not taken' as const,
            isTaken: false,
          },
        ],
  )
  const fileIndex = ({ file = '' }: { file?: string | undefined }) => paths.indexOf(file)
  return [...read, ...left]
    .sort((a, b) => fileIndex(a) - fileIndex(b) || (a.line ?? 0) - (b.line ?? 0))
    .map((rule, key) => ({
      ...rule,
      key,
      file: rule.file === pastedPath ? undefined : rule.file,
      isEdited: false,
    }))
}

function reasonOf(
  { source, statement, similarity }: NonNullable<ImportResult['items'][number]['match']>,
  owner: Owner,
): string {
  const words = similarity === 1 ? '' : `: “${statement}”`
  if (source === 'files') return `Same as an earlier line${words}`
  if (source === owner.layer) return similarity === 1 ? 'Here already' : `Same as “${statement}”`
  return `Inherited already (${layers[source].title.toLowerCase()})${words}`
}

/** Images travel in base64. */
export async function readFile(file: File): Promise<ReadFile> {
  const path = file.webkitRelativePath.split('/').slice(1).join('/') || file.name
  if (!/\.png$/i.test(file.name)) return { path, content: await file.text() }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return { path, content: btoa(letters), encoding: 'base64' }
}

/** The file names of coding tools and of exports, without what they install. */
const rulesFile =
  /(^|\/)(AGENTS|CLAUDE|CLAUDE\.local|GEMINI|SOUL|IDENTITY|SKILL|copilot-instructions|CONVENTIONS)\.md$|\.(mdc|instructions\.md|agent\.md|af)$|(^|\/)(\.cursorrules|\.windsurfrules|\.clinerules)$|(^|\/)\.(claude\/(agents|rules)|windsurf\/rules|clinerules)\/.*\.md$/i
const installed = /(^|\/)(node_modules|\.git|vendor|dist|build)\//

/** The rules files of a folder, those at its top first. */
export const rulesFilesOf = (files: readonly File[]): File[] =>
  files
    .filter(({ webkitRelativePath: path }) => rulesFile.test(path) && !installed.test(path))
    .sort((a, b) => depth(a) - depth(b) || a.webkitRelativePath.localeCompare(b.webkitRelativePath))

const depth = ({ webkitRelativePath }: File) => webkitRelativePath.split('/').length
