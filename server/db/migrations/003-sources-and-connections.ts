import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/** Connections to GitHub, and how far each content source was read (behavior: GitHub). */
export const sourcesAndConnections = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, timestamp, json, tenantTable } = schemaTools(db, engine)

    await tenantTable('github_connections')
      .addColumn('github_username', 'text', (c) => c.notNull())
      .addColumn('auth_type', 'text', (c) => c.notNull())
      .addColumn('scopes', 'text')
      .addColumn('token', 'text', (c) => c.notNull())
      .addColumn('created_by', id, (c) => c.notNull())
      .execute()

    // No foreign key: a source goes on without its connection (behavior: GitHub).
    await db.schema.alterTable('content_sources').addColumn('github_connection_id', id).execute()
    await db.schema.alterTable('content_sources').addColumn('cursor', json).execute()
    await db.schema.alterTable('content_sources').addColumn('last_synced_at', timestamp).execute()

    await db.schema
      .createIndex('content_items_by_agent')
      .on('content_items')
      .columns(['org_id', 'agent_id', 'published_at', 'id'])
      .execute()
    await db.schema
      .createIndex('content_items_by_source')
      .on('content_items')
      .columns(['org_id', 'source_id', 'external_id'])
      .execute()
  },
})
