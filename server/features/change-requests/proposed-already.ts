import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { chunks } from '../../db/values.ts'
import type { Conflict, Proposal } from './conflicts.ts'

/** Finds changes that stand in open change requests already (behavior: Change requests). */

/** An open request, named by its number in the organization. */
export interface StandingRequest {
  id: string
  number: number
  /** The positions of the given changes that stand in it. */
  positions: ReadonlySet<number>
}

interface Scope {
  org_id: string
  /** Only requests with a lower number; all when absent. */
  before?: number
}

/** How many changes of open requests, the newest first, are looked through at most. */
const maxCompared = 5000
const requestsPerStatement = 50

/**
 * Returns the open requests that hold some of these changes, oldest first. Reads with the caller's view, so a key of
 * one agent learns nothing of the requests that it may not read.
 */
export async function standingRequests(
  db: Database,
  scope: Scope,
  changes: readonly Proposal[],
): Promise<StandingRequest[]> {
  const positionOf = new Map(changes.map((change) => [identityOf(change), change.position]))
  // Changes are stored with their keys in a fixed order, so the same values have texts of one length.
  const lengths = [...new Set(changes.map(({ after }) => [...JSON.stringify(after)].length))]
  const requests = await comparedRequests(db, scope)
  const positions = new Map<string, Set<number>>(requests.map(({ id }) => [id, new Set()]))
  for (const some of chunks(requests, requestsPerStatement)) {
    const rows = await db
      .selectFrom('proposed_changes')
      .select(['change_request_id', 'op', 'kind', 'group_id', 'agent_id', 'item_id', 'source_type', 'after', 'before'])
      .select('base_updated_at')
      .where('org_id', '=', scope.org_id)
      .where(
        'change_request_id',
        'in',
        some.map(({ id }) => id),
      )
      .where(sql<number>`length(cast(${sql.ref('after')} as text))`, 'in', lengths)
      .execute()
    for (const { change_request_id, ...change } of rows) {
      const position = positionOf.get(identityOf(change))
      if (position !== undefined) positions.get(change_request_id)!.add(position)
    }
  }
  return requests
    .map(({ id, number }) => ({ id, number, positions: positions.get(id)! }))
    .filter((request) => request.positions.size > 0)
    .reverse()
}

/** Returns the newest open requests, up to the number of changes that are compared. */
async function comparedRequests(db: Database, { org_id, before }: Scope) {
  const open = await db
    .selectFrom('change_requests')
    .select(['id', 'number'])
    .select((eb) =>
      eb
        .selectFrom('proposed_changes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('proposed_changes.org_id', '=', 'change_requests.org_id')
        .whereRef('proposed_changes.change_request_id', '=', 'change_requests.id')
        .$asScalar()
        .$notNull()
        .as('change_count'),
    )
    .where('org_id', '=', org_id)
    .where('status', '=', 'open')
    .$if(before !== undefined, (query) => query.where('number', '<', before!))
    .orderBy('number', 'desc')
    .execute()
  let compared = 0
  return open.filter(({ change_count }) => {
    compared += change_count
    return compared <= maxCompared
  })
}

/**
 * Identifies a change by its subject, its values, and the state that it was based on: a change of an item that
 * was edited since is another change, because the old one cannot be merged anymore. Additions may differ in case
 * and source; an edit may be about nothing else.
 */
function identityOf(change: Omit<Proposal, 'position' | 'quote' | 'file' | 'line'>): string {
  const { op, kind, group_id, agent_id, item_id, source_type, after, before, base_updated_at } = change
  if (op === 'add')
    return JSON.stringify([kind, group_id, agent_id, { ...after, statement: after.statement!.toLowerCase() }])
  return JSON.stringify([op, kind, group_id, agent_id, item_id, source_type, after, base_updated_at ?? before])
}

/**
 * Adds the conflicts of changes that stand in open requests. A stale change stays stale, since it cannot be merged; one
 * that also repeats or contradicts an item shows that in the request that proposed it first.
 */
export function withProposed(
  conflicts: ReadonlyMap<number, Conflict>,
  standing: readonly StandingRequest[],
): Map<number, Conflict> {
  const all = new Map(conflicts)
  for (const { number, positions } of standing.toReversed())
    for (const position of positions)
      if (conflicts.get(position)?.conflict !== 'stale') all.set(position, { conflict: 'proposed', number })
  return all
}
