import { type Insertable, sql } from 'kysely'
import { currentScope, runForRows, type Scope } from '#core/domain/audit/origin.ts'
import type { Kind } from '#core/domain/kinds.ts'
import { isQuotaReached } from '#core/domain/requests/quotas.ts'
import { insertRows } from '../../db/audit/insert-rows.ts'
import { conflictOf } from '../../db/conflicts.ts'
import type { Database } from '../../db/connect.ts'
import { writesInOneStatement } from '../../db/engine.ts'
import { SharedRuns } from '../../db/shared-runs.ts'
import type { Item, Tables } from '../../db/tables.ts'
import { initialStatusOf } from './initial-status.ts'

type Row = Insertable<Tables['items']> & { id: string }
/** A row to insert, and who wants it: the rows of one batch may come from several callers. */
interface Input {
  row: Row
  scope: Scope
}

/** Each takes about 0.1 ms of the embedded engine's thread, which reads nothing meanwhile. */
const maxBatch = 32

/**
 * Batches inserts of agents' items: items that arrive while another insert of their organization is running share the
 * next one. On a server, where a round trip costs more than the insert, the relative throughput (a bare insert through
 * the same driver: 1) is 0.43 each alone and 0.65 shared. On the embedded engine, building and running the statements
 * of a transaction takes longer than SQLite's own work.
 */
export class ItemBatches {
  readonly #batches: SharedRuns<Input, Map<string, Item>>

  constructor(db: Database) {
    this.#batches = new SharedRuns(([orgId, kind], inputs) => insertAll(db, orgId!, kind as Kind, inputs), maxBatch)
  }

  /**
   * Inserts the item with the status that the organization gives it. Returns undefined if that fails for any reason (no
   * such agent, a duplicate, a concurrent change): retried alone, it fails with the right error, or succeeds.
   */
  async insert(row: Row): Promise<Item | undefined> {
    try {
      const inserted = await this.#batches.join([row.org_id, row.kind], { row, scope: currentScope() })
      return inserted.get(row.id)
    } catch (error) {
      // One row failed, so none of the others was written either.
      if (conflictOf(error) || isQuotaReached(error)) return undefined
      throw error
    }
  }
}

/** Inserts the items and bumps their agents' revisions. */
async function insertAll(db: Database, orgId: string, kind: Kind, inputs: Input[]): Promise<Map<string, Item>> {
  const insert = writesInOneStatement(db) ? insertByStatement : insertByTransaction
  const rows = JSON.stringify(inputs.map(({ row }) => row))
  const scopes = new Map(inputs.map(({ row, scope }) => [row.id, scope]))
  const items = await runForRows(scopes, () => insert(db, orgId, kind, rows))
  return new Map(items.map((item) => [item.id, item]))
}

const columns = sql`
  org_id, id, kind, agent_id, category, statement, statement_hash, created_through, status, n_count, created_at,
  updated_at`

/** Inserts on a server, whose statements can contain several writes. */
async function insertByStatement(db: Database, orgId: string, kind: Kind, rows: string): Promise<Item[]> {
  // The conditions leave the planner only the primary key, because it cannot estimate the number of rows in the input.
  const insert = sql<Item>`
    with input as (select * from json_populate_recordset(null::items, ${rows})),
    bumped as (
      update agents set revision = revision + 1
      where org_id = ${orgId} and id = any(array(select agent_id from input))
    )
    insert into items (${columns})
    select org_id, id, kind, agent_id, category, statement, statement_hash, created_through,
      ${initialStatusOf(orgId, kind)}, n_count, created_at, updated_at
    from input
    where (select true from agents where agents.org_id = input.org_id and agents.id = input.agent_id)
    order by agent_id, statement_hash
    on conflict do nothing
    returning *`
  return insertRows(db, 'items', insert)
}

/** Inserts on the embedded engine, which returns the items without waiting. */
function insertByTransaction(db: Database, orgId: string, kind: Kind, rows: string): Promise<Item[]> {
  return db.transaction().execute(async (trx) => {
    const insert = sql<Item>`
      insert into items (${columns})
      select ${orgId}, value ->> 'id', ${kind}, value ->> 'agent_id', value ->> 'category', value ->> 'statement',
        value ->> 'statement_hash', value ->> 'created_through', ${initialStatusOf(orgId, kind)}, value ->> 'n_count',
        value ->> 'created_at', value ->> 'updated_at'
      from json_each(${rows})
      where exists (select 1 from agents where org_id = ${orgId} and id = value ->> 'agent_id')
      on conflict do nothing
      returning *`
    const items = await insertRows(trx, 'items', insert)
    await sql`
      update agents set revision = revision + 1
      where org_id = ${orgId} and id in (select value ->> 'agent_id' from json_each(${rows}))`.execute(trx)
    return items
  })
}
