import { type Kysely, sql } from 'kysely'

/**
 * Observations that were read in sessions with coding agents: the session, and whether a person said it explicitly. A
 * signal keeps how many sessions it has, and whether one of its observations is explicit, because it is proposed by
 * these.
 */
export const sessions = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('observations').addColumn('session', 'text').execute()
    await db.schema
      .alterTable('observations')
      .addColumn('explicit', 'boolean', (c) => c.notNull().defaultTo(sql.lit(false)))
      .execute()
    await db.schema
      .alterTable('signals')
      .addColumn('sessions', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('signals')
      .addColumn('explicit', 'boolean', (c) => c.notNull().defaultTo(sql.lit(false)))
      .execute()
    await db.schema
      .createIndex('observations_of_sessions')
      .on('observations')
      .columns(['org_id', 'agent_id', 'confidence', 'id'])
      .where(sql<boolean>`session is not null`)
      .execute()
  },
})
