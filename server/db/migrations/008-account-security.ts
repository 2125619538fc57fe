import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { type Builder, schemaTools } from './schema-tools.ts'

/** Stores security events of accounts, the addresses of their logins, and unfinished sign-ins at GitHub. */
export const accountSecurity = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, timestamp } = schemaTools(db, engine)

    await (db.schema.createTable('security_events') as Builder)
      .addColumn('id', id, (c) => c.primaryKey())
      .addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('at', timestamp, (c) => c.notNull())
      .addColumn('what', 'text', (c) => c.notNull())
      .addColumn('by', 'text', (c) => c.notNull())
      .addColumn('ip', 'text')
      .execute()
    await db.schema.createIndex('security_events_by_user').on('security_events').columns(['user_id', 'id']).execute()

    await (db.schema.createTable('login_addresses') as Builder)
      .addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('last_login_at', timestamp, (c) => c.notNull())
      .addPrimaryKeyConstraint('login_addresses_pkey', ['user_id', 'address'])
      .execute()

    await (db.schema.createTable('github_sign_ins') as Builder)
      .addColumn('state_hash', 'text', (c) => c.primaryKey())
      .addColumn('expires_at', timestamp, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('github_sign_ins_expired').on('github_sign_ins').column('expires_at').execute()
  },
})
