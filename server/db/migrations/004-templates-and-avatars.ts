import type { Kysely } from 'kysely'
import type { Engine } from '../values.ts'
import { categories, kindNames } from './first-words.ts'
import { type Builder, schemaTools } from './schema-tools.ts'

/** Stores the templates that Bootstrap read from public repositories, and agents' avatars (behavior: Templates). */
export const templatesAndAvatars = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, timestamp, bytes, oneOf, tenantTable, belongsTo } = schemaTools(db, engine)

    await (db.schema.createTable('template_repositories') as Builder)
      // `owner/repo`
      .addColumn('repository', 'text', (c) => c.primaryKey())
      .addColumn('license', 'text')
      // The branch that was read to its end, and GitHub's tag of its newest commit; null after a run that was cut.
      .addColumn('branch', 'text')
      .addColumn('etag', 'text')
      .addColumn('scraped_at', timestamp, (c) => c.notNull())
      .execute()

    // One row per file that was looked at. Files of the same text share its items.
    await (db.schema.createTable('templates') as Builder)
      .addColumn('repository', 'text', (c) =>
        c.notNull().references('template_repositories.repository').onDelete('cascade'),
      )
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('blob_sha', 'text', (c) => c.notNull())
      // The hash of the definition without its front matter; null if the file has no readable definition.
      .addColumn('body_hash', 'text')
      // Why it could not be read; null for a file that is no definition.
      .addColumn('problem', 'text')
      .addColumn('name', 'text')
      .addColumn('description', 'text')
      .addColumn('updated_at', timestamp, (c) => c.notNull())
      .addColumn('embedding_model', 'text')
      .addColumn('vector', bytes)
      .addPrimaryKeyConstraint('templates_pkey', ['repository', 'path'])
      .execute()
    await db.schema.createIndex('templates_by_body').on('templates').column('body_hash').execute()

    await (db.schema.createTable('template_items') as Builder)
      .addColumn('body_hash', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull().check(oneOf('kind', kindNames)))
      .addColumn('category', 'text', (c) => c.notNull().check(oneOf('category', categories)))
      .addColumn('statement', 'text', (c) => c.notNull())
      .addColumn('embedding_model', 'text', (c) => c.notNull())
      .addColumn('vector', bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint('template_items_pkey', ['body_hash', 'position'])
      .execute()

    // In the database, so that every replica can serve them.
    await tenantTable('avatars')
      .addColumn('agent_id', id, (c) => c.notNull())
      .addColumn('content_hash', 'text', (c) => c.notNull())
      .addColumn('content_type', 'text', (c) => c.notNull())
      .addColumn('bytes', bytes, (c) => c.notNull())
      .$call(belongsTo('avatars', 'agent_id', 'agents'))
      .addUniqueConstraint('avatars_one_per_agent', ['org_id', 'agent_id'])
      .execute()
    await db.schema.createIndex('avatars_by_hash').on('avatars').column('content_hash').execute()
  },
})
