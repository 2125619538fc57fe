import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/** Keys that may do less, and what they propose instead of writing it. */
export const changeRequests = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, timestamp, json, oneOf, tenantTable, belongsTo } = schemaTools(db, engine)
    const off = sql.lit(false)

    await db.schema
      .alterTable('api_keys')
      .addColumn('access', 'text', (c) =>
        c
          .notNull()
          .defaultTo(sql.lit('full'))
          .check(oneOf('access', ['full', 'write', 'propose', 'read'])),
      )
      .execute()
    // Without a foreign key, which SQLite adds to no table that exists: deleting an agent deletes its keys.
    await db.schema.alterTable('api_keys').addColumn('agent_id', id).execute()
    await db.schema.alterTable('api_keys').addColumn('expires_at', timestamp).execute()
    await db.schema
      .alterTable('organizations')
      .addColumn('require_review', 'boolean', (c) => c.notNull().defaultTo(off))
      .execute()

    await tenantTable('change_requests')
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('description', 'text')
      .addColumn('base_version', 'text')
      .addColumn('status', 'text', (c) => c.notNull().check(oneOf('status', ['open', 'merged', 'closed'])))
      // Users and keys have no foreign key: a request outlives both.
      .addColumn('author_id', id, (c) => c.notNull())
      .addColumn('author_key_id', id)
      .addColumn('author_key_hint', 'text')
      .addColumn('author_client', 'text')
      .addColumn('decided_by', id)
      .addColumn('decided_key_hint', 'text')
      .addColumn('decided_at', timestamp)
      .addColumn('close_reason', 'text')
      .addColumn('updated_at', timestamp, (c) => c.notNull())
      .addUniqueConstraint('change_requests_one_number', ['org_id', 'number'])
      .execute()
    await db.schema
      .createIndex('change_requests_by_status')
      .on('change_requests')
      .columns(['org_id', 'status', 'number'])
      .execute()

    await tenantTable('proposed_changes')
      .addColumn('change_request_id', id, (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('op', 'text', (c) => c.notNull().check(oneOf('op', ['add', 'edit', 'remove'])))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('group_id', id)
      .addColumn('agent_id', id)
      // Without a foreign key: that the item is gone by now is for a reviewer to see.
      .addColumn('item_id', id)
      .addColumn('after', json, (c) => c.notNull())
      .addColumn('before', json)
      .addColumn('base_updated_at', timestamp)
      .addColumn('merged', 'boolean', (c) => c.notNull().defaultTo(off))
      .addUniqueConstraint('proposed_changes_one_position', ['org_id', 'change_request_id', 'position'])
      .$call(belongsTo('proposed_changes', 'change_request_id', 'change_requests'))
      .$call(belongsTo('proposed_changes', 'group_id', 'groups'))
      .$call(belongsTo('proposed_changes', 'agent_id', 'agents'))
      .execute()
    // Lists of an agent's requests, and deleting an agent or a group, look for what hangs on it.
    for (const column of ['group_id', 'agent_id']) {
      await db.schema
        .createIndex(`proposed_changes_by_${column}`)
        .on('proposed_changes')
        .columns(['org_id', column, 'change_request_id'])
        .execute()
    }

    await tenantTable('change_request_comments')
      .addColumn('change_request_id', id, (c) => c.notNull())
      .addColumn('author_id', id, (c) => c.notNull())
      .addColumn('author_key_hint', 'text')
      .addColumn('text', 'text', (c) => c.notNull())
      .$call(belongsTo('change_request_comments', 'change_request_id', 'change_requests'))
      .execute()
    await db.schema
      .createIndex('change_request_comments_by_request')
      .on('change_request_comments')
      .columns(['org_id', 'change_request_id', 'id'])
      .execute()
  },
})
