import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/** Stores from which merged item a source came. */
export const mergedSources = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id } = schemaTools(db, engine)
    await db.schema.alterTable('item_sources').addColumn('merged_from', id).execute()
  },
})
