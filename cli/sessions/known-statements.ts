import { maxDecisions, type RuleDecision } from '../../server/domain/language.ts'
import { chooseDestination, chooseKey } from '../address.ts'
import { chooseAgent } from '../connect/connection.ts'
import { openService, type Service, type ServiceOptions, unwrap } from '../service.ts'
import { type Finding, type KnownStatements, statementKey } from './finding.ts'

/** The statements of an agent and the decisions on them, which reading takes into account. */
export interface AgentKnowledge {
  /** The slug of the agent; undefined if the service was not asked. */
  agent?: string
  /** The statements of the agent's identity on any layer, and its proposals. */
  statements: KnownStatements
  /** Decisions of people on proposals from sessions, newest first. */
  decisions: RuleDecision[]
}

export const noKnowledge: AgentKnowledge = { statements: new Map(), decisions: [] }

const pageSize = 100

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
    return {
      agent: slug,
      statements: new Map(
        items
          .filter(({ status }) => status !== 'rejected')
          .map(({ statement, status, hidden }) => [
            statementKey(statement),
            hidden && status === 'pending' ? 'proposed' : 'approved',
          ]),
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
