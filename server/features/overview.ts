import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { dayOf, secondsBetween } from '../db/time.ts'
import { lastDays, runningTotals } from '../domain/days.ts'
import { type JobStatus, jobStatuses, jobTypes } from '../domain/jobs.ts'
import { type BeliefCategory, kinds, type Scope, scopes } from '../domain/kinds.ts'
import { defaultName } from '../domain/source-settings.ts'
import { compareStrings } from '../domain/strings.ts'

/**
 * An organization in figures: what is at which layer, how it grew, how alike its agents are, what content came,
 * and how background work went. Sums come from the database, so that no page has to read the items themselves.
 */

const maxSources = 100
const mostAlike = 10

/** `days` is how far back growth, content and jobs reach, today included. */
export async function readOverview(db: Database, now: Date, orgId: string, days: number) {
  const dates = lastDays(now, days)
  const since = `${dates[0]}T00:00:00.000Z`
  const [layers, growth, diversity, content, sources, jobs] = await Promise.all([
    layersOf(db, orgId),
    growthOf(db, orgId, dates, since),
    diversityOf(db, orgId),
    contentOf(db, orgId, since),
    sourcesOf(db, orgId),
    jobsOf(db, orgId, since),
  ])
  return { as_of: now.toISOString(), days, since, layers, growth, diversity, content, sources, jobs }
}

const noBeliefs = (): Record<BeliefCategory, number> =>
  Object.fromEntries(kinds.belief.categories.map((category) => [category, 0])) as Record<BeliefCategory, number>

/** What each owner holds itself; hidden items, which no prompt shows, are not counted. */
async function layersOf(db: Database, orgId: string) {
  const [groups, agents, counts] = await Promise.all([
    db
      .selectFrom('groups')
      .select(['id', 'name', 'manager_agent_id'])
      .where('org_id', '=', orgId)
      .orderBy('display_order')
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('agents')
      .select(['id', 'name', 'group_id'])
      .where('org_id', '=', orgId)
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('items')
      .select(['owner_id', 'kind', 'category', ({ fn }) => fn.countAll<number>().as('count')])
      .where('org_id', '=', orgId)
      .where((eb) => eb.not(eb.ref('hidden')))
      .groupBy(['owner_id', 'kind', 'category'])
      .execute(),
  ])
  const byOwner = Map.groupBy(counts, ({ owner_id }) => owner_id)
  const heldBy = (ownerId: string) => {
    const beliefs = noBeliefs()
    let responsibilities = 0
    for (const { kind, category, count } of byOwner.get(ownerId) ?? []) {
      if (kind === 'belief') beliefs[category as BeliefCategory] = count
      else responsibilities += count
    }
    return {
      beliefs,
      belief_count: Object.values(beliefs).reduce((sum, count) => sum + count, 0),
      responsibility_count: responsibilities,
    }
  }
  return {
    organization: heldBy(orgId),
    groups: groups.map((group) => ({ ...group, ...heldBy(group.id) })),
    agents: agents.map((agent) => ({ ...agent, ...heldBy(agent.id) })),
  }
}

/** The items that prompts show now, at each layer, by the day on which they were created. */
async function growthOf(db: Database, orgId: string, dates: string[], since: string) {
  const shown = db
    .selectFrom('items')
    .where('org_id', '=', orgId)
    .where((eb) => eb.not(eb.ref('hidden')))
  const [before, came] = await Promise.all([
    shown
      .select(['scope', ({ fn }) => fn.countAll<number>().as('count')])
      .where('created_at', '<', since)
      .groupBy('scope')
      .execute(),
    shown
      .select(['scope as series', dayOf(db, 'created_at').as('date'), ({ fn }) => fn.countAll<number>().as('count')])
      .where('created_at', '>=', since)
      .groupBy(['scope', dayOf(db, 'created_at')])
      .execute(),
  ])
  const countOf = (scope: Scope) => before.find((row) => row.scope === scope)?.count ?? 0
  const start = Object.fromEntries(scopes.map((scope) => [scope, countOf(scope)])) as Record<Scope, number>
  return runningTotals(dates, start, came)
}

/** How alike agents are: which of their own visible, non-rejected statements others say word for word. */
async function diversityOf(db: Database, orgId: string) {
  const said = db
    .selectFrom('items')
    .where('org_id', '=', orgId)
    .where('agent_id', 'is not', null)
    .where('status', '<>', 'rejected')
    .where((eb) => eb.not(eb.ref('hidden')))
  const statements = said
    .select(['category', 'statement_hash', ({ fn }) => fn.countAll<number>().as('holders')])
    .groupBy(['category', 'statement_hash'])
  const [sharedBy, agents] = await Promise.all([
    db
      .selectFrom(statements.as('statements'))
      .select(['holders as agents', ({ fn }) => fn.countAll<number>().as('statements')])
      .groupBy('holders')
      .orderBy('holders')
      .execute(),
    db
      .selectFrom(said.select(['agent_id', 'category', 'statement_hash']).as('own'))
      .leftJoin(statements.having(({ fn }) => fn.countAll<number>(), '>', 1).as('shared'), (join) =>
        join.onRef('shared.category', '=', 'own.category').onRef('shared.statement_hash', '=', 'own.statement_hash'),
      )
      .innerJoin('agents', (join) => join.onRef('agents.id', '=', 'own.agent_id').on('agents.org_id', '=', orgId))
      .select(['agents.id', 'agents.name', ({ fn }) => fn.countAll<number>().as('statements')])
      .select(({ fn }) => fn.count<number>('shared.statement_hash').as('shared'))
      .groupBy(['agents.id', 'agents.name'])
      .having(({ fn }) => fn.count<number>('shared.statement_hash'), '>', 0)
      .orderBy(sql`1.0 * count(shared.statement_hash) / count(*)`, 'desc')
      .orderBy('agents.name')
      .orderBy('agents.id')
      .limit(mostAlike)
      .execute(),
  ])
  return { shared_by: sharedBy, most_alike: agents }
}

/** Content by the day on which it was written; what was removed does not count. */
async function contentOf(db: Database, orgId: string, since: string) {
  const content = db.selectFrom('content_items').where('org_id', '=', orgId).where('removed_at', 'is', null)
  const [earlier, days] = await Promise.all([
    content
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('published_at', '<', since)
      .executeTakeFirstOrThrow(),
    content
      .select(['source_type', dayOf(db, 'published_at').as('date'), ({ fn }) => fn.countAll<number>().as('count')])
      .where('published_at', '>=', since)
      .groupBy(['source_type', dayOf(db, 'published_at')])
      .orderBy('date')
      .orderBy('source_type')
      .execute(),
  ])
  return { earlier: earlier.count, days }
}

/** Every source with what it brought; those that need someone come first: with errors, never synced, longest ago. */
async function sourcesOf(db: Database, orgId: string) {
  const [sources, counts] = await Promise.all([
    db
      .selectFrom('content_sources')
      .innerJoin('agents', (join) =>
        join.onRef('agents.org_id', '=', 'content_sources.org_id').onRef('agents.id', '=', 'content_sources.agent_id'),
      )
      .select(['content_sources.id', 'agent_id', 'agents.name as agent_name', 'platform', 'config', 'enabled'])
      .select(['content_sources.name', 'last_synced_at', 'last_errors'])
      .where('content_sources.org_id', '=', orgId)
      .orderBy('content_sources.id')
      .execute(),
    db
      .selectFrom('content_items')
      .select(['source_id', ({ fn }) => fn.countAll<number>().as('count')])
      .where('org_id', '=', orgId)
      .where('source_id', 'is not', null)
      .where('removed_at', 'is', null)
      .groupBy('source_id')
      .execute(),
  ])
  const countOf = new Map(counts.map(({ source_id, count }) => [source_id, count]))
  const listed = sources
    .sort(
      (a, b) =>
        Number(b.last_errors.length > 0) - Number(a.last_errors.length > 0) ||
        compareStrings(a.last_synced_at ?? '', b.last_synced_at ?? ''),
    )
    .slice(0, maxSources)
    .map(({ config, last_errors, ...source }) => ({
      ...source,
      name: source.name ?? defaultName(source.platform, config),
      item_count: countOf.get(source.id) ?? 0,
      errors: last_errors,
    }))
  return { data: listed, count: sources.length }
}

/** What was asked for since then, of each type that occurs; durations are those of runs that were completed. */
async function jobsOf(db: Database, orgId: string, since: string) {
  const seconds = secondsBetween(db, 'started_at', 'finished_at')
  const rows = await db
    .selectFrom('jobs')
    .select(['type', 'status', ({ fn }) => fn.countAll<number>().as('count')])
    .select([
      sql<number | null>`avg(${seconds})`.as('average_seconds'),
      sql<number | null>`max(${seconds})`.as('longest_seconds'),
    ])
    .where('org_id', '=', orgId)
    .where('created_at', '>=', since)
    .groupBy(['type', 'status'])
    .execute()
  return jobTypes.flatMap((type) => {
    const ofType = rows.filter((row) => row.type === type)
    if (ofType.length === 0) return []
    const countOf = (status: JobStatus) => ofType.find((row) => row.status === status)?.count ?? 0
    const { average_seconds = null, longest_seconds = null } = ofType.find(({ status }) => status === 'completed') ?? {}
    const counts = Object.fromEntries(jobStatuses.map((status) => [status, countOf(status)])) as Record<
      JobStatus,
      number
    >
    return [{ type, ...counts, average_seconds, longest_seconds }]
  })
}
