import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/**
 * The audit log: one row for each change, chained by hashes in each organization, and the head of each chain. On a
 * server one function appends entries, so that the head is locked for one round trip.
 */
export const auditLog = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, timestamp } = schemaTools(db, engine)
    await db.schema
      .createTable('audit_heads')
      .addColumn('org_id', id, (c) => c.primaryKey().references('organizations.id').onDelete('cascade'))
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('audit_log')
      .addColumn('org_id', id, (c) => c.notNull().references('audit_heads.org_id').onDelete('cascade'))
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('at', timestamp, (c) => c.notNull())
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('actor_id', id)
      .addColumn('target_id', id)
      .addColumn('agent_id', id)
      .addColumn('group_id', id)
      .addColumn('content', 'text')
      .addColumn('salt', 'text')
      .addColumn('digest', 'text')
      .addColumn('covers', 'text')
      .addColumn('hash', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('audit_log_pkey', ['org_id', 'seq'])
      .execute()
    for (const column of ['actor_id', 'target_id', 'agent_id', 'action', 'at']) {
      await db.schema
        .createIndex(`audit_log_by_${column}`)
        .on('audit_log')
        .columns(['org_id', column, 'seq'])
        .$call((index) => (column.endsWith('_id') ? index.where(sql.ref(column), 'is not', null) : index))
        .execute()
    }
    await db.schema
      .createIndex('audit_log_covers')
      .on('audit_log')
      .columns(['org_id', 'seq'])
      .where(sql.ref('covers'), 'is not', null)
      .execute()
    const days = db.schema.alterTable('organizations').addColumn('audit_retention_days', 'integer')
    await days.execute()
    if (engine === 'postgres') await sql.raw(appendFunction).execute(db)
  },
})

const appendFunction = `
  create function append_audit_entries(organization uuid, entries json) returns void language plpgsql as $$
  declare
    entry json;
    last_seq bigint;
    last_hash text;
  begin
    select seq, hash into last_seq, last_hash from audit_heads where org_id = organization for update;
    if not found then
      insert into audit_heads (org_id, seq, hash) values (organization, 0, repeat('0', 64)) on conflict do nothing;
      select seq, hash into last_seq, last_hash from audit_heads where org_id = organization for update;
    end if;
    for entry in select value from json_array_elements(entries) loop
      last_seq := last_seq + 1;
      last_hash := encode(sha256(convert_to(concat_ws(E'\\n', last_hash, last_seq, entry ->> 'at', entry ->> 'action',
        entry ->> 'digest', entry ->> 'covers'), 'UTF8')), 'hex');
      insert into audit_log
        (org_id, seq, at, action, actor_id, target_id, agent_id, group_id, content, salt, covers, hash)
      values (organization, last_seq, (entry ->> 'at')::timestamptz, entry ->> 'action', (entry ->> 'actor_id')::uuid,
        (entry ->> 'target_id')::uuid, (entry ->> 'agent_id')::uuid, (entry ->> 'group_id')::uuid, entry ->> 'content',
        entry ->> 'salt', entry ->> 'covers', last_hash);
    end loop;
    update audit_heads set seq = last_seq, hash = last_hash where org_id = organization;
  end
  $$`
