import { type Kysely, sql } from 'kysely'

/** Organizations take turns: the round in which a job is due, and what finds the first of them quickly. */
export const fairJobs = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('jobs')
      .addColumn('turn', 'integer', (c) => c.notNull().defaultTo(sql.lit(0)))
      .execute()
    await db.schema.dropIndex('jobs_unfinished').execute()
    const indexes = { jobs_by_turn: ['turn', 'id'], jobs_unfinished: ['org_id', 'turn'] }
    for (const [name, columns] of Object.entries(indexes)) {
      await db.schema.createIndex(name).on('jobs').columns(columns).where(sql.ref('finished_at'), 'is', null).execute()
    }
  },
})
