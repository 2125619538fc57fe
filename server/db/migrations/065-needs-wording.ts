import { type Kysely, sql } from 'kysely'

/**
 * Whether people said an item in words that cannot stand as a rule: Review lists these behind the others. The items of
 * before are judged by a schedule, which is due at once, since a migration must be quick at any size.
 *
 * Not breaking: replicas of the version before list the same items without an index.
 */
export const needsWording = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('items')
      .addColumn('needs_wording', 'boolean', (c) => c.notNull().defaultTo(sql.lit(false)))
      .execute()
    await db.schema.dropIndex('items_pending').execute()
    await db.schema
      .createIndex('items_pending')
      .on('items')
      .columns(['org_id', 'origin', 'needs_wording', 'certainty desc', 'n_count desc', 'id'])
      .where(sql.ref('status'), '=', 'pending')
      .execute()
    await sql`insert into schedules (name, next_run_at) values ('wording', '2000-01-01T00:00:00.000Z')`.execute(db)
  },
})
