import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/** Organizations that are being imported, which nobody is a member of until they are complete. */
export const importedOrganizations = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { timestamp } = schemaTools(db, engine)
    await db.schema.alterTable('organizations').addColumn('importing_since', timestamp).execute()
  },
})
