import type { RawBuilder, Selectable } from 'kysely'
import type { Database } from '../connect.ts'
import type { Tables } from '../tables.ts'
import type { InsertInSql } from './recorded-writes.ts'

/**
 * Runs a statement in SQL that inserts into an audited table and returns all columns of its rows, which the query
 * builder cannot express. Its rows get their entries like all others.
 */
export async function insertRows<Name extends keyof Tables>(
  db: Database,
  insertsInto: Name,
  insert: RawBuilder<Selectable<Tables[Name]>>,
): Promise<Selectable<Tables[Name]>[]> {
  const query: InsertInSql = { ...insert.compile(db), insertsInto }
  return (await db.executeQuery<Selectable<Tables[Name]>>(query)).rows
}
