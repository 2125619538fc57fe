import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from './connect.ts'
import { isServer } from './engine.ts'

/** Whether a column is one of many ids, which are one parameter: both engines limit the number of parameters. */
export const isOneOf = (db: Database, column: string, ids: readonly string[]): RawBuilder<SqlBool> =>
  isServer(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`
