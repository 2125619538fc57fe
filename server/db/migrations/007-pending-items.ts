import { type Kysely, sql } from 'kysely'

/** What waits for a decision is asked on every page of the dashboard; without an index it was a scan of all items. */
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
