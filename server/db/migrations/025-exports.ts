import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/** Stores exports of agents by their hash, to compare them with a file that comes back. */
export const agentExports = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, bytes, timestamp, belongsTo } = schemaTools(db, engine)
    await db.schema
      .createTable('agent_exports')
      .addColumn('org_id', id, (c) => c.notNull())
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('exported_at', timestamp, (c) => c.notNull())
      .addColumn('body', bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint('agent_exports_pkey', ['org_id', 'agent_id', 'hash'])
      .$call((builder) => belongsTo('agent_exports', 'agent_id', 'agents')(builder as never))
      .execute()
  },
})
