import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/** Stores the items that a merge of duplicates removed, so that it can be undone. */
export const itemMerges = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, json, tenantTable, belongsTo } = schemaTools(db, engine)
    await tenantTable('item_merges')
      .addColumn('merge_id', id, (c) => c.notNull())
      .addColumn('group_id', id)
      .addColumn('agent_id', id)
      .addColumn('merged', json, (c) => c.notNull())
      .$call(belongsTo('item_merges', 'group_id', 'groups'))
      .$call(belongsTo('item_merges', 'agent_id', 'agents'))
      .execute()
    await db.schema.createIndex('item_merges_by_merge').on('item_merges').columns(['org_id', 'merge_id']).execute()
    // Deleting an agent or a group looks for what hangs on it.
    for (const column of ['group_id', 'agent_id']) {
      await db.schema.createIndex(`item_merges_by_${column}`).on('item_merges').columns(['org_id', column]).execute()
    }
  },
})
