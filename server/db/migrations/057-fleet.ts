import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { type Builder, schemaTools } from './schema-tools.ts'

/** Which version of an agent's prompt each client runs, as far as the service was told. */
export const fleet = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, timestamp, belongsTo } = schemaTools(db, engine)
    await (db.schema.createTable('fleet_clients') as Builder)
      .addColumn('org_id', id, (c) => c.notNull())
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('client', 'text', (c) => c.notNull())
      // 0 to 3: fetched, written, delivered, loaded.
      .addColumn('state', 'integer', (c) => c.notNull())
      // SHA-256 of the text; `version` is null where no version of the agent has it.
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('version', 'integer')
      .addColumn('label', 'text')
      .addColumn('last_seen_at', timestamp, (c) => c.notNull())
      .addPrimaryKeyConstraint('fleet_clients_pkey', ['org_id', 'agent_id', 'client'])
      .$call(belongsTo('fleet_clients', 'agent_id', 'agents'))
      .execute()
    // Clients that were not seen for a month go every night.
    await db.schema.createIndex('fleet_clients_by_time').on('fleet_clients').column('last_seen_at').execute()
  },
})
