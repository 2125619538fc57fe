import { type Kysely, sql } from 'kysely'

/**
 * How sure the reader is of what people said of a signal: it is proposed by this. Signals of what they said in sessions
 * and conversations are scored again, since the count of sessions takes conversations in.
 */
export const certainty = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('signals')
      .addColumn('certainty', 'double precision', (c) => c.notNull().defaultTo(sql.lit(0)))
      .execute()
    await sql`update signals set scored_at = null where sessions > 0 or exists (
      select 1 from observations where observations.org_id = signals.org_id and observations.signal_id = signals.id
        and observations.told)`.execute(db)
  },
})
