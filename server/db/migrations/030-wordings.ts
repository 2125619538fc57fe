import { type Kysely, sql } from 'kysely'

/**
 * How varied the evidence of a signal is, and observations of which a later one says that they no longer hold. Signals
 * are counted anew at their agents' next runs.
 */
export const wordings = () => ({
  async up(db: Kysely<unknown>) {
    for (const column of ['wordings', 'days'])
      await db.schema
        .alterTable('signals')
        .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    await db.schema.alterTable('observations').addColumn('withdrawn_by', 'text').execute()
    await db.schema
      .createIndex('observations_withdrawn')
      .on('observations')
      .columns(['org_id', 'withdrawn_by'])
      .where(sql.ref('withdrawn_by'), 'is not', null)
      .execute()
    await sql`update signals set scored_at = null`.execute(db)
  },
})
