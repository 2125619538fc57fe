import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'
import { type Builder, schemaTools } from './schema-tools.ts'

/**
 * Templates belong to everybody or to the organization that read them (behavior: Templates). What was
 * read before is forgotten: whoever could register may have brought it, and nothing tells. The next
 * scrape reads the configured repositories anew.
 *
 * Breaking: templates have other columns, so that replicas of the version before answer 500 for them.
 */
export const templateOwners = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, timestamp, bytes } = schemaTools(db, engine)
    for (const table of ['template_items', 'templates', 'template_repositories']) {
      await db.schema.dropTable(table).execute()
    }
    const ownedTable = (name: string) =>
      (db.schema.createTable(name) as Builder)
        // Null for everybody's; `owner_id` is the same with the nil UUID, since a key takes no null.
        .addColumn('org_id', id, (c) => c.references('organizations.id').onDelete('cascade'))
        .addColumn('owner_id', id, (c) => c.notNull())

    await ownedTable('template_repositories')
      .addColumn('repository', 'text', (c) => c.notNull())
      .addColumn('configured_as', 'text')
      .addColumn('license', 'text')
      .addColumn('branch', 'text')
      .addColumn('etag', 'text')
      .addColumn('scraped_at', timestamp, (c) => c.notNull())
      .addPrimaryKeyConstraint('template_repositories_pkey', ['owner_id', 'repository'])
      .execute()

    await ownedTable('templates')
      .addColumn('repository', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('blob_sha', 'text', (c) => c.notNull())
      .addColumn('body_hash', 'text')
      .addColumn('problem', 'text')
      .addColumn('name', 'text')
      .addColumn('description', 'text')
      .addColumn('brought_at', timestamp, (c) => c.notNull())
      .addColumn('updated_at', timestamp, (c) => c.notNull())
      .addColumn('embedding_model', 'text')
      .addColumn('vector', bytes)
      .addPrimaryKeyConstraint('templates_pkey', ['owner_id', 'repository', 'path'])
      .addForeignKeyConstraint(
        'templates_repository_fkey',
        ['owner_id', 'repository'],
        'template_repositories',
        ['owner_id', 'repository'],
        (c) => c.onDelete('cascade'),
      )
      .execute()
    await db.schema.createIndex('templates_by_body').on('templates').columns(['owner_id', 'body_hash']).execute()

    await ownedTable('template_items')
      .addColumn('body_hash', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('category', 'text', (c) => c.notNull())
      .addColumn('statement', 'text', (c) => c.notNull())
      .addColumn('embedding_model', 'text', (c) => c.notNull())
      .addColumn('vector', bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint('template_items_pkey', ['owner_id', 'body_hash', 'position'])
      .execute()

    // Deleting an organization finds its rows by them.
    for (const table of ['template_repositories', 'templates', 'template_items']) {
      await db.schema
        .createIndex(`${table}_by_org`)
        .on(table)
        .column('org_id')
        .where(sql.ref('org_id'), 'is not', null)
        .execute()
    }
  },
})
