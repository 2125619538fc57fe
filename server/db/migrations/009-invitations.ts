import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'
import { type Builder, schemaTools } from './schema-tools.ts'

/** Membership by consent, and addresses that their owners proved. */
export const invitations = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, timestamp, oneOf, tenantTable } = schemaTools(db, engine)

    await db.schema.alterTable('users').addColumn('email_verified_at', timestamp).execute()
    // No foreign key: it counts only while the account is a member, and a deleted organization has no members.
    await db.schema.alterTable('users').addColumn('home_org_id', id).execute()
    // Registration makes account and membership at the same moment.
    await sql`update users set home_org_id = (select min(cast(org_id as text)) from members
      where members.user_id = users.id and members.created_at = users.created_at)${sql.raw(engine === 'postgres' ? '::uuid' : '')}`.execute(
      db,
    )

    await tenantTable('invitations')
      .addColumn('email', 'text')
      .addColumn('role', 'text', (c) => c.notNull().check(oneOf('role', ['owner', 'member'])))
      .addColumn('token_hash', 'text', (c) => c.notNull())
      .addColumn('mail_token_hash', 'text')
      .addColumn('created_by', id, (c) => c.notNull().references('users.id'))
      .addColumn('expires_at', timestamp, (c) => c.notNull())
      .addUniqueConstraint('invitations_one_token', ['token_hash'])
      .addUniqueConstraint('invitations_one_mail_token', ['mail_token_hash'])
      .execute()

    await (db.schema.createTable('account_links') as Builder)
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('purpose', 'text', (c) => c.notNull().check(oneOf('purpose', ['verification', 'reset'])))
      .addColumn('email', 'text')
      .addColumn('org_id', id, (c) => c.references('organizations.id').onDelete('cascade'))
      .addColumn('created_by', id, (c) => c.references('users.id').onDelete('cascade'))
      .addColumn('created_at', timestamp, (c) => c.notNull())
      .addColumn('expires_at', timestamp, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('account_links_by_user').on('account_links').column('user_id').execute()
    await db.schema.createIndex('account_links_by_organization').on('account_links').column('org_id').execute()
  },
})
