import { type Kysely, sql } from 'kysely'

/** Whether an organization has what says the same as an item counted on it instead of created. */
export const dedupeOnCreate = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('organizations')
      .addColumn('dedupe_on_create', 'boolean', (c) => c.notNull().defaultTo(sql`false`))
      .execute()
  },
})
