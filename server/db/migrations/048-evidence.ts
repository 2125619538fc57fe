import { type Kysely, sql } from 'kysely'

/**
 * Lists evidence by how sure the reader is: all of an agent, and what people said in sessions and conversations alone.
 */
export const evidence = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('observations_of_sessions').execute()
    await db.schema
      .createIndex('observations_said')
      .on('observations')
      .columns(['org_id', 'agent_id', 'confidence', 'id'])
      .where(sql<boolean>`session is not null or told`)
      .execute()
    await db.schema
      .createIndex('observations_by_confidence')
      .on('observations')
      .columns(['org_id', 'agent_id', 'confidence', 'id'])
      .execute()
  },
})
