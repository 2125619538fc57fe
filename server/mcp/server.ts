import { Server, type ServerContext } from '@modelcontextprotocol/server'
import { AppError } from '#core/base/errors.ts'
import { version } from '#core/base/version.ts'
import type { Operations } from '../http/operations/operations.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { listResources, listTemplates, readResource } from './resources.ts'
import { getSkill, getSkillParams, listSkills, listSkillsParams, skillsExtension } from './skills.ts'
import type { Session } from './tool.ts'
import { readArguments } from './tool-arguments.ts'
import { findTool, type Tool, toolsOf } from './tools.ts'
import { withWayOut } from './way-out.ts'

const instructions = `Identities of AI agents: what an agent believes, how it works, and what it is responsible for, in three
layers (organization, group, agent). Start with get_prompt. Report what you notice about yourself with
report_observations, and propose changes with propose_changes: people decide on both. Agents are named by slug or id.
skill://first-prompt/SKILL.md says more.`

/**
 * Creates an MCP server whose handlers serve both protocol revisions.
 *
 * @param sessionOf returns the session of the request's sender, so that one server can serve many callers.
 * @param canSubscribe whether this client's connection can deliver change notifications.
 */
export function newMcpServer(
  sessionOf: (ctx: ServerContext) => Session,
  operations: Operations,
  { canSubscribe }: { canSubscribe: boolean },
) {
  const server = new Server(
    { name: 'agent-identity', title: 'Agent Identity Service', version },
    {
      capabilities: { tools: {}, resources: { subscribe: canSubscribe }, prompts: {}, extensions: skillsExtension },
      instructions,
    },
  )
  const offeredTo = (session: Session) =>
    [...toolsOf(session.toolsets, operations).values()].filter((tool) => mayUse(session, tool))
  server.setRequestHandler(
    'tools/list',
    (_request, ctx) => ({ tools: offeredTo(sessionOf(ctx)).map(({ listed }) => listed) }) as never,
  )
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const session = sessionOf(ctx)
    const tool = findTool(params.name, session.toolsets, operations)
    if (!tool || !mayUse(session, tool)) return failed(noSuchTool(params.name, session))
    const explain = (message: string) => withWayOut(message, { session, offered: offeredTo(session), operations })
    return runTool(tool, params.arguments ?? {}, session, explain)
  })
  server.setRequestHandler('resources/list', async ({ params }, ctx) => listResources(sessionOf(ctx), params?.cursor))
  server.setRequestHandler('resources/templates/list', () => listTemplates())
  server.setRequestHandler('resources/read', async ({ params }, ctx) => readResource(sessionOf(ctx), params.uri))
  server.setRequestHandler('prompts/list', () => listPrompts())
  server.setRequestHandler('prompts/get', ({ params }, ctx) => {
    const offered = new Set(offeredTo(sessionOf(ctx)).map(({ listed }) => listed.name))
    return getPrompt(params.name, params.arguments ?? {}, (tool) => offered.has(tool))
  })
  server.setRequestHandler('skills/list', { params: listSkillsParams }, () => listSkills())
  server.setRequestHandler('skills/get', { params: getSkillParams }, ({ uri }) => getSkill(uri))
  return server
}

const mayUse = ({ readOnly, may }: Session, { listed, operations }: Tool) =>
  (!readOnly || listed.annotations.readOnlyHint) && operations.every(may)

const noSuchTool = (name: string, { readOnly, toolsets }: Session) =>
  `There is no tool ${name} among the toolsets ${toolsets.join(', ')}${readOnly ? ', of which only reading ones are offered' : ''}, or this key may not call it. Choose toolsets with the header X-MCP-Toolsets or ?toolsets=`

async function runTool(
  { listed, run }: Tool,
  sent: Record<string, unknown>,
  { call, orgId }: Session,
  explain: (message: string) => string,
) {
  const args = readArguments(listed, sent)
  if (typeof args === 'string') return failed(args)
  try {
    const answer = await run(args, call, orgId)
    if (typeof answer === 'string') return { content: [textBlock(answer)] }
    return { content: [textBlock(JSON.stringify(answer))], structuredContent: answer }
  } catch (error) {
    if (error instanceof AppError) return failed(explain(error.message))
    throw error
  }
}

const textBlock = (text: string) => ({ type: 'text' as const, text })

const failed = (message: string) => ({ isError: true, content: [textBlock(message)] })
