import { type Kysely, sql } from 'kysely'

/**
 * Which observations of conversations were said in short messages, null for those of other content and of what was read
 * before; and the newest of them by an index that holds no others.
 */
export const briefObservations = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('observations').addColumn('brief', 'boolean').execute()
    await db.schema
      .createIndex('observations_said')
      .on('observations')
      .columns(['org_id', 'agent_id', 'observed_at', 'id'])
      .where(sql<boolean>`brief is not null`)
      .execute()
  },
})
