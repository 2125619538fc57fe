import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/**
 * Change requests hold changes of overrides and profiles, and record every layer that they were about: changes go with
 * their agent or group, and who may see the request must not depend on that.
 *
 * Not breaking: the table that takes the place of the former one has its columns.
 */
export const profileAndOverrideChanges = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, timestamp, json, oneOf, tenantTable, belongsTo } = schemaTools(db, engine)
    const off = sql.lit(false)

    // SQLite changes no constraint of a table that exists. The old rows go to a table without any, since PostgreSQL's
    // constraints keep their names when their table gets another one.
    await sql`create table former_changes as select * from proposed_changes`.execute(db)
    await db.schema.dropTable('proposed_changes').execute()
    await tenantTable('proposed_changes')
      .addColumn('change_request_id', id, (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('op', 'text', (c) =>
        c.notNull().check(oneOf('op', ['add', 'edit', 'remove', 'override', 'restore', 'profile'])),
      )
      .addColumn('kind', 'text')
      .addColumn('group_id', id)
      .addColumn('agent_id', id)
      // Without a foreign key: that the item is gone by now is for a reviewer to see.
      .addColumn('item_id', id)
      .addColumn('source_type', 'text')
      .addColumn('after', json, (c) => c.notNull())
      .addColumn('before', json)
      .addColumn('base_updated_at', timestamp)
      .addColumn('merged', 'boolean', (c) => c.notNull().defaultTo(off))
      .addUniqueConstraint('proposed_changes_one_position', ['org_id', 'change_request_id', 'position'])
      .$call(belongsTo('proposed_changes', 'change_request_id', 'change_requests'))
      .$call(belongsTo('proposed_changes', 'group_id', 'groups'))
      .$call(belongsTo('proposed_changes', 'agent_id', 'agents'))
      .execute()
    for (const column of ['group_id', 'agent_id'])
      await db.schema
        .createIndex(`proposed_changes_by_${column}`)
        .on('proposed_changes')
        .columns(['org_id', column, 'change_request_id'])
        .execute()
    const kept = sql.raw(
      'org_id, id, created_at, change_request_id, position, op, kind, group_id, agent_id, item_id, after, before, base_updated_at, merged',
    )
    await sql`insert into proposed_changes (${kept}) select ${kept} from former_changes`.execute(db)
    await sql`drop table former_changes`.execute(db)

    await db.schema
      .createTable('change_request_owners')
      .addColumn('org_id', id, (c) => c.notNull())
      .addColumn('change_request_id', id, (c) => c.notNull())
      // Without a foreign key: it outlives the agent or group.
      .addColumn('owner_id', id, (c) => c.notNull())
      .addPrimaryKeyConstraint('change_request_owners_pkey', ['org_id', 'change_request_id', 'owner_id'])
      .$call((builder) => belongsTo('change_request_owners', 'change_request_id', 'change_requests')(builder as never))
      .execute()
    await db.schema
      .createIndex('change_request_owners_by_owner')
      .on('change_request_owners')
      .columns(['org_id', 'owner_id', 'change_request_id'])
      .execute()
    await sql`
      insert into change_request_owners (org_id, change_request_id, owner_id)
      select distinct org_id, change_request_id, coalesce(agent_id, group_id, org_id) from proposed_changes`.execute(db)
    // Where changes went with an agent or group, nobody knows with which: the request's own id is that of no layer.
    await sql`
      insert into change_request_owners (org_id, change_request_id, owner_id)
      select org_id, id, id from change_requests
      where (select count(*) from proposed_changes where proposed_changes.org_id = change_requests.org_id
          and proposed_changes.change_request_id = change_requests.id)
        < coalesce((select max(position) + 1 from proposed_changes where proposed_changes.org_id = change_requests.org_id
          and proposed_changes.change_request_id = change_requests.id), 1)`.execute(db)
  },
})
