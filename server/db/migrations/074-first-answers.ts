import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { type Builder, schemaTools } from './schema-tools.ts'

/** The first answers to requests with an `Idempotency-Key`, for their repetitions. */
export const firstAnswers = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { timestamp, bytes } = schemaTools(db, engine)
    await (db.schema.createTable('first_answers') as Builder)
      // SHA-256 of the credential and the key.
      .addColumn('id', 'text', (c) => c.primaryKey())
      // SHA-256 of method, address and body.
      .addColumn('request_hash', 'text', (c) => c.notNull())
      .addColumn('created_at', timestamp, (c) => c.notNull())
      // Null while the request runs, and for good if the process died after its commit.
      .addColumn('status', 'integer')
      .addColumn('headers', 'text')
      // The organizations that the caller could see.
      .addColumn('org_ids', 'text')
      // Null for an answer that is not kept.
      .addColumn('body', bytes)
      .execute()
    await db.schema.createIndex('first_answers_by_time').on('first_answers').column('created_at').execute()
  },
})
