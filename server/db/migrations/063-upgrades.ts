import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { type Builder, schemaTools } from './schema-tools.ts'

/** Which version of the service last changed the schema, and the backup from before, for an older one to name. */
export const upgrades = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { timestamp } = schemaTools(db, engine)
    await (db.schema.createTable('upgrades') as Builder)
      .addColumn('at', timestamp, (c) => c.notNull())
      .addColumn('version', 'text', (c) => c.notNull())
      // The last migration that it brought.
      .addColumn('migration', 'text', (c) => c.notNull())
      // The path of the backup that was made before; null on a server and for a new database.
      .addColumn('backup', 'text')
      .execute()
  },
})
