import { type RawBuilder, sql } from 'kysely'
import pMap from 'p-map'
import { type ClientState, clientStates } from '#core/domain/identity/clients.ts'
import type { Page } from '#core/domain/requests/page.ts'
import type { Database } from '../../db/connect.ts'
import { descending, type Order } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Ctx } from '../../deps.ts'
import { type OrganizationReference, resolveOrganization } from '../accounts/organizations.ts'
import { stampText } from '../agents/stamps.ts'

export interface FleetQuery extends Page {
  agent_id?: string | undefined
  group_id?: string | undefined
  state?: ClientState | undefined
  behind?: boolean | undefined
  /** The beginning of the client, up to its slash or a hyphen before that: `sdk` is also `sdk-ts`. */
  kind?: string | undefined
}

/** Agents whose prompts are brought up to date for one answer: 200 take about 0.3 s (measured). */
const maxRefreshed = 200
const refreshedAtATime = 4

/** The live version of the agent; null until it is rendered after a change. */
const live = sql<number | null>`case when live_prompts.stamp = ${stampText} then live_prompts.version end`

/** The version that is current for a client: that of the label which it reads, else the live one; null while unknown. */
const current = sql<number | null>`coalesce(labels.version, ${live})`

/**
 * How many versions were live between that of the client and the current one. Where the client's is no longer kept, the
 * difference of the numbers stands for it.
 */
export const behind = sql<number | null>`case
  when clients.version is null or ${current} is null then null
  when clients.version = ${current} then 0
  when ours.live_change is null then case when ${current} > clients.version then ${current} - clients.version else 1 end
  else abs(target.live_change - ours.live_change) end`

/** Sorts clients that are behind first, the furthest before others, then those whose text is not known. */
const rank = sql<number>`coalesce(2 * ${behind}, 1)`

const rankKey: Order[number] = {
  by: rank,
  type: 'integer',
  descending: true,
  valueOf: ({ behind }) => (behind === null ? 1 : 2 * Number(behind)),
}
const order: Order = [
  rankKey,
  descending('clients.last_seen_at', 'time'),
  descending('clients.agent_id', 'id'),
  descending('clients.client', 'text'),
]

/**
 * Lists which client runs which version of which agent, those that are behind first (behavior: Fleet).
 *
 * @throws 404 for an organization that is not the caller's.
 */
export async function listFleet(
  ctx: Ctx,
  reference: OrganizationReference,
  { agent_id, group_id, state, behind: isBehind, kind, ...page }: FleetQuery,
) {
  const org_id = await resolveOrganization(ctx, reference)
  await refreshVersions(ctx, org_id, agent_id)
  const values = { org_id, agent_id, group_id, state: state && clientStates.indexOf(state), kind }
  const query = (db: Database, parameter: Parameter) =>
    clientsOf(db, parameter('org_id'))
      .$if(agent_id !== undefined, (clients) => clients.where('clients.agent_id', '=', parameter('agent_id')))
      .$if(group_id !== undefined, (clients) => clients.where('agents.group_id', '=', parameter('group_id')))
      .$if(kind !== undefined, (clients) => clients.where(isOfKind(sql`${parameter('kind')}`)))
      .$if(state !== undefined, (clients) => clients.where('clients.state', '=', parameter('state')))
      .$if(isBehind !== undefined, (clients) =>
        clients.where(isBehind ? sql<boolean>`${rank} > 1` : sql<boolean>`${rank} = 0`),
      )
  const list = { name: `fleet ${isBehind ?? ''}`, values, order, query }
  return listPage(ctx, list as never, page, async (rows: FleetRow[]) => rows.map(entryOf))
}

interface FleetRow {
  agent_id: string
  agent_name: string
  group_id: string | null
  group_name: string | null
  client: string
  state: number
  version: number | null
  current_version: number | null
  live_version: number | null
  label: string | null
  behind: number | null
  last_seen_at: string
}

const entryOf = ({ state, ...row }: FleetRow) => ({
  ...row,
  state: clientStates[state]!,
  is_current: row.behind === null ? null : row.behind === 0,
})

/** Whether a client is of a kind. */
export const isOfKind = (kind: RawBuilder<unknown>) =>
  sql<boolean>`(clients.client like ${kind} || '/%' or clients.client like ${kind} || '-%/%')`

/** The clients of an organization, beside the present revisions of their agents. */
export const clientsOf = (db: Database, orgId: string) =>
  db
    .selectFrom('fleet_clients as clients')
    .innerJoin('agents', (join) =>
      join.onRef('agents.org_id', '=', 'clients.org_id').onRef('agents.id', '=', 'clients.agent_id'),
    )
    .innerJoin('organizations', 'organizations.id', 'agents.org_id')
    .leftJoin('groups', (join) =>
      join.onRef('groups.org_id', '=', 'agents.org_id').onRef('groups.id', '=', 'agents.group_id'),
    )
    .leftJoin('live_prompts', (join) =>
      join.onRef('live_prompts.org_id', '=', 'agents.org_id').onRef('live_prompts.agent_id', '=', 'agents.id'),
    )
    .leftJoin('prompt_labels as labels', (join) =>
      join
        .onRef('labels.org_id', '=', 'clients.org_id')
        .onRef('labels.agent_id', '=', 'clients.agent_id')
        .onRef('labels.label', '=', 'clients.label'),
    )
    .leftJoin('prompt_versions as ours', (join) =>
      join
        .onRef('ours.org_id', '=', 'clients.org_id')
        .onRef('ours.agent_id', '=', 'clients.agent_id')
        .onRef('ours.version', '=', 'clients.version'),
    )
    .leftJoin('prompt_versions as target', (join) =>
      join
        .onRef('target.org_id', '=', 'clients.org_id')
        .onRef('target.agent_id', '=', 'clients.agent_id')
        .on('target.version', '=', current),
    )
    .select([
      'clients.agent_id',
      'agents.name as agent_name',
      'agents.group_id',
      'groups.name as group_name',
      'clients.client',
      'clients.state',
      'clients.version',
      'clients.label',
      'clients.last_seen_at',
      current.as('current_version'),
      live.as('live_version'),
      behind.as('behind'),
    ])
    .where('clients.org_id', '=', orgId)

/**
 * Makes the versions of prompts that changed since somebody read them: until then their clients would seem to be
 * current. The agents beyond the limit follow with the next answers; their current version is null until then.
 */
export async function refreshVersions(ctx: Ctx, orgId: string, agentId?: string): Promise<void> {
  const outdated = await clientsOf(ctx.db, orgId)
    .clearSelect()
    .select('clients.agent_id')
    .distinct()
    .$if(agentId !== undefined, (query) => query.where('clients.agent_id', '=', agentId!))
    .where(sql<boolean>`${live} is null`)
    .limit(maxRefreshed)
    .execute()
  const read = async ({ agent_id }: { agent_id: string }) => void (await ctx.identities.prompts.read([orgId], agent_id))
  await pMap(outdated, read, { concurrency: refreshedAtATime })
}
