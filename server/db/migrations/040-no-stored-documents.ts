import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'

/**
 * Removes finished documents and the trigger that deleted them: rendering one costs less than storing it
 * (docs/explanation/decisions/001). On a server, replicas of an earlier version go on reading the table while they are
 * replaced, and would answer 500 without it, so an empty view takes its place. They drop what they cannot store.
 *
 * Not breaking: for that view.
 */
export const noStoredDocuments = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    for (const statement of statements[engine]) await sql.raw(statement).execute(db)
  },
})

const statements = {
  sqlite: ['drop trigger agents_outdate_documents', 'drop table documents'],
  postgres: [
    'drop trigger agents_outdate_documents on agents',
    'drop function outdate_documents()',
    'drop table documents',
    `create view documents as
      select null::uuid as org_id, null::uuid as agent_id, null::text as name, null::uuid as group_id,
        null::bigint as agent_revision, null::text as stamp, null::bytea as body
      where false`,
  ],
}
