import type { SelectQueryBuilder } from 'kysely'
import { type Category, categories, type Kind, kindOf } from '#core/domain/kinds.ts'
import type { Database } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'

/** Funnel from content to approved items (GET /pbd/stats). */

export interface StatsFilter {
  agent_id?: string
  /** Counts only rows created since then. */
  since?: string
}

type Counts = { observations: number; signals: number; promoted: number; approved: number }

/**
 * Returns the funnel of an organization or of one of its agents, in total and by category, with the durations of runs.
 */
export async function discoveryStats(db: Database, orgId: string, filter: StatsFilter) {
  const byCategory = await countByCategory(db, orgId, filter)
  const sum = (key: keyof Counts) => byCategory.reduce((total, counts) => total + counts[key], 0)
  const content = await scoped(db.selectFrom('content_items'), orgId, filter)
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('processed_at').as('processed')])
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const promoted = sum('promoted')
  return {
    org_id: orgId,
    agent_id: filter.agent_id ?? null,
    since: filter.since ?? null,
    funnel: {
      content_items: content.all,
      content_items_processed: content.processed,
      observations: sum('observations'),
      signals: sum('signals'),
      promoted,
      approved: sum('approved'),
    },
    approval_rate: promoted === 0 ? null : sum('approved') / promoted,
    categories: byCategory,
    jobs: await jobDurations(db, orgId, filter),
    dedup: await countMerges(db, orgId, filter),
  }
}

type Scoped = 'content_items' | 'observations' | 'signals' | 'jobs' | 'items' | 'item_merges'

const scoped = <T extends Scoped, O>(
  query: SelectQueryBuilder<Tables, T, O>,
  orgId: string,
  { agent_id, since }: StatsFilter,
) =>
  (query as SelectQueryBuilder<Tables, Scoped, O>)
    .where('org_id', '=', orgId)
    .$if(agent_id !== undefined, (query) => query.where('agent_id', '=', agent_id!))
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since!)) as typeof query

/** Lists every category, empty ones included, in the specification's order. */
async function countByCategory(db: Database, orgId: string, filter: StatsFilter) {
  const observations = await scoped(db.selectFrom('observations'), orgId, filter)
    .select(['category', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('category')
    .execute()
  const signals = await scoped(db.selectFrom('signals'), orgId, filter)
    .select(['category', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('category')
    .execute()
  // Proposals of discovery: two signals that led to one item are one proposal.
  const proposals = await scoped(db.selectFrom('items'), orgId, filter)
    .select(['category', 'status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('origin', '=', 'discovery')
    .groupBy(['category', 'status'])
    .execute()
  const total = (rows: { category: Category; count: number }[], category: Category) =>
    rows.reduce((sum, row) => sum + (row.category === category ? row.count : 0), 0)
  return categories.map((category): Counts & { kind: Kind; category: Category } => ({
    kind: kindOf(category),
    category,
    observations: total(observations, category),
    signals: total(signals, category),
    promoted: total(proposals, category),
    approved: total(
      proposals.filter(({ status }) => status === 'approved'),
      category,
    ),
  }))
}

/** Counts merges that can still be undone (30 days); with an agent, only those of its own layer. */
const countMerges = (db: Database, orgId: string, filter: StatsFilter) =>
  scoped(db.selectFrom('item_merges'), orgId, filter)
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>('merged_count'), eb.lit(0)).as('merged'),
      eb.fn.coalesce(eb.fn.sum<number>('cluster_count'), eb.lit(0)).as('clusters'),
    ])
    .executeTakeFirstOrThrow()

/** Counts runs that are still recorded (30 days). */
async function jobDurations(db: Database, orgId: string, filter: StatsFilter) {
  const runs = await scoped(db.selectFrom('jobs'), orgId, filter)
    .select(['status', 'started_at', 'finished_at'])
    .where('type', '=', 'pbd')
    .execute()
  const seconds = runs.flatMap(({ status, started_at, finished_at }) =>
    status === 'completed' && started_at && finished_at
      ? [(Date.parse(finished_at) - Date.parse(started_at)) / 1000]
      : [],
  )
  return {
    completed: seconds.length,
    failed: runs.filter(({ status }) => status === 'failed').length,
    average_seconds: seconds.length === 0 ? null : seconds.reduce((sum, one) => sum + one, 0) / seconds.length,
    longest_seconds: seconds.length === 0 ? null : Math.max(...seconds),
  }
}
