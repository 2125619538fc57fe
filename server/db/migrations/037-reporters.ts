import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/**
 * Who brought content in. It was not recorded before: observations and conversations may have come from keys that only
 * propose and count as theirs; the rest needed a key that may write.
 */
export const contentReporters = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { oneOf } = schemaTools(db, engine)
    for (const table of ['content_sources', 'content_items', 'conversations'])
      await db.schema
        .alterTable(table)
        .addColumn('reported_by', 'text', (c) =>
          c
            .notNull()
            .defaultTo(sql.lit('key'))
            .check(oneOf('reported_by', ['session', 'key', 'propose_key'])),
        )
        .execute()
    await sql`update content_items set reported_by = 'propose_key' where source_type in ('observation', 'conversation')`.execute(
      db,
    )
    await sql`update conversations set reported_by = 'propose_key'`.execute(db)
  },
})
