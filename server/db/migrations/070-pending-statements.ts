import { type Kysely, sql } from 'kysely'

/**
 * Serves what is asked whenever Review or another page opens: which agents a statement is proposed for and how many
 * items each of them has to decide on, and whether anything that discovery found was approved.
 */
export const pendingStatements = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('items_pending_by_statement')
      .on('items')
      .columns(['org_id', 'statement_hash', 'category', 'agent_id', 'group_id', 'origin', 'id'])
      .where(sql.ref('status'), '=', 'pending')
      .execute()
    await db.schema
      .createIndex('items_discovered')
      .on('items')
      .column('org_id')
      .where(sql<boolean>`origin = 'discovery' and status = 'approved'`)
      .execute()
  },
})
