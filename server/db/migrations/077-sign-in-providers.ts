import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { type Builder, schemaTools } from './schema-tools.ts'

/** Accounts at a provider of OpenID Connect, sign-ins there that were finished, and where a session was opened. */
export const signInProviders = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, timestamp } = schemaTools(db, engine)
    await (db.schema.createTable('external_identities') as Builder)
      .addColumn('issuer', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', timestamp, (c) => c.notNull())
      .addPrimaryKeyConstraint('external_identities_pkey', ['issuer', 'subject'])
      .execute()
    await db.schema.createIndex('external_identities_by_user').on('external_identities').column('user_id').execute()
    await (db.schema.createTable('finished_sign_ins') as Builder)
      .addColumn('state_hash', 'text', (c) => c.primaryKey())
      .addColumn('expires_at', timestamp, (c) => c.notNull())
      .execute()
    for (const column of ['ip', 'user_agent', 'signed_in_by'] as const)
      await db.schema.alterTable('sessions').addColumn(column, 'text').execute()
  },
})
