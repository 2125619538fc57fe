import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { Item } from '../../db/tables.ts'
import { chunks } from '../../db/values.ts'

/** Sessions in which people repeated an item that stood in the prompt already (behavior: Said again). */
export interface Repetitions {
  /** Distinct sessions since the approval. */
  sessions: number
  last_at: string
}

type CountedItem = Pick<Item, 'org_id' | 'id' | 'status' | 'hidden'>

/**
 * Selects the sessions since the approval of approved, visible items, by item. Cross joins keep SQLite from starting with
 * all observations of sessions: 100 items with 20 sessions each took 180 ms so, and take 1.2 ms.
 */
const sessionsSinceApproval = (db: Database, orgId: string) =>
  db
    .selectFrom('signals')
    .crossJoin('items')
    .crossJoin('observations')
    .select(({ fn }) => [
      'items.id',
      fn.count<number>('observations.session').distinct().as('sessions'),
      fn.max<string>('observations.observed_at').as('last_at'),
    ])
    .where('signals.org_id', '=', orgId)
    .whereRef('items.org_id', '=', 'signals.org_id')
    .whereRef('items.id', '=', 'signals.promoted_item_id')
    .whereRef('observations.org_id', '=', 'signals.org_id')
    .whereRef('observations.signal_id', '=', 'signals.id')
    .where('items.status', '=', sql.lit('approved' as const))
    .where((eb) => eb.not(eb.ref('items.hidden')))
    // Literals, as in the partial indexes.
    .where('signals.sessions', '>', sql.lit(0))
    .where('observations.session', 'is not', null)
    .where((eb) => eb.ref('observations.live'))
    .where((eb) => eb('observations.observed_at', '>', eb.fn.coalesce('items.approved_at', 'items.created_at')))
    .groupBy('items.id')

/** Counts for each item the sessions in which it was said again. Items without any are missing in the answer. */
async function countSaidAgain(db: Database, items: readonly CountedItem[]): Promise<Map<string, Repetitions>> {
  const approved = items.filter(({ status, hidden }) => status === 'approved' && !hidden)
  const counts = new Map<string, Repetitions>()
  for (const [orgId, ofOrganization] of Map.groupBy(approved, ({ org_id }) => org_id)) {
    for (const ids of chunks(ofOrganization.map(({ id }) => id))) {
      const rows = await sessionsSinceApproval(db, orgId).where('signals.promoted_item_id', 'in', ids).execute()
      for (const { id, ...said } of rows) counts.set(id, said)
    }
  }
  return counts
}

/** Adds `said_again` to the items that have it. */
export async function withSaidAgain<Row extends CountedItem>(db: Database, rows: Row[]) {
  const counts = await countSaidAgain(db, rows)
  return rows.map((row) => ({ ...row, said_again: counts.get(row.id) }))
}

/** Maximum number of items of an agent in one answer. */
const maxListed = 1000

/** Returns the items of every layer that people had to repeat to one agent, those of most sessions first. */
export const listSaidAgain = (db: Database, orgId: string, agentId: string) =>
  sessionsSinceApproval(db, orgId)
    .select(['items.kind', 'items.category', 'items.statement', 'items.scope'])
    .select(({ fn }) => fn.coalesce('items.approved_at', 'items.created_at').as('approved_at'))
    .where('signals.agent_id', '=', agentId)
    // A key of one agent reads a view of the items, which has no primary key to group by.
    .groupBy([
      'items.kind',
      'items.category',
      'items.statement',
      'items.scope',
      'items.approved_at',
      'items.created_at',
    ])
    .orderBy('sessions', 'desc')
    .orderBy('items.id')
    .limit(maxListed)
    .execute()
