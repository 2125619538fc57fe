import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { Ctx } from '../../deps.ts'
import { countTokens } from '../versions/count-tokens.ts'

/** The columns of the list of agents that need other tables. */
export interface AgentActivity {
  agent_id: string
  inherited_count: number
  /** Characters of the statements that prompts show, by layer. */
  characters: { agent: number; group: number; org: number }
  changed_at: string
  last_read_at: string | null
  version: number | null
  /** Tokens of the live version; null while they are not counted. */
  tokens: number | null
}

/** The most prompts whose tokens one read counts; the next reads count the others. */
const mostCounted = 100

/**
 * Returns for each agent of an organization how many items it inherits, how long the statements of each layer are, when it or one of its own items changed, when a
 * client read its prompt, and the version that is live as far as it was read, with its tokens.
 */
export async function agentActivity(ctx: Ctx, orgId: string): Promise<AgentActivity[]> {
  const itemsOf = itemsByOwner(ctx.db, orgId)
  const reads = ctx.db
    .selectFrom('fleet_clients')
    .select(({ fn }) => ['agent_id', fn.max('last_seen_at').as('last_read_at')])
    .where('org_id', '=', orgId)
    .groupBy('agent_id')
  const query = ctx.db
    .with('owners', () => itemsOf)
    .with('reads', () => reads)
    .selectFrom('agents')
    .leftJoin('owners as own', 'own.owner_id', 'agents.id')
    .leftJoin('owners as of_group', 'of_group.owner_id', 'agents.group_id')
    .leftJoin('owners as of_organization', 'of_organization.owner_id', 'agents.org_id')
    .leftJoin('reads', 'reads.agent_id', 'agents.id')
    .leftJoin('live_prompts', (join) =>
      join.onRef('live_prompts.org_id', '=', 'agents.org_id').onRef('live_prompts.agent_id', '=', 'agents.id'),
    )
    .leftJoin('prompt_versions as live', (join) =>
      join
        .onRef('live.org_id', '=', 'live_prompts.org_id')
        .onRef('live.agent_id', '=', 'live_prompts.agent_id')
        .onRef('live.version', '=', 'live_prompts.version'),
    )
    .select(['agents.id as agent_id', 'agents.updated_at', 'own.changed_at', 'reads.last_read_at'])
    .select(['live.version', 'live.tokens'])
    .select(sql<number>`coalesce(of_group.shown, 0) + coalesce(of_organization.shown, 0)`.as('inherited_count'))
    .select(sql<number>`coalesce(own.characters, 0)`.as('own_characters'))
    .select(sql<number>`coalesce(of_group.characters, 0)`.as('group_characters'))
    .select(sql<number>`coalesce(of_organization.characters, 0)`.as('org_characters'))
    .where('agents.org_id', '=', orgId)
  const rows = await ctx.heavyReads.scan(ctx, orgId, query.compile())
  const uncounted = rows.flatMap(({ agent_id, version, tokens }) =>
    version !== null && tokens === null ? { agent_id, version } : [],
  )
  const tokensOf = await countTokens(ctx, orgId, uncounted.slice(0, mostCounted))
  return rows.map(({ agent_id, last_read_at, version, tokens, updated_at, changed_at, ...counts }) => ({
    agent_id,
    last_read_at,
    version,
    tokens: tokens ?? (version === null ? null : (tokensOf({ agent_id, version }) ?? null)),
    inherited_count: Number(counts.inherited_count),
    characters: {
      agent: Number(counts.own_characters),
      group: Number(counts.group_characters),
      org: Number(counts.org_characters),
    },
    changed_at: changed_at !== null && changed_at > updated_at ? changed_at : updated_at,
  }))
}

const itemsByOwner = (db: Database, orgId: string) =>
  db
    .selectFrom('items')
    .select(({ fn }) => ['owner_id', fn.max('updated_at').as('changed_at')])
    .select(sql<number>`count(*) filter (where status <> 'rejected' and not hidden)`.as('shown'))
    .select(sql<number>`sum(length(statement)) filter (where status <> 'rejected' and not hidden)`.as('characters'))
    .where('org_id', '=', orgId)
    .groupBy('owner_id')
