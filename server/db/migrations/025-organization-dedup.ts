import { type Kysely, sql } from 'kysely'

/**
 * Stores decisions of organizations about near-duplicates, and the size of each merge, which
 * is shown without reading all of it.
 */
export const organizationDedup = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('organizations')
      .addColumn('auto_dedup', 'boolean', (c) => c.notNull().defaultTo(sql`false`))
      .execute()
    for (const column of ['cluster_count', 'merged_count']) {
      await db.schema
        .alterTable('item_merges')
        .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    }
  },
})
