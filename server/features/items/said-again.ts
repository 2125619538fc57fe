import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { Item } from '../../db/tables.ts'
import { chunks } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'

/** Sessions in which people repeated an item that stood in the prompt already (behavior: Said again). */
export interface Repetitions {
  /** Distinct sessions since the approval. */
  sessions: number
  last_at: string
}

type CountedItem = Pick<Item, 'org_id' | 'id' | 'status' | 'hidden'>

/**
 * Selects the sessions since the approval of approved, visible items, by item. Cross joins keep SQLite from starting
 * with all observations of sessions: 100 items with 20 sessions each took 180 ms so, and take 1.2 ms.
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

/** Numbers of ids that statements take: each is compiled once, and the rest of its ids repeats the first one. */
const sizes = [1, 10, 100]

type Reader = Pick<Ctx, 'queries'>

/** Counts for each item the sessions in which it was said again. Items without any are missing in the answer. */
async function countSaidAgain(reader: Reader, items: readonly CountedItem[]): Promise<Map<string, Repetitions>> {
  const approved = items.filter(({ status, hidden }) => status === 'approved' && !hidden)
  const counts = new Map<string, Repetitions>()
  for (const [orgId, ofOrganization] of Map.groupBy(approved, ({ org_id }) => org_id)) {
    for (const part of chunks(ofOrganization, sizes.at(-1)))
      for (const { id, ...said } of await countPart(reader, orgId, part)) counts.set(id, said)
  }
  return counts
}

function countPart({ queries }: Reader, orgId: string, items: readonly CountedItem[]) {
  const size = sizes.find((each) => each >= items.length)!
  const names = Array.from({ length: size }, (_, at) => `id_${at}`)
  const query = queries.withValues(
    `said again of ${size}`,
    (db, parameter) =>
      sessionsSinceApproval(db, parameter('org_id')).where('signals.promoted_item_id', 'in', names.map(parameter)),
    { org_id: orgId, ...Object.fromEntries(names.map((name, at) => [name, (items[at] ?? items[0]!).id])) },
  )
  return queries.rows(query)
}

/** Adds `said_again` to the items that have it. */
export async function withSaidAgain<Row extends CountedItem>(reader: Reader, rows: Row[]) {
  const counts = await countSaidAgain(reader, rows)
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
