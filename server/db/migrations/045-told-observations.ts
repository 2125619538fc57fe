import { type Kysely, sql } from 'kysely'

/** Which observations are rules that others told the agent, for which a person has to decide. */
export const toldObservations = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('observations')
      .addColumn('told', 'boolean', (c) => c.notNull().defaultTo(sql`false`))
      .execute()
  },
})
