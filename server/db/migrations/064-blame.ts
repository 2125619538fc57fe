import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/**
 * Why a line stands in a prompt: how each item came about, the line of the file that it was imported from, and the items
 * of each version. Items whose creation left a trace are filled in; for the others it stays unknown.
 */
export const blame = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { bytes, oneOf } = schemaTools(db, engine)
    const ways = ['person', 'api', 'import', 'discovery', 'consensus', 'bootstrap', 'change_request']
    await db.schema
      .alterTable('items')
      .addColumn('created_through', 'text', (c) => c.check(oneOf('created_through', ways)))
      .execute()
    await db.schema.alterTable('item_sources').addColumn('file', 'text').execute()
    await db.schema.alterTable('item_sources').addColumn('line', 'integer').execute()
    await db.schema.alterTable('prompt_versions').addColumn('item_ids', bytes).execute()
    await sql`update items set created_through = 'discovery' where origin = 'discovery'`.execute(db)
    await sql`update items set created_through = 'change_request' where created_through is null and id in (
      select item_id from proposed_changes where op = 'add' and merged)`.execute(db)
    for (const way of ['consensus', 'bootstrap'])
      await sql`update items set created_through = ${sql.lit(way)} where created_through is null and id in (
        select item_id from item_sources where source_type = ${sql.lit(way)})`.execute(db)
  },
})
