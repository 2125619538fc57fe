import { type Kysely, sql } from 'kysely'

/**
 * How sure the reader is of what people said of an item, at most: 0 if nobody said it. Review lists what discovery
 * found before what people wrote, the surest first.
 *
 * Not breaking: replicas of the version before list the same items without an index.
 */
export const reviewOrder = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('items')
      .addColumn('certainty', 'double precision', (c) => c.notNull().defaultTo(sql.lit(0)))
      .execute()
    await sql`update items set certainty = said.certainty from (
      select item_sources.org_id, item_sources.item_id, max(observations.confidence) as certainty
      from item_sources
      join observations on observations.org_id = item_sources.org_id and observations.id = item_sources.observation_id
      where observations.session is not null or observations.told
      group by item_sources.org_id, item_sources.item_id
    ) as said where said.org_id = items.org_id and said.item_id = items.id`.execute(db)
    await db.schema.dropIndex('items_pending').execute()
    await db.schema
      .createIndex('items_pending')
      .on('items')
      .columns(['org_id', 'origin', 'certainty desc', 'n_count desc', 'id'])
      .where(sql.ref('status'), '=', 'pending')
      .execute()
  },
})
