import { join, relative } from 'node:path'
import { findMarker } from '#core/domain/formats/marker.ts'
import type { ConfigEdit } from '../files/config-edit.ts'
import { type Entry, findRepository, repositoryFile, repositoryFolder } from '../files/repository.ts'
import { compareFile, explainKept, exportAgent, hasEdits, isOwnFile } from '../service/agent-files.ts'
import type { Service } from '../service/service.ts'
import type { ConnectedTool } from './connection.ts'
import { refusalOfEdit } from './exposed-files.ts'
import { identityFiles } from './rules-read.ts'
import { editsOf, emptyConnection, type Where } from './tool.ts'
import { codingTools, partOf } from './tools.ts'

/** The parts of a repository's files that hold the identity for a tool, without their values. */
export function rulesParts(tool: ConnectedTool, where: Where): ConfigEdit[] {
  // Tools whose settings are the user's alone read the rules file of the repository that the command runs in.
  const isInProject =
    where.scope === 'project' ||
    (where.isRepository && !editsOf(codingTools[tool], emptyConnection({ ...where, scope: 'project' })))
  const written = partOf(tool, 'rules').written
  if (written === undefined || !isInProject) return []
  const folder = repositoryFolder() ?? where.folder
  const file = join(where.folder, written)
  const path = relative(folder, file).replaceAll('\\', '/')
  return [
    { file, language: 'markdown', path: [], value: '', isRules: true },
    {
      file: repositoryFile(folder),
      language: 'json',
      path: ['files'],
      value: { path },
      isRules: true,
      isOurs: (element) => (element as { path?: unknown } | null)?.path === path,
    },
  ]
}

/** The edits, and sentences for the person. */
interface RulesEdits {
  edits: ConfigEdit[]
  notes: string[]
}

/**
 * The edits that put the identity into the rules file that a tool reads in a repository: the file, or a block in it if
 * a person keeps it, and its entry in agent-identity.json, by which `pull` keeps it current.
 *
 * None when the tool reads another file of the same identity. A block with edits that the
 * service does not have stays as it is.
 *
 * @throws an error when the file belongs to another agent.
 */
export async function rulesEdits(
  service: Service,
  agent: string,
  tool: ConnectedTool,
  where: Where,
): Promise<RulesEdits> {
  const [rulesFile, entry] = rulesParts(tool, where)
  if (!rulesFile || !entry) return { edits: [], notes: [] }
  const { path } = entry.value as { path: string }
  const known = findRepository()?.entries.find((other) => other.path === path)
  if (known && known.agent !== agent) {
    throw new Error(
      `${path} holds the identity of ${known.agent}, as agent-identity.json says. Remove that entry to connect ${agent}.`,
    )
  }
  const { files } = await exportAgent(service, agent, 'agents_md', { label: known?.label })
  const code = findMarker(files[0]!.content)?.agent
  // A second file of the same identity would stand twice in the context.
  const isReadAlready = identityFiles(tool, where.folder, where.home).some(
    ({ file, marker }) => marker.agent === code && file !== rulesFile.file,
  )
  if (isReadAlready) return { edits: [], notes: [] }
  const whole = { ...rulesFile, value: files[0]!.content }
  // The plan refuses a link that leads out of the repository; what it leads to is not read.
  if (refusalOfEdit(rulesFile, where) !== undefined) return { edits: [whole], notes: [] }
  const isBlock = known?.block === true || isOwnFile(rulesFile.file)
  const label = known?.label && { label: known.label }
  const present: Entry = { path, agent, format: 'agents_md', ...label, ...(isBlock && { block: true }) }
  const entryEdit = { ...entry, value: present }
  const file = compareFile(findRepository()?.folder ?? where.folder, present, files[0]!.content)
  if (await hasEdits(service, file)) return { edits: [entryEdit], notes: [explainKept([file])] }
  return { edits: [whole, entryEdit], notes: [] }
}
