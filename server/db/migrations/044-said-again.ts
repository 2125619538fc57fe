import { type Kysely, sql } from 'kysely'

/** Finds the sessions in which people repeated an item, from its signals, without reading other observations. */
export const saidAgain = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('signals_of_items')
      .on('signals')
      .columns(['org_id', 'promoted_item_id'])
      .where(sql<boolean>`sessions > 0`)
      .execute()
    await db.schema
      .createIndex('observations_by_session')
      .on('observations')
      .columns(['org_id', 'signal_id', 'observed_at', 'session'])
      .where(sql<boolean>`session is not null and live`)
      .execute()
  },
})
