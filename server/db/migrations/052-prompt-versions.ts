import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/** Every distinct prompt of an agent that was answered, and which of them is the live one at which revisions. */
export const promptVersions = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, bytes, timestamp, belongsTo } = schemaTools(db, engine)
    await db.schema
      .createTable('prompt_versions')
      .addColumn('org_id', id, (c) => c.notNull())
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('prompt', bytes, (c) => c.notNull())
      .addColumn('items', 'integer', (c) => c.notNull())
      // Counted when a list first shows it.
      .addColumn('tokens', 'integer')
      // The number of the change of the live text that last made this one live.
      .addColumn('live_change', 'integer', (c) => c.notNull())
      .addColumn('live_at', timestamp, (c) => c.notNull())
      .addColumn('created_at', timestamp, (c) => c.notNull())
      .addPrimaryKeyConstraint('prompt_versions_pkey', ['org_id', 'agent_id', 'version'])
      .addUniqueConstraint('prompt_versions_one_text', ['org_id', 'agent_id', 'hash'])
      .$call((builder) => belongsTo('prompt_versions', 'agent_id', 'agents')(builder as never))
      .execute()
    await db.schema
      .createTable('live_prompts')
      .addColumn('org_id', id, (c) => c.notNull())
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      // The revisions of the three layers that the text was rendered from.
      .addColumn('stamp', 'text', (c) => c.notNull())
      // How often the live text changed.
      .addColumn('changes', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('live_prompts_pkey', ['org_id', 'agent_id'])
      .$call((builder) => belongsTo('live_prompts', 'agent_id', 'agents')(builder as never))
      .execute()
    // Retention looks for old ones every night.
    await db.schema.createIndex('prompt_versions_by_time').on('prompt_versions').column('live_at').execute()
  },
})
