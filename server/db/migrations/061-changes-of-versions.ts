import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/**
 * Which entries of the audit log changed the prompts of which layer, and which entry was the last one when a version was
 * stored: the changes of a version are the entries in between. Of what was there, only the entries of items and overrides
 * are found by their action, and those of an agent's group by its present one.
 *
 * Not breaking: replicas of the version before go on without both columns.
 */
export const changesOfVersions = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id } = schemaTools(db, engine)
    await db.schema.alterTable('audit_log').addColumn('layer_id', id).execute()
    await sql`update audit_log set layer_id = coalesce(agent_id, group_id, org_id) where content is not null
      and (action like 'belief.%' or action like 'responsibility.%' or action like 'override.%')`.execute(db)
    await db.schema
      .createIndex('audit_log_by_layer')
      .on('audit_log')
      .columns(['org_id', 'layer_id', 'seq'])
      .where(sql.ref('layer_id'), 'is not', null)
      .execute()
    await db.schema.alterTable('prompt_versions').addColumn('group_id', id).execute()
    await db.schema
      .alterTable('prompt_versions')
      .addColumn('audit_seq', 'bigint', (c) => c.notNull().defaultTo(sql.lit(0)))
      .execute()
    await sql`update prompt_versions set
      group_id = (select group_id from agents
        where agents.org_id = prompt_versions.org_id and agents.id = prompt_versions.agent_id),
      audit_seq = coalesce((select seq from audit_log
        where audit_log.org_id = prompt_versions.org_id and audit_log.at <= prompt_versions.created_at
        order by at desc, seq desc limit 1), 0)`.execute(db)
    if (engine === 'postgres') await sql.raw(appendFunction).execute(db)
  },
})

const appendFunction = `
  create or replace function append_audit_entries(organization uuid, entries json) returns void language plpgsql as $$
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
    update audit_heads set seq = last_seq, hash = last_hash where org_id = organization;
  end
  $$`
