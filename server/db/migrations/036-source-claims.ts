import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/** Which run syncs a source now, and until when it does so without renewing its claim (behavior: Sync). */
export const sourceClaims = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, timestamp } = schemaTools(db, engine)
    await db.schema.alterTable('content_sources').addColumn('sync_claim_id', id).execute()
    await db.schema.alterTable('content_sources').addColumn('sync_until', timestamp).execute()
  },
})
