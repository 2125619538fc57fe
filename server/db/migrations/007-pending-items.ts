import { type Kysely, sql } from 'kysely'

/** Every page of the dashboard asks for the items that wait for a decision; without an index it scanned all items. */
export const pendingItems = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('items_pending')
      .on('items')
      .columns(['org_id', 'n_count desc', 'id'])
      .where(sql.ref('status'), '=', 'pending')
      .execute()
  },
})
