import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { Argument, type Command } from 'commander'
import { folderAbove } from '../files/folder-above.ts'
import { shellWord } from '../output.ts'
import { type Service, unwrap } from '../service/service.ts'
import { hookProgram } from './hook-program.ts'
import { editsOf, emptyConnection, type Where } from './tool.ts'
import { codingTools, findTool, type ToolWith, toolsWith } from './tools.ts'

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

/** A tool that `connect` sets up. */
export type ConnectedTool = ToolWith<'connect'>

/** The tool of a command, which `chooseTool` checks. */
export const toolArgument = new Argument('<tool>', 'the coding tool').choices(toolsWith('connect')).argParser(String)

/** @throws an error that lists the tools. */
export function chooseTool(name: string): ConnectedTool {
  const tool = findTool(name, 'connect')
  if (tool) return tool
  throw new Error(`There is no tool ${name}; tools are ${toolsWith('connect').join(', ')}`)
}

/** The root of the Git repository that a folder belongs to. */
const repositoryRoot = (start = process.cwd()): string | undefined => folderAbove('.git', start)

/** Where to write: as the options say, else into the repository, else into the user's configuration. */
export function chooseWhere(tool: ConnectedTool, { project, user }: ConnectOptions): Where {
  if (project && user) throw new Error('Name one of --project and --user.')
  const root = repositoryRoot()
  const where = { folder: root ?? process.cwd(), isRepository: root !== undefined, home: homedir() }
  const hasProject = editsOf(codingTools[tool], emptyConnection({ ...where, scope: 'project' })) !== undefined
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
export const hookCommand = (
  command: string,
  tool: ConnectedTool,
  agent: string,
  address: string,
  where: Where,
): string => `${hookProgram(where)} ${command} --for ${tool} --agent ${agent} --url ${shellWord(address)}`

/** Whether `connect` has set up its own hook for a tool, in the repository of a folder or for all folders. */
export function hasOwnHook(tool: ConnectedTool, start: string): boolean {
  const root = repositoryRoot(start)
  const where = { folder: root ?? start, isRepository: root !== undefined, home: homedir() }
  return (['project', 'user'] as const)
    .flatMap((scope) => codingTools[tool].hook?.edits(emptyConnection({ ...where, scope })) ?? [])
    .some(({ file }) => existsSync(file) && runsHook(readFileSync(file, 'utf8'), tool))
}

const runsHook = (settings: string, tool: string): boolean => settings.includes(` hook --for ${tool} --agent `)
