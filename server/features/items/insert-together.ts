import { type Insertable, sql } from 'kysely'
import { conflictOf } from '../../db/conflicts.ts'
import type { Database } from '../../db/connect.ts'
import { SharedRuns } from '../../db/shared-runs.ts'
import type { Item, Tables } from '../../db/tables.ts'
import type { Kind } from '../../domain/kinds.ts'
import { initialStatusOf } from './initial-status.ts'

type Row = Insertable<Tables['items']> & { id: string }

const maxBatch = 64

/**
 * Batches inserts of agents' items on a server, where a round trip costs more than the insert: items that arrive while
 * another insert of their organization is running share the next one. Relative throughput (a bare insert through the
 * same driver: 1): 0.43 each alone, 0.65 shared. One statement inserts the items and bumps their agents' revisions.
 */
export class ItemBatches {
  readonly #batches: SharedRuns<Row, Map<string, Item>>

  constructor(db: Database) {
    this.#batches = new SharedRuns(([orgId, kind], rows) => insertAll(db, orgId!, kind as Kind, rows), maxBatch)
  }

  /**
   * Inserts the item with the status that the organization gives it. Returns undefined if that fails for any reason (no
   * such agent, a duplicate, a concurrent change): retried alone, it fails with the right error, or succeeds.
   */
  async insert(row: Row): Promise<Item | undefined> {
    try {
      const inserted = await this.#batches.join([row.org_id, row.kind], row)
      return inserted.get(row.id)
    } catch (error) {
      // One row failed, so none of the others was written either.
      if (conflictOf(error)) return undefined
      throw error
    }
  }
}

async function insertAll(db: Database, orgId: string, kind: Kind, rows: Row[]): Promise<Map<string, Item>> {
  // The conditions leave the planner only the primary key, because it cannot estimate the number of rows in the input.
  const { rows: items } = await sql<Item>`
    with input as (select * from json_populate_recordset(null::items, ${JSON.stringify(rows)})),
    bumped as (
      update agents set revision = revision + 1
      where org_id = ${orgId} and id = any(array(select agent_id from input))
    )
    insert into items
      (org_id, id, kind, agent_id, category, statement, statement_hash, status, n_count, created_at, updated_at)
    select org_id, id, kind, agent_id, category, statement, statement_hash, ${initialStatusOf(orgId, kind)}, n_count,
      created_at, updated_at
    from input
    where (select true from agents where agents.org_id = input.org_id and agents.id = input.agent_id)
    order by agent_id, statement_hash
    on conflict do nothing
    returning *`.execute(db)
  return new Map(items.map((item) => [item.id, item]))
}
