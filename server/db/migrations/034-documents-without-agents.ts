import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/**
 * Stores documents so that they are found without their agent's row: a change of an agent deletes its documents. Older
 * documents are rendered again when they are read next.
 *
 * Breaking: replicas of the version before cannot store what they render, so that each of their reads renders again.
 */
export const documentsWithoutAgents = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, bytes, belongsTo } = schemaTools(db, engine)
    await db.schema.dropTable('documents').execute()
    await db.schema
      .createTable('documents')
      .addColumn('org_id', id, (c) => c.notNull())
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('group_id', id)
      // Without a default, so that a process of an earlier version, which does not compare it, stores nothing here.
      .addColumn('agent_revision', 'bigint', (c) => c.notNull())
      .addColumn('stamp', 'text', (c) => c.notNull())
      .addColumn('body', bytes, (c) => c.notNull())
      // The agent first: keys that begin alike, as those of one organization would, take longer to compare.
      .addPrimaryKeyConstraint('documents_pkey', ['agent_id', 'name', 'org_id'])
      .$call((builder) => belongsTo('documents', 'agent_id', 'agents')(builder as never))
      .execute()
    for (const statement of triggers[engine]) await sql.raw(statement).execute(db)
  },
})

const deleting = 'delete from documents where org_id = new.org_id and agent_id = new.id'
const onChange = 'after update of revision, group_id on agents'

const triggers = {
  sqlite: [`create trigger agents_outdate_documents ${onChange} begin ${deleting}; end`],
  postgres: [
    `create function outdate_documents() returns trigger language plpgsql as $$
      begin ${deleting}; return null; end
    $$`,
    `create trigger agents_outdate_documents ${onChange} for each row execute function outdate_documents()`,
  ],
}
