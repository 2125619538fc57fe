import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/** Decisions of people on proposals that were read in sessions: readers learn from them. */
export const decisions = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, timestamp, oneOf, tenantTable, belongsTo } = schemaTools(db, engine)
    await tenantTable('decisions')
      .addColumn('agent_id', id, (c) => c.notNull())
      // No reference: the decision stays when its item is merged or deleted.
      .addColumn('item_id', id, (c) => c.notNull())
      .addColumn('quote', 'text', (c) => c.notNull())
      .addColumn('statement', 'text', (c) => c.notNull())
      .addColumn('decision', 'text', (c) => c.notNull().check(oneOf('decision', ['approved', 'rejected', 'edited'])))
      .addColumn('decided_by', id, (c) => c.notNull())
      .addColumn('decided_at', timestamp, (c) => c.notNull())
      .addUniqueConstraint('decisions_one_per_item', ['org_id', 'item_id'])
      .$call(belongsTo('decisions', 'agent_id', 'agents'))
      .execute()
    await db.schema.createIndex('decisions_by_time').on('decisions').columns(['org_id', 'decided_at', 'id']).execute()
    // Rows go with their agent, which SQLite finds by an index.
    await db.schema.createIndex('decisions_by_agent').on('decisions').columns(['org_id', 'agent_id']).execute()
  },
})
