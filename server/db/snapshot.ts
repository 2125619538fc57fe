import { CompiledQuery, SelectQueryNode } from 'kysely'
import type { Database } from './connect.ts'
import { isServer } from './engine.ts'

/**
 * Runs reads that all see the state of one moment.
 *
 * @param db a connection that nobody else uses meanwhile, as `openAnyReader` opens it.
 */
export async function inSnapshot<T>(db: Database, read: (db: Database) => Promise<T>): Promise<T> {
  if (isServer(db)) {
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
  }
  await onReader(db, 'begin')
  try {
    return await read(db)
  } finally {
    await onReader(db, 'commit')
  }
}

/** Only selects reach the connection that reads; any other statement would lock the database for writing. */
const onReader = (db: Database, sql: string) =>
  db.executeQuery({ ...CompiledQuery.raw(sql), query: SelectQueryNode.create() })
