import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Command } from 'commander'
import { shellWord } from '../output.ts'
import { type Service, unwrap } from '../service.ts'
import { type CodingTool, emptyConnection, type Where } from './tool.ts'
import { codingTools } from './tools.ts'

/** The choices that connecting a tool needs: which tool, where, which agent, which key. */

export interface ConnectOptions {
  project?: boolean
  user?: boolean
}

/** Adds the options that choose where a command writes. */
export const scopeOptions = (command: Command): Command =>
  command
    .option('--project', 'in this repository, which is the default within one')
    .option('--user', 'in your own configuration, for all folders')

/** The name of a tool here. The command of Claude Code has another one, which `sessions read --with` takes. */
export const toolName = (name: string): string => (name === 'claude' ? 'claude-code' : name)

/** @throws an error that lists the tools. */
export function chooseTool(name: string): CodingTool {
  if (Object.hasOwn(codingTools, name)) return codingTools[name]!
  throw new Error(`There is no tool ${name}; tools are ${Object.keys(codingTools).join(', ')}`)
}

/** The root of the Git repository that a folder belongs to. */
function repositoryRoot(start = process.cwd()): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder
    if (folder === dirname(folder)) return undefined
  }
}

/** Where to write: as the options say, else into the repository, else into the user's configuration. */
export function chooseWhere(tool: CodingTool, { project, user }: ConnectOptions): Where {
  if (project && user) throw new Error('Name one of --project and --user.')
  const root = repositoryRoot()
  const where = { folder: root ?? process.cwd(), isRepository: root !== undefined, home: homedir() }
  const hasProject = tool.edits(emptyConnection({ ...where, scope: 'project' })) !== undefined
  return { ...where, scope: project || (!user && root && hasProject) ? 'project' : 'user' }
}

/**
 * The slug of the agent: the one that is named, in the environment too, or the only one.
 *
 * @throws an error that lists the agents when there are several, or when the answer is no slug.
 */
export async function chooseAgent(
  { api }: Service,
  agent: string | undefined = process.env.AGENT_IDENTITY_AGENT || undefined,
): Promise<string> {
  if (agent !== undefined) {
    const found = await unwrap(api.GET('/agents/{agentId}', { params: { path: { agentId: agent } } }))
    return requireSlug((found as { slug: string }).slug)
  }
  const { data } = await unwrap(api.GET('/agents', { params: { query: { limit: 100 } } }))
  if (data.length === 1) return requireSlug(data[0]!.slug)
  if (data.length === 0) throw new Error('There is no agent yet. "agent-identity agents --new NAME" creates one.')
  throw new Error(`Name an agent with AGENT_IDENTITY_AGENT or --agent: ${data.map(({ slug }) => slug).join(', ')}`)
}

/** Checks a slug that a service answered: it becomes part of a command that a tool runs at each session. */
function requireSlug(slug: unknown): string {
  if (typeof slug === 'string' && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return slug
  throw new Error('The service answered with a slug that no agent can have.')
}

/** A step for a person whose key may do more than a tool needs; undefined when it may not. */
export async function describeExcessAccess({ api, key }: Service): Promise<string | undefined> {
  const { data } = await unwrap(api.GET('/organizations'))
  if (!data.some(({ access }) => access === 'full' || access === 'write')) return undefined
  return `The tool uses your key that ends with ${key.slice(-4)}, which may change identities. A key with the access Propose, from the page Connect, is enough: pass it with --key.`
}

/** A command that a tool runs when a session starts (`hook`) or ends (`sessions learn`). */
export function hookCommand(command: string, tool: string, agent: string, address: string): string {
  const program = isOnPath('agent-identity') ? 'agent-identity' : 'npx -y agent-identity-service'
  return `${program} ${command} --for ${tool} --agent ${agent} --url ${shellWord(address)}`
}

/** Whether `connect` has set up its own hook for a tool, in the repository of a folder or for all folders. */
export function hasOwnHook(name: string, start: string): boolean {
  const tool = chooseTool(name)
  const root = repositoryRoot(start)
  const where = { folder: root ?? start, isRepository: root !== undefined, home: homedir() }
  return (['project', 'user'] as const)
    .flatMap((scope) => tool.edits(emptyConnection({ ...where, scope })) ?? [])
    .some(({ file, path }) => path[0] === 'hooks' && existsSync(file) && runsHook(readFileSync(file, 'utf8'), name))
}

const runsHook = (settings: string, tool: string): boolean => settings.includes(` hook --for ${tool} --agent `)

const isOnPath = (program: string): boolean => {
  const names = process.platform === 'win32' ? [`${program}.cmd`, `${program}.exe`] : [program]
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.some((folder) => names.some((name) => existsSync(join(folder, name))))
}
