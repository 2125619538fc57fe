import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/** Sources besides GitHub, when each is due, and connections to X (behavior: X). */
export const furtherSources = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, timestamp, tenantTable } = schemaTools(db, engine)

    await tenantTable('x_connections')
      .addColumn('label', 'text')
      .addColumn('x_username', 'text', (c) => c.notNull())
      .addColumn('x_user_id', 'text', (c) => c.notNull())
      // Encrypted, all four.
      .addColumn('api_key', 'text', (c) => c.notNull())
      .addColumn('api_secret', 'text', (c) => c.notNull())
      .addColumn('access_token', 'text', (c) => c.notNull())
      .addColumn('access_token_secret', 'text', (c) => c.notNull())
      .addColumn('created_by', id, (c) => c.notNull())
      .addColumn('last_used_at', timestamp)
      .execute()

    await db.schema.alterTable('content_sources').addColumn('name', 'text').execute()
    // No foreign key: a source stays without its connection, as with GitHub's.
    await db.schema.alterTable('content_sources').addColumn('x_connection_id', id).execute()
    // When the automatic sync comes next; null is always due.
    await db.schema.alterTable('content_sources').addColumn('next_sync_at', timestamp).execute()
  },
})
