import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'

/**
 * What each organization stores, for its quotas. It stands beside the head of the audit log, which every change locks
 * anyway. Not breaking: what replicas of the version before store meanwhile is counted in the next night.
 */
export const usage = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    for (const column of ['items', 'agents', 'bytes'])
      await db.schema
        .alterTable('audit_heads')
        .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(sql.lit(0)))
        .execute()
    await sql`insert into audit_heads (org_id, seq, hash)
      select id, 0, ${sql.lit('0'.repeat(64))} from organizations
      where not exists (select 1 from audit_heads where org_id = organizations.id)`.execute(db)
    const count = (table: string) => sql`(select count(*) from ${sql.table(table)} where org_id = audit_heads.org_id)`
    const bytes = (table: string) =>
      sql`(select coalesce(sum(octet_length(content)), 0) from ${sql.table(table)} where org_id = audit_heads.org_id)`
    await sql`update audit_heads set items = ${count('items')}, agents = ${count('agents')},
      bytes = ${bytes('content_items')} + ${bytes('messages')}`.execute(db)
    if (engine === 'postgres') await sql.raw(appendFunction).execute(db)
  },
})

const appendFunction = `
  create function append_audit_entries(organization uuid, entries json, new_items bigint, new_agents bigint,
    new_bytes bigint, out items bigint, out agents bigint, out bytes bigint) language plpgsql as $$
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
        (org_id, seq, at, action, actor_id, target_id, agent_id, group_id, layer_id, content, salt, covers, hash)
      values (organization, last_seq, (entry ->> 'at')::timestamptz, entry ->> 'action', (entry ->> 'actor_id')::uuid,
        (entry ->> 'target_id')::uuid, (entry ->> 'agent_id')::uuid, (entry ->> 'group_id')::uuid,
        (entry ->> 'layer_id')::uuid, entry ->> 'content', entry ->> 'salt', entry ->> 'covers', last_hash);
    end loop;
    update audit_heads head set seq = last_seq, hash = last_hash, items = head.items + new_items,
      agents = head.agents + new_agents, bytes = head.bytes + new_bytes
      where org_id = organization returning head.items, head.agents, head.bytes into items, agents, bytes;
  end
  $$`
