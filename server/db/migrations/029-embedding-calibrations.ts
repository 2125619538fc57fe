import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/** Where the thresholds of similarity lie for an embedding model, by the labeled pairs of this version. */
export const embeddingCalibrations = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { timestamp, json } = schemaTools(db, engine)
    await db.schema
      .createTable('embedding_calibrations')
      .addColumn('model', 'text', (c) => c.notNull())
      .addColumn('pairs_hash', 'text', (c) => c.notNull())
      .addColumn('dimensions', 'integer', (c) => c.notNull())
      .addColumn('calibration', json)
      .addColumn('figures', json, (c) => c.notNull())
      .addColumn('created_at', timestamp, (c) => c.notNull())
      .addPrimaryKeyConstraint('embedding_calibrations_pkey', ['model', 'pairs_hash'])
      .execute()
  },
})
