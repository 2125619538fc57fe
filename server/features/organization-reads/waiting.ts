import { sql } from 'kysely'
import { defaultName } from '#core/domain/sources/content-platforms.ts'
import type { Database } from '../../db/connect.ts'
import type { Ctx } from '../../deps.ts'
import { type OrganizationReference, resolveOrganization } from '../accounts/organizations.ts'
import { listFleet } from '../fleet/fleet.ts'

/** Records of each kind in one answer; `count` tells how many there are. */
const shown = 20
const dayMs = 86_400_000
const expiryDays = 14
/** A run that failed longer ago was seen, or nobody misses it. */
const failedDays = 7

/**
 * Returns what needs a decision or a repair in an organization, by kind: sources whose last sync failed, failed jobs,
 * open change requests, proposals by owner, clients that are behind, and keys that expire soon; with the figures of
 * the home page and the four steps of the first days.
 *
 * @throws 404 for an organization that is not the caller's.
 */
export async function readWaiting(ctx: Ctx, reference: OrganizationReference) {
  const orgId = await resolveOrganization(ctx, reference)
  const now = ctx.now().getTime()
  const since = (days: number) => new Date(now - days * dayMs).toISOString()
  return {
    sources: await failedSources(ctx.db, orgId),
    jobs: await failedJobs(ctx.db, orgId, since(failedDays)),
    change_requests: await openRequests(ctx.db, orgId),
    proposals: await proposalsByOwner(ctx.db, orgId),
    clients: await clientsBehind(ctx, orgId),
    keys: await expiringKeys(ctx.db, orgId, new Date(now).toISOString(), since(-expiryDays)),
    figures: await figuresOf(ctx, orgId, since(1)),
    steps: await stepsOf(ctx.db, orgId),
  }
}

/** Lists a kind of which an organization has few: all are read, and the first are answered. */
const first = <Row>(rows: Row[]) => ({ count: rows.length, data: rows.slice(0, shown) })

async function failedSources(db: Database, orgId: string) {
  const sources = await db
    .selectFrom('content_sources')
    .innerJoin('agents', (join) =>
      join.onRef('agents.org_id', '=', 'content_sources.org_id').onRef('agents.id', '=', 'content_sources.agent_id'),
    )
    .select(['content_sources.id', 'agent_id', 'agents.name as agent_name', 'platform', 'config'])
    .select(['content_sources.name', 'last_synced_at', 'last_errors'])
    .where('content_sources.org_id', '=', orgId)
    .where('enabled', '=', true)
    .orderBy('content_sources.id')
    .execute()
  return first(
    sources
      .filter(({ last_errors }) => last_errors.length > 0)
      .map(({ platform, config, last_errors, name, ...source }) => ({
        ...source,
        name: name ?? defaultName(platform, config),
        error: last_errors[0]!,
      })),
  )
}

/** The last run of each kind for each agent, where it failed; a sync tells its failure with its source. */
async function failedJobs(db: Database, orgId: string, since: string) {
  const last = db
    .selectFrom('jobs')
    .select(['id', 'agent_id', 'type', 'status', 'error', 'finished_at'])
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy(['subject_id', 'type']).orderBy('finished_at', 'desc'))
        .as('position'),
    )
    .where('org_id', '=', orgId)
    .where('type', '!=', 'sync')
    .where('finished_at', '>=', since)
  const jobs = await db
    .selectFrom(last.as('job'))
    .leftJoin('agents', (join) => join.on('agents.org_id', '=', orgId).onRef('agents.id', '=', 'job.agent_id'))
    .select(['job.id', 'job.agent_id', 'agents.name as agent_name', 'job.type', 'job.error', 'job.finished_at'])
    .where('job.position', '=', 1)
    .where('job.status', '=', 'failed')
    .orderBy('job.finished_at', 'desc')
    .execute()
  return first(jobs)
}

async function openRequests(db: Database, orgId: string) {
  const open = db.selectFrom('change_requests').where('org_id', '=', orgId).where('status', '=', 'open')
  const { count } = await open.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const data = await open
    .select(['id', 'number', 'title', 'author_client as client', 'created_at'])
    .orderBy('number', 'desc')
    .limit(shown)
    .execute()
  return { count, data }
}

/** Counts what awaits a decision for each agent, group, and the organization itself; `count` is the sum. */
async function proposalsByOwner(db: Database, orgId: string) {
  // Grouped within the index alone, and named afterwards: joining the names to each item took three times as long.
  const counted = db
    .selectFrom('items')
    .select(['agent_id', 'group_id'])
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.countAll<number>().filterWhere('origin', '=', 'discovery').as('proposed'),
    ])
    .where('org_id', '=', orgId)
    // A literal, because with a parameter the engines do not know that the partial index applies.
    .where('status', '=', sql.lit('pending' as const))
    .groupBy(['agent_id', 'group_id'])
  const owners = await db
    .selectFrom(counted.as('owner'))
    .leftJoin('agents', (join) => join.on('agents.org_id', '=', orgId).onRef('agents.id', '=', 'owner.agent_id'))
    .leftJoin('groups', (join) => join.on('groups.org_id', '=', orgId).onRef('groups.id', '=', 'owner.group_id'))
    .select(['owner.agent_id', 'owner.group_id', 'owner.count', 'owner.proposed'])
    .select(({ fn }) => [
      fn.coalesce('agents.name', 'groups.name').as('name'),
      fn.agg<number>('sum', ['owner.count']).over().as('sum'),
    ])
    .orderBy('owner.count', 'desc')
    .orderBy('name')
    .limit(shown)
    .execute()
  return { count: Number(owners[0]?.sum ?? 0), data: owners.map(({ sum, ...owner }) => owner) }
}

async function clientsBehind(ctx: Ctx, orgId: string) {
  const { count, data } = await listFleet(ctx, { org_id: orgId }, { behind: true, limit: shown, offset: 0 })
  return {
    count,
    data: data.map(({ agent_id, agent_name, client, version, label, behind }) => ({
      agent_id,
      agent_name,
      client,
      version,
      label,
      behind,
    })),
  }
}

async function expiringKeys(db: Database, orgId: string, now: string, until: string) {
  const keys = await db
    .selectFrom('api_keys')
    .select(['id', 'label', 'key_hint', 'expires_at'])
    .where('org_id', '=', orgId)
    .where('expires_at', '>', now)
    .where('expires_at', '<', until)
    .orderBy('expires_at')
    .execute()
  return first(keys.map(({ expires_at, ...key }) => ({ ...key, expires_at: expires_at! })))
}

async function figuresOf({ db, counts }: Ctx, orgId: string, since: string) {
  const count = ({ fn }: { fn: typeof db.fn }) => fn.countAll<number>().as('count')
  const agents = await db.selectFrom('agents').select(count).where('org_id', '=', orgId).executeTakeFirstOrThrow()
  const countItems = async () => {
    const items = await db
      .selectFrom('items')
      .select(count)
      .where('org_id', '=', orgId)
      .where('status', '!=', 'rejected')
      .where('hidden', '=', false)
      .executeTakeFirstOrThrow()
    return items.count
  }
  // Every page asks, and counting 20,000 items takes 5 ms of processor time.
  const items = await (counts?.read(`figures ${orgId}`, countItems) ?? countItems())
  const clients = await db
    .selectFrom('fleet_clients')
    .select(count)
    .where('org_id', '=', orgId)
    .where('last_seen_at', '>=', since)
    .executeTakeFirstOrThrow()
  return { agents: agents.count, items, clients: clients.count }
}

/** Whether each step of the first days was made. */
async function stepsOf(db: Database, orgId: string) {
  const isAny = async (rows: { executeTakeFirst(): Promise<unknown> }) => (await rows.executeTakeFirst()) !== undefined
  const agents = db.selectFrom('agents').select('id').where('org_id', '=', orgId).limit(1)
  const clients = db.selectFrom('fleet_clients').select('client').where('org_id', '=', orgId).limit(1)
  const sessions = db
    .selectFrom('content_items')
    .select('id')
    .where('org_id', '=', orgId)
    .where('source_type', '=', 'session')
    .limit(1)
  const approved = db
    .selectFrom('items')
    .select('id')
    .where('org_id', '=', orgId)
    // Literals, for the partial index.
    .where('origin', '=', sql.lit('discovery' as const))
    .where('status', '=', sql.lit('approved' as const))
    .limit(1)
  return {
    agent: await isAny(agents),
    prompt_read: await isAny(clients),
    session_read: await isAny(sessions),
    proposal_approved: await isAny(approved),
  }
}
