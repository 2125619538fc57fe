import { type Kysely, sql } from 'kysely'

/** Finds the entries of one group, as of one agent. */
export const auditLogByGroup = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('audit_log_by_group_id')
      .on('audit_log')
      .columns(['org_id', 'group_id', 'seq'])
      .where(sql.ref('group_id'), 'is not', null)
      .execute()
  },
})
