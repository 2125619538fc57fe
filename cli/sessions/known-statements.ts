import { maxDecisions, type RuleDecision } from '#core/domain/language.ts'
import { chooseAgent } from '../coding-tools/connection.ts'
import { printNote } from '../output.ts'
import { chooseDestination, chooseKey, hasChosenService } from '../service/address.ts'
import { openService, type Service, type ServiceOptions, unwrap } from '../service/service.ts'
import { type Finding, type KnownStatements, statementKey } from './finding.ts'

/** The statements of an agent and the decisions on them, which reading takes into account. */
export interface AgentKnowledge {
  /** The slug of the agent; undefined if the service was not asked. */
  agent?: string
  /** The statements of the agent's identity on any layer, and its proposals. */
  statements: KnownStatements
  /** The statements in the prompt, and proposals, as they are worded; undefined if the service was not asked. */
  identity?: IdentityStatement[]
  /** Decisions of people on proposals from sessions, newest first. */
  decisions: RuleDecision[]
}

export interface IdentityStatement {
  statement: string
  /** It awaits review, and is not in the prompt. */
  isProposed: boolean
}

export const noKnowledge: AgentKnowledge = { statements: new Map(), decisions: [] }

const pageSize = 100

/** The agent's statements and decisions; none, and a note, while the service cannot be asked. */
export async function readKnowledgeIfPossible(
  options: ServiceOptions,
  agent: string | undefined,
): Promise<AgentKnowledge> {
  if (agent === undefined && !hasChosenService(options)) return noKnowledge
  return readKnowledge(options, agent).catch((error: Error) => {
    printNote(`Read without the agent's statements and decisions: ${error.message}`)
    return noKnowledge
  })
}

/**
 * Reads an agent's statements and decisions; the requests carry nothing of the sessions.
 *
 * @throws an error when the service cannot be reached, or the agent is not named and not the only one.
 */
export async function readKnowledge(options: ServiceOptions, agent: string | undefined): Promise<AgentKnowledge> {
  const destination = chooseDestination(options)
  const service = await openService(destination.address, chooseKey(options, destination))
  try {
    const slug = await chooseAgent(service, agent)
    const params = { path: { agentId: slug } }
    const [identity, profile] = await Promise.all([
      unwrap(service.api.GET('/agents/{agentId}/resolved-identity', { params })),
      unwrap(service.api.GET('/agents/{agentId}', { params })),
    ])
    const items = [...identity.beliefs, ...identity.responsibilities]
    const isProposed = ({ status, hidden }: (typeof items)[number]) => hidden && status === 'pending'
    return {
      agent: slug,
      identity: items
        .filter((item) => item.status !== 'rejected' && !item.overridden && (!item.hidden || isProposed(item)))
        .map((item) => ({ statement: item.statement, isProposed: isProposed(item) })),
      statements: new Map(
        items
          .filter(({ status }) => status !== 'rejected')
          .map((item) => [statementKey(item.statement), isProposed(item) ? 'proposed' : 'approved']),
      ),
      decisions: await readDecisions(service, profile.org_id),
    }
  } finally {
    await service.close()
  }
}

async function readDecisions({ api }: Service, orgId: string): Promise<RuleDecision[]> {
  const decisions: RuleDecision[] = []
  for (let offset = 0; offset < maxDecisions; offset += pageSize) {
    const params = { path: { orgId }, query: { source: 'session' as const, limit: pageSize, offset } }
    const { data } = await unwrap(api.GET('/organizations/{orgId}/decisions', { params }))
    decisions.push(...(data as RuleDecision[]))
    if (data.length < pageSize) break
  }
  return decisions
}

/** The findings that nobody rejected, by their statement or their quote. */
export function withoutRejected(findings: readonly Finding[], { decisions }: AgentKnowledge): Finding[] {
  const rejected = new Set(
    decisions.flatMap(({ decision, statement, quote }) =>
      decision === 'rejected' ? [statementKey(statement), statementKey(quote)] : [],
    ),
  )
  return findings.filter(
    ({ statement, quote }) => !rejected.has(statementKey(statement)) && !rejected.has(statementKey(quote)),
  )
}
