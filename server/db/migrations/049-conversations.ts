import { type Kysely, sql } from 'kysely'

/**
 * In how many conversations a signal stands: the same sentence in three of them is a habit. Signals of what agents said
 * in conversations are scored again.
 */
export const conversations = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('signals')
      .addColumn('conversations', 'integer', (c) => c.notNull().defaultTo(sql.lit(0)))
      .execute()
    await sql`update signals set scored_at = null where n_count > 1 and exists (
      select 1 from observations
      join content_items on content_items.org_id = observations.org_id
        and content_items.id = observations.content_item_id
      where observations.org_id = signals.org_id and observations.signal_id = signals.id
        and content_items.source_type = 'conversation')`.execute(db)
  },
})
