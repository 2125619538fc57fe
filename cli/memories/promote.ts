import { homedir } from 'node:os'
import { truncate } from '#core/base/strings.ts'
import type { paths } from '../../clients/typescript/src/index.ts'
import { codingTools } from '../coding-tools/tools.ts'
import { nameList } from '../output.ts'
import { type Service, unwrap } from '../service/service.ts'
import { statementKey } from '../sessions/finding.ts'
import { redactText } from '../sessions/redact-quote.ts'
import type { Layer } from './memory.ts'
import type { SurveyedMemory } from './survey.ts'

/** Proposes memories for an identity, as one change request with the notes as sources. */

/** A memory with the statement that is proposed, which the person may have edited. */
export interface Promotion {
  memory: SurveyedMemory
  statement: string
}

export type ChangeRequestBody = paths['/change-requests']['post']['requestBody']['content']['application/json']

const maxTitle = 200
const maxDescription = 10_000
const maxQuote = 20_000

/**
 * The request that proposes memories for a layer of an agent, as it is sent. Equal statements are one change.
 *
 * @throws an error when the agent is in no group.
 */
export async function promotionBody(
  { api }: Service,
  promotions: readonly Promotion[],
  { agent, layer }: { agent: string; layer: Layer },
): Promise<ChangeRequestBody> {
  const profile = await unwrap(api.GET('/agents/{agentId}', { params: { path: { agentId: agent } } }))
  const { id, org_id, group_id } = profile as { id: string; org_id: string; group_id: string | null }
  if (layer === 'group' && group_id === null) throw new Error(`${agent} is in no group. Promote for the agent instead.`)
  const owner = layer === 'agent' ? { agentId: id } : layer === 'group' ? { groupId: group_id! } : { orgId: org_id }
  const distinct = new Map(promotions.map((each) => [statementKey(each.statement), each]))
  const tools = [...new Set(promotions.map(({ memory }) => codingTools[memory.tool].title))]
  const [first] = promotions
  const title = distinct.size === 1 ? first!.statement : `${distinct.size} rules from notes of ${nameList(tools)}`
  return {
    orgId: org_id,
    title: truncate(title, maxTitle),
    description: truncate(promotions.map(describePromotion).join('\n'), maxDescription),
    changes: [...distinct.values()].map(({ memory, statement }) => ({
      op: 'add' as const,
      owner,
      category: memory.category,
      statement,
      sourceType: 'memory' as const,
      quote: truncate(memory.quote, maxQuote),
    })),
  }
}

/** A line that says who noted it, and who said it. */
function describePromotion({ memory, statement }: Promotion): string {
  const { tool, at, project, said } = memory
  const about = project === null ? '' : ` about ${redactText(project, homedir())}`
  const [first] = said
  const by = first
    ? `said on ${first.at.slice(0, 10)} to ${first.tool}: "${first.quote}"`
    : 'nobody said it in a session that is kept'
  return `- ${statement}: noted by ${codingTools[tool].title} on ${at.slice(0, 10)}${about}; ${by}`
}

export interface PromotedRequest {
  id: string
  number: number
  /** An open request proposed all of it already. */
  isExisting: boolean
  conflicts: { statement: string; conflict: string }[]
}

/** Sends the request. */
export async function sendPromotion({ api }: Service, body: ChangeRequestBody): Promise<PromotedRequest> {
  const request = await unwrap(api.POST('/change-requests', { body }))
  const { id, number, changes } = request
  return {
    id,
    number,
    isExisting: '_existing' in request,
    conflicts: changes.flatMap(({ statement, conflict }) =>
      conflict === null ? [] : [{ statement: statement ?? '', conflict: String(conflict) }],
    ),
  }
}
