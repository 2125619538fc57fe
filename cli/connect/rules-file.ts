import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findMarker } from '../../server/domain/formats/marker.ts'
import { exportAgent } from '../agent-files.ts'
import { findRepository, repositoryFile } from '../repository.ts'
import type { Service } from '../service.ts'
import type { ConfigEdit } from './config-edit.ts'
import { identityFiles } from './rules-read.ts'
import { type CodingTool, emptyConnection, type Where } from './tool.ts'
import { codingTools } from './tools.ts'

/** The parts of a repository's files that hold the identity for a tool, without their values. */
export function rulesParts({ rules, edits }: CodingTool, where: Where): ConfigEdit[] {
  // Tools whose settings are the user's alone read the rules file of the repository that the command runs in.
  const isInProject =
    where.scope === 'project' || (where.isRepository && !edits(emptyConnection({ ...where, scope: 'project' })))
  if (rules === undefined || !isInProject) return []
  const folder = findRepository()?.folder ?? where.folder
  const file = join(where.folder, rules)
  const path = relative(folder, file).replaceAll('\\', '/')
  return [
    { file, language: 'markdown', path: [], value: '', isRules: true },
    {
      ...{ file: repositoryFile(folder), language: 'json', path: ['files'], value: { path } },
      isRules: true,
      isOurs: (element) => (element as { path?: unknown } | null)?.path === path,
    },
  ]
}

/**
 * The edits that put the identity into the rules file that a tool reads in a repository: the file, or a block in it if a
 * person keeps it, and its entry in agent-identity.json, by which `pull` keeps it current.
 *
 * None when the tool reads another file of the same identity.
 *
 * @throws an error when the file belongs to another agent.
 */
export async function rulesEdits(service: Service, agent: string, name: string, where: Where): Promise<ConfigEdit[]> {
  const [rulesFile, entry] = rulesParts(codingTools[name]!, where)
  if (!rulesFile || !entry) return []
  const { path } = entry.value as { path: string }
  const known = findRepository()?.entries.find((other) => other.path === path)
  if (known && known.agent !== agent) {
    throw new Error(
      `${path} holds the identity of ${known.agent}, as agent-identity.json says. Remove that entry to connect ${agent}.`,
    )
  }
  const { files } = await exportAgent(service, agent, 'agents_md')
  const code = findMarker(files[0]!.content)?.agent
  // A second file of the same identity would stand twice in the context.
  const isReadAlready = identityFiles(name, where.folder, where.home).some(
    ({ file, marker }) => marker.agent === code && file !== rulesFile.file,
  )
  if (isReadAlready) return []
  const text = existsSync(rulesFile.file) ? readFileSync(rulesFile.file, 'utf8') : ''
  const isBlock = known ? known.block === true : text !== '' && !findMarker(text)
  return [
    { ...rulesFile, value: files[0]!.content },
    { ...entry, value: { path, agent, format: 'agents_md', ...(isBlock && { block: true }) } },
  ]
}
