import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { AppError } from '#core/base/errors.ts'
import { readSkill, skillResources } from './skills.ts'
import type { Session } from './tool.ts'

/** The data of an agent as resources, such as `identity://agents/{slug}/prompt` (behavior: MCP). */

const markdown = 'text/markdown'
const json = 'application/json'

const ofAgents = {
  prompt: { title: 'Prompt', description: 'The system prompt of an agent.', operation: 'getAgentPrompt' },
  soul: { title: 'Soul', description: 'The beliefs of an agent.', operation: 'listAgentFiles' },
  digest: {
    title: 'Digest',
    description: 'The most important lines of an agent, in at most 500 tokens.',
    operation: 'getAgentDigest',
  },
} as const
type AgentResource = keyof typeof ofAgents

const summary = 'identity://organization/summary'
const pageSize = 100

interface AgentPage {
  data: { slug: string; name: string }[]
  next_cursor: string | null
}

/** Lists the organization and the skills first, then the prompts of its agents, page by page. */
export async function listResources({ call }: Session, cursor: string | undefined) {
  const page = (await call('listAgents', { limit: pageSize, ...(cursor !== undefined && { cursor }) }).catch(
    refuse,
  )) as AgentPage
  const first = [{ uri: summary, name: 'organization-summary', title: 'Organization', mimeType: json }]
  return {
    resources: [
      ...(cursor === undefined ? [...first, ...skillResources] : []),
      ...page.data.map(({ slug, name }) => ({
        uri: `identity://agents/${slug}/prompt`,
        name: `${slug}-prompt`,
        title: `Prompt of ${name}`,
        mimeType: markdown,
      })),
    ],
    ...(page.next_cursor !== null && { nextCursor: page.next_cursor }),
  }
}

export const listTemplates = () => ({
  resourceTemplates: Object.entries(ofAgents).map(([name, { title, description }]) => ({
    uriTemplate: `identity://agents/{slug}/${name}`,
    name: `agent-${name}`,
    title,
    description,
    mimeType: markdown,
  })),
})

/** @throws ResourceNotFoundError if the resource does not exist or belongs to another tenant; the two look alike */
export async function readResource({ call, orgId }: Session, uri: string) {
  const skill = readSkill(uri)
  if (skill) return { contents: [skill] }
  try {
    if (uri === summary) {
      return {
        contents: [{ uri, mimeType: json, text: JSON.stringify(await call('getOrganizationSummary', { orgId })) }],
      }
    }
    const found = agentResource(uri)
    if (!found) throw noSuchResource(uri)
    const { slug, name } = found
    const args = { agentId: slug, ...(name === 'soul' && { type: 'soul' }) }
    const text = (await call(ofAgents[name].operation, args)) as string
    return { contents: [{ uri, mimeType: markdown, text }] }
  } catch (error) {
    if (error instanceof AppError && error.status === 404) throw noSuchResource(uri)
    return refuse(error)
  }
}

const noSuchResource = (uri: string) =>
  new ResourceNotFoundError(
    uri,
    `Resource not found: ${uri}; resources/list and resources/templates/list name those that there are`,
  )

/** Reports an error that the client can fix as an invalid parameter; the SDK would report an internal error. */
function refuse(error: unknown): never {
  if (error instanceof AppError && error.status < 500)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
  throw error
}

/** Returns the text of a resource. @throws as `readResource` does */
export const readText = async (session: Session, uri: string): Promise<string> =>
  (await readResource(session, uri)).contents[0]!.text

/** Splits an address into the agent and the kind of resource. */
export function agentResource(uri: string): { slug: string; name: AgentResource } | undefined {
  const [, slug, name] = /^identity:\/\/agents\/([^/]{1,100})\/([a-z]+)$/.exec(uri) ?? []
  return slug !== undefined && name !== undefined && Object.hasOwn(ofAgents, name)
    ? { slug, name: name as AgentResource }
    : undefined
}
