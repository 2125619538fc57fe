import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/**
 * The vector by which observations are compared with a signal: that of its most central observation. Signals are scored
 * anew at their agents' next runs, which fills it; until then the middle of the observations stands in.
 */
export const signalCenters = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('signals').addColumn('center', schemaTools(db, engine).bytes).execute()
    await sql`update signals set scored_at = null`.execute(db)
  },
})
