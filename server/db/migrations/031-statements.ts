import { type Kysely, sql } from 'kysely'

/**
 * Who says what, by statement: consensus and the overview group all items of an organization by it, which without an
 * index reads and sorts every row. And what is hidden, which is little, to be taken away from counts of all.
 */
export const statements = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('items_by_statement')
      .on('items')
      .columns(['org_id', 'category', 'statement_hash', 'agent_id'])
      .where(sql<boolean>`agent_id is not null and status <> 'rejected' and not hidden`)
      .execute()
    await db.schema
      .createIndex('items_hidden')
      .on('items')
      .columns(['org_id', 'created_at'])
      .where(sql.ref<boolean>('hidden'))
      .execute()
  },
})
