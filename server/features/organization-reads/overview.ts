import { sql } from 'kysely'
import { lastDays, runningTotals } from '#core/base/days.ts'
import { compareStrings } from '#core/base/strings.ts'
import { type BeliefCategory, kinds } from '#core/domain/kinds.ts'
import { type JobStatus, jobStatuses, jobTypes } from '#core/domain/requests/jobs.ts'
import { defaultName } from '#core/domain/sources/content-platforms.ts'
import type { Database } from '../../db/connect.ts'
import { dayOf, secondsBetween } from '../../db/time.ts'
import { visibleItems } from '../items/visible-items.ts'

/**
 * An organization in figures: items by layer, growth, similarity of its agents, new content, and results of background
 * work. The database computes the sums, so that no page has to read the items themselves.
 */

const maxSources = 100
const mostAlike = 10

/** `days` is the number of days that growth, content and jobs go back, today included. */
export async function readOverview(db: Database, now: Date, orgId: string, days: number) {
  const dates = lastDays(now, days)
  const since = `${dates[0]}T00:00:00.000Z`
  const counts = await countsByOwner(db, orgId)
  const layers = await layersOf(db, orgId, counts)
  const [growth, diversity, content, sources, jobs] = await Promise.all([
    growthOf(db, orgId, layers, dates, since),
    diversityOf(db, orgId, layers.agents, counts),
    contentOf(db, orgId, since),
    sourcesOf(db, orgId),
    jobsOf(db, orgId, since),
  ])
  return { as_of: now.toISOString(), days, since, layers, growth, diversity, content, sources, jobs }
}

type OwnerCounts = Record<BeliefCategory, number> & { owner_id: string; responsibilities: number; statements: number }

/**
 * Counts each owner's own items in one pass. Hidden items, which no prompt shows, are not counted. `statements` are
 * those that are not rejected.
 */
async function countsByOwner(db: Database, orgId: string): Promise<Map<string, OwnerCounts>> {
  const rows = (await db
    .selectFrom('items')
    .select('owner_id')
    .select(({ fn }) => [
      ...kinds.belief.categories.map((category) =>
        fn.countAll<number>().filterWhere('category', '=', category).as(category),
      ),
      fn.countAll<number>().filterWhere('kind', '=', 'responsibility').as('responsibilities'),
      fn.countAll<number>().filterWhere('status', '<>', 'rejected').as('statements'),
    ])
    .where('org_id', '=', orgId)
    .where((eb) => eb.not(eb.ref('hidden')))
    .groupBy('owner_id')
    .execute()) as OwnerCounts[]
  return new Map(rows.map((row) => [row.owner_id, row]))
}

async function layersOf(db: Database, orgId: string, counts: ReadonlyMap<string, OwnerCounts>) {
  const [groups, agents] = await Promise.all([
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
  ])
  const countsOf = (ownerId: string) => {
    const ownCounts = counts.get(ownerId)
    const countOf = (category: BeliefCategory) => ownCounts?.[category] ?? 0
    const beliefs = Object.fromEntries(
      kinds.belief.categories.map((category) => [category, countOf(category)]),
    ) as Record<BeliefCategory, number>
    return {
      beliefs,
      belief_count: Object.values(beliefs).reduce((sum, count) => sum + count, 0),
      responsibility_count: ownCounts?.responsibilities ?? 0,
    }
  }
  return {
    organization: countsOf(orgId),
    groups: groups.map((group) => ({ ...group, ...countsOf(group.id) })),
    agents: agents.map((agent) => ({ ...agent, ...countsOf(agent.id) })),
  }
}
type Layers = Awaited<ReturnType<typeof layersOf>>

/** Counts the items that prompts show now, at each layer, by the day on which they were created. */
async function growthOf(db: Database, orgId: string, layers: Layers, dates: string[], since: string) {
  const date = dayOf(db, 'created_at')
  const recent = db
    .selectFrom('items')
    .select([date.as('date'), ({ fn }) => fn.countAll<number>().as('count')])
    .where('org_id', '=', orgId)
    .where('created_at', '>=', since)
    .groupBy(date)
  const shown = recent.where((eb) => eb.not(eb.ref('hidden')))
  const ofAgents = recent.where('agent_id', 'is not', null)
  const [org, group, agent, hidden] = await Promise.all([
    shown.where('owner_id', '=', orgId).execute(),
    shown.where('group_id', 'is not', null).execute(),
    // An index has the days of all items of agents. It does not have which are hidden, but those are few.
    ofAgents.execute(),
    ofAgents.where((eb) => eb.ref('hidden')).execute(),
  ])
  const came = [
    ...org.map((day) => ({ ...day, series: 'org' as const })),
    ...group.map((day) => ({ ...day, series: 'group' as const })),
    ...agent.map((day) => ({ ...day, series: 'agent' as const })),
    ...hidden.map((day) => ({ ...day, count: -day.count, series: 'agent' as const })),
  ]
  const totalOf = (owners: { belief_count: number; responsibility_count: number }[]) =>
    owners.reduce((sum, { belief_count, responsibility_count }) => sum + belief_count + responsibility_count, 0)
  const start = { org: totalOf([layers.organization]), group: totalOf(layers.groups), agent: totalOf(layers.agents) }
  for (const { series, count } of came) start[series] -= count
  return runningTotals(dates, start, came)
}

/** Returns how similar agents are: how many of their own visible, non-rejected statements others have word for word. */
async function diversityOf(
  db: Database,
  orgId: string,
  agents: Layers['agents'],
  counts: ReadonlyMap<string, OwnerCounts>,
) {
  const visible = visibleItems(db, orgId).where('agent_id', 'is not', null)
  const statements = visible
    .select(['category', 'statement_hash', ({ fn }) => fn.countAll<number>().as('holders')])
    .groupBy(['category', 'statement_hash'])
  const [sharedBy, sharing] = await Promise.all([
    db
      .selectFrom(statements.as('statements'))
      .select(['holders as agents', ({ fn }) => fn.countAll<number>().as('statements')])
      .groupBy('holders')
      .orderBy('holders')
      .execute(),
    db
      .selectFrom(statements.having(({ fn }) => fn.countAll<number>(), '>', 1).as('shared'))
      // Not a join: SQLite would look up each item among the statements, instead of the reverse.
      .crossJoin(visible.select(['agent_id', 'category', 'statement_hash']).as('own'))
      .whereRef('own.category', '=', 'shared.category')
      .whereRef('own.statement_hash', '=', 'shared.statement_hash')
      .select(['own.agent_id', ({ fn }) => fn.countAll<number>().as('shared')])
      .groupBy('own.agent_id')
      .execute(),
  ])
  const sharedOf = new Map(sharing.map(({ agent_id, shared }) => [agent_id, shared]))
  const mostAlikeAgents = agents
    .map(({ id, name }) => ({
      id,
      name,
      statements: counts.get(id)?.statements ?? 0,
      shared: sharedOf.get(id) ?? 0,
    }))
    .filter(({ shared }) => shared > 0)
    // Agents with equal shares stay in the order of their names.
    .sort((a, b) => b.shared / b.statements - a.shared / a.statements)
    .slice(0, mostAlike)
  return { shared_by: sharedBy, most_alike: mostAlikeAgents }
}

/** Counts content by the day on which it was written, without removed content. */
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

/**
 * Returns every source with its results; those that need attention come first: with errors, never synced, longest ago.
 */
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

/** Counts the jobs requested since then, by each type that occurs; durations are those of completed runs. */
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
