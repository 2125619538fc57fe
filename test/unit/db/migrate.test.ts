import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { connect, type Database } from '../../../server/db/connect.ts'
import { isReady, migrate } from '../../../server/db/migrate.ts'
import { search } from '../../../server/features/organization-reads/search.ts'

/** Simulates a crash in the middle of the schema: the open transaction is rolled back. */
const failingAt = (statement: number): KyselyPlugin => {
  let count = 0
  return {
    transformQuery: ({ node }) => {
      if (/^(Create|Alter)/.test(node.kind) && ++count === statement) throw new Error('The power is out')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

test.each([5, 30, 60])('a migration that is cut off at statement %i starts anew the next time', async (statement) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'identity-migrate-'))
  const { db, engine } = await connect(readConfig({ DATA_DIR: dataDir }), console.error)
  try {
    await expect(migrate(db.withPlugin(failingAt(statement)), engine)).rejects.toThrow('The power is out')
    await migrate(db, engine)
    expect(await isReady(db)).toBe(true)
  } finally {
    await db.destroy()
    rmSync(dataDir, { recursive: true })
  }
})

/** Every definition of an embedded database, by name. */
function schemaOf(dataDir: string) {
  const file = new DatabaseSync(join(dataDir, 'identity.db'))
  const rows = file.prepare('select name, sql from sqlite_master where sql is not null order by name').all()
  file.close()
  return rows
}

/** Migrates the embedded database of a new directory, which starts as `schema`, and returns what `read` finds in it. */
async function migratedFrom<T>(schema: string, read: (dataDir: string, db: Database) => T): Promise<Awaited<T>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'identity-migrate-'))
  const file = new DatabaseSync(join(dataDir, 'identity.db'))
  file.exec(schema)
  file.close()
  const { db, engine } = await connect(readConfig({ DATA_DIR: dataDir }), console.error)
  try {
    await migrate(db, engine)
    return await read(dataDir, db)
  } finally {
    await db.destroy()
    rmSync(dataDir, { recursive: true })
  }
}

// test/db/schemas holds a schema for each released version, named after its last migration.
const earlier = readFileSync(join(import.meta.dirname, 'schemas/007.sql'), 'utf8')

test('a database of an earlier version becomes the same as a new one', async () => {
  expect(await migratedFrom(earlier, schemaOf)).toEqual(await migratedFrom('', schemaOf))
})

test('what an earlier version wrote is found', async () => {
  const at = "'2026-01-01T00:00:00.000Z'"
  const rowsOf = (org: string) => `
    insert into organizations (id, name, slug, created_at) values ('${org}', 'Org', '${org}', ${at});
    insert into agents (org_id, id, created_at, name, identity_markers, updated_at)
      values ('${org}', 'agent', ${at}, 'José of ${org}', '[]', ${at});
    insert into items (org_id, id, created_at, kind, category, statement, statement_hash, status, updated_at)
      values ('${org}', 'item-2', ${at}, 'belief', 'voice', 'Ask José twice', '2', 'approved', ${at}),
        ('${org}', 'item-1', ${at}, 'belief', 'voice', 'Ask José once', '1', 'approved', ${at});
    insert into content_items
      (org_id, id, created_at, agent_id, source_type, external_id, content, metadata, published_at, updated_at, removed_at)
      values ('${org}', 'content', ${at}, 'agent', 'x', '1', 'José wrote this', '{}', ${at}, ${at}, null),
        ('${org}', 'removed', ${at}, 'agent', 'x', '2', 'José took this back', '{}', ${at}, ${at}, ${at});`
  const { data: found } = await migratedFrom(`${earlier}${rowsOf('first')}${rowsOf('second')}`, (_, db) =>
    search(db, { orgId: 'second', text: 'jose', limit: 10 }),
  )
  expect(found.map(({ id, text }) => [id, text])).toEqual([
    ['agent', 'José of second'],
    ['item-1', 'Ask José once'],
    ['item-2', 'Ask José twice'],
    ['content', 'José wrote this'],
  ])
})

test('agents of an earlier version get slugs of their names, each its own', async () => {
  const at = "'2026-01-01T00:00:00.000Z'"
  const names = ['Ada', 'Ada 2', 'Ada', 'ADA', 'Bulk', '日本', 'Ada-2-2', 'Ada']
  const rowsOf = (org: string) => `
    insert into organizations (id, name, slug, created_at) values ('${org}', 'Org', '${org}', ${at});
    insert into agents (org_id, id, created_at, name, identity_markers, updated_at) values
      ${names.map((name, id) => `('${org}', '${id}', ${at}, '${name}', '[]', ${at})`)};`
  const slugs = await migratedFrom(`${earlier}${rowsOf('first')}${rowsOf('second')}`, (_, db) =>
    db.selectFrom('agents').select(['org_id', 'slug']).orderBy('org_id').orderBy('id').execute(),
  )
  for (const org of ['first', 'second']) {
    const own = slugs.filter(({ org_id }) => org_id === org).map(({ slug }) => slug)
    expect(new Set(own).size).toBe(names.length)
    expect([own[0], own[1], own[4], own[5]]).toEqual(['ada', 'ada-2', 'agent-bulk', 'agent'])
    expect(own.every((slug) => /^(ada(-\d+)*|agent(-bulk)?)$/.test(slug))).toBe(true)
  }
})

test('observations and conversations of an earlier version count as those of a key that may only propose', async () => {
  const at = "'2026-01-01T00:00:00.000Z'"
  const rows = `
    insert into organizations (id, name, slug, created_at) values ('org', 'Org', 'org', ${at});
    insert into agents (org_id, id, created_at, name, identity_markers, updated_at)
      values ('org', 'agent', ${at}, 'Ada', '[]', ${at});
    insert into conversations (org_id, id, created_at, started_at) values ('org', 'talk', ${at}, ${at});
    insert into content_items
      (org_id, id, created_at, agent_id, source_type, external_id, content, metadata, published_at, updated_at)
      values ${['conversation', 'observation', 'x'].map(
        (type) => `('org', '${type}', ${at}, 'agent', '${type}', '1', 'Words', '{}', ${at}, ${at})`,
      )};`
  const reporters = await migratedFrom(`${earlier}${rows}`, async (_, db) => [
    await db.selectFrom('content_items').select(['id', 'reported_by']).orderBy('id').execute(),
    await db.selectFrom('conversations').select(['id', 'reported_by']).execute(),
  ])
  expect(reporters).toEqual([
    [
      { id: 'conversation', reported_by: 'propose_key' },
      { id: 'observation', reported_by: 'propose_key' },
      { id: 'x', reported_by: 'key' },
    ],
    [{ id: 'talk', reported_by: 'propose_key' }],
  ])
})
