import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/** The rows of records that were deleted, kept for some days so that the deletion can be undone. */
export const deletedRows = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, oneOf, tenantTable } = schemaTools(db, engine)
    await tenantTable('deleted_rows')
      .addColumn('kind', 'text', (c) => c.notNull().check(oneOf('kind', ['agent', 'group'])))
      // The record that they are restored with.
      .addColumn('record_id', id, (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('table_name', 'text', (c) => c.notNull())
      // As JSON.
      .addColumn('rows', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('deleted_rows_by_record')
      .on('deleted_rows')
      .columns(['org_id', 'record_id', 'position'])
      .execute()
    await db.schema.createIndex('deleted_rows_by_time').on('deleted_rows').columns(['created_at']).execute()
  },
})
