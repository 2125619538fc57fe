import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/**
 * Stores from which items another one was made, beyond the 30 days in which a merge can be undone. The ids refer to no
 * row: merged items are deleted, and an item that took others in may be merged itself.
 */
export const itemLineage = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, tenantTable } = schemaTools(db, engine)
    await tenantTable('item_lineage')
      .addColumn('item_id', id, (c) => c.notNull())
      .addColumn('from_id', id, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('item_lineage_by_item').on('item_lineage').columns(['org_id', 'item_id']).execute()
  },
})
