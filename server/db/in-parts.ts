import type { Kysely, UpdateObject } from 'kysely'
import { asPart } from '#core/domain/audit/origin.ts'
import { isServer } from './engine.ts'
import type { Tables } from './tables.ts'

/** How many rows one statement writes: with their indexes and the search index, each part takes a few milliseconds. */
const rowsAtATime = {
  items: 50,
  observations: 200,
  signals: 200,
  content_items: 50,
  messages: 200,
  snapshots: 10,
  conversations: 50,
  agents: 25,
}

type Table = keyof typeof rowsAtATime
/** The values of the columns by which the rows of an owner are found. Each table has those that are passed for it. */
type Owner = { org_id: string; agent_id?: string; group_id?: string; source_id?: string }
type OwnedRows = Kysely<{ [Name in Table]: Required<Owner> & { id: string } }>

/**
 * Deletes rows before their owner, whose deletion would cascade to all of them in one statement. On the embedded engine
 * a statement blocks the main thread: deleting an agent of 10,000 items took 660 ms. A server does not need parts.
 *
 * @param db a transaction, or the database if each part may be a separate transaction.
 */
export async function deleteInParts(db: Kysely<Tables>, tables: readonly Table[], owner: Owner): Promise<void> {
  if (isServer(db)) return
  const rows = db as unknown as OwnedRows
  await asPart(async () => {
    for (const table of tables) {
      const deletion = rows.deleteFrom(table).where('org_id', '=', owner.org_id)
      const part = deletion.where('id', 'in', partOf(rows, table, owner))
      while ((await part.executeTakeFirst()).numDeletedRows > 0n) {}
    }
  })
}

/** Entries that one statement deletes. */
const entriesAtATime = 500

/** Deletes the audit log of an organization before its owner, as `deleteInParts` does. */
export async function deleteLogInParts(db: Kysely<Tables>, orgId: string): Promise<void> {
  if (isServer(db)) return
  const log = db.deleteFrom('audit_log').where('org_id', '=', orgId)
  const part = db.selectFrom('audit_log').select('seq').where('org_id', '=', orgId).limit(entriesAtATime)
  while ((await log.where('seq', 'in', part).executeTakeFirst()).numDeletedRows > 0n) {}
}

/** Releases rows from an owner that is about to be deleted. @param values set the column of the owner to null. */
export async function releaseInParts<Name extends 'agents' | 'content_items'>(
  trx: Kysely<Tables>,
  table: Name,
  owner: Owner,
  values: UpdateObject<Tables, Name>,
): Promise<void> {
  const part = trx
    .updateTable(table as Table)
    .set(values as UpdateObject<Tables, Table>)
    .where('org_id', '=', owner.org_id)
    .where('id', 'in', partOf(trx as unknown as OwnedRows, table, owner))
  while ((await part.executeTakeFirst()).numUpdatedRows > 0n) {}
}

function partOf(rows: OwnedRows, table: Table, owner: Owner) {
  const columns = Object.keys(owner) as (keyof Owner)[]
  return columns
    .reduce((query, column) => query.where(column, '=', owner[column]!), rows.selectFrom(table).select('id'))
    .limit(rowsAtATime[table])
}

/**
 * The tables with most of the rows of an agent, those with foreign keys to others first; and those of an organization.
 */
export const tablesOfAgent = ['observations', 'signals', 'content_items', 'items', 'snapshots'] as const
export const tablesOfOrganization = [...tablesOfAgent, 'messages', 'conversations', 'agents'] as const
