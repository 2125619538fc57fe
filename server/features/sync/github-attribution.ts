import type { NewContent } from '#core/domain/sources/foreign-content.ts'
import type { Deps } from '../../deps.ts'
import type { RepositorySync } from './github-run.ts'

/** Attribution of commits to agents (behavior: GitHub). */

export type Attribution = (commits: NewContent[]) => Promise<NewContent[]>

/**
 * Assigns a commit to the agent whose `github_username` is its author's; other commits stay with the source's agent
 * (behavior: GitHub). Commits that were assigned before keep their agent.
 */
export async function readAttribution(
  { db }: Deps,
  { org_id, id, agent_id }: RepositorySync['source'],
): Promise<Attribution> {
  const agentOf = await agentsByUsername({ db }, { org_id, agent_id })
  if (agentOf.size === 0) return async (commits) => commits
  return async (commits) => {
    const stored = await db
      .selectFrom('content_items')
      .select(['external_id', 'agent_id'])
      .where('org_id', '=', org_id)
      .where('source_id', '=', id)
      .where(
        'external_id',
        'in',
        commits.map(({ external_id }) => external_id),
      )
      .execute()
    const previousAgent = new Map(stored.map(({ external_id, agent_id }) => [external_id, agent_id]))
    return commits.map((commit) => ({
      ...commit,
      agent_id:
        previousAgent.get(commit.external_id) ??
        agentOf.get(String(commit.metadata.github_username).toLowerCase()) ??
        commit.agent_id,
    }))
  }
}

/**
 * Returns the agents of an organization by GitHub username. If two share one: the source's own agent, else the oldest.
 */
export async function agentsByUsername(
  { db }: Pick<Deps, 'db'>,
  { org_id, agent_id }: Pick<RepositorySync['source'], 'org_id' | 'agent_id'>,
): Promise<Map<string, string>> {
  const named = await db
    .selectFrom('agents')
    .select(['id', 'github_username'])
    .where('org_id', '=', org_id)
    .where('github_username', 'is not', null)
    .orderBy('id', 'desc')
    .execute()
  const own = named.filter(({ id }) => id === agent_id)
  return new Map([...named, ...own].map(({ id, github_username }) => [github_username!.toLowerCase(), id]))
}
