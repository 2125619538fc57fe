import { type Kysely, sql } from 'kysely'

/** Which observations a survey of all commits made, and of how many commits the ones behind a signal are a part. */
export const surveysOfCommits = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('observations')
      .addColumn('surveyed', 'boolean', (c) => c.notNull().defaultTo(sql`false`))
      .execute()
    await db.schema.alterTable('signals').addColumn('commits_total', 'integer').execute()
    await db.schema
      .createIndex('observations_surveyed')
      .on('observations')
      .columns(['org_id', 'agent_id', 'id'])
      .where(sql.ref('surveyed'), '=', sql.lit(true))
      .execute()
  },
})
