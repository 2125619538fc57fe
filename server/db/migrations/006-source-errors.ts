import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/** Stores the failures of the last sync of a source, so that a person finds them without looking for the job. */
export const sourceErrors = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { json } = schemaTools(db, engine)
    await db.schema
      .alterTable('content_sources')
      .addColumn('last_errors', json, (c) => c.notNull().defaultTo(sql.lit('[]')))
      .execute()
  },
})
