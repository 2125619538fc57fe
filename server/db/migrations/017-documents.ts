import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/**
 * Finished documents of agents, each with the stamp of what it was rendered from, in a table of their own: prompts in
 * `agents` made every list of agents read them too.
 *
 * Breaking: replicas of the version before read both columns with every agent.
 */
export const documents = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, bytes, belongsTo } = schemaTools(db, engine)
    await db.schema
      .createTable('documents')
      .addColumn('org_id', id, (c) => c.notNull())
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('stamp', 'text', (c) => c.notNull())
      .addColumn('body', bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint('documents_pkey', ['org_id', 'agent_id', 'name'])
      .$call((builder) => belongsTo('documents', 'agent_id', 'agents')(builder as never))
      .execute()
    for (const column of ['system_prompt', 'prompt_stamp']) {
      await db.schema.alterTable('agents').dropColumn(column).execute()
    }
  },
})
