import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/**
 * The time of an item's approval; null for one that was approved when it was created. It was not recorded before: the
 * last change is the earliest time that is certainly not before it.
 */
export const approvalTimes = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { timestamp } = schemaTools(db, engine)
    await db.schema.alterTable('items').addColumn('approved_at', timestamp).execute()
    await sql`update items set approved_at = updated_at where status = 'approved' and updated_at <> created_at`.execute(
      db,
    )
  },
})
