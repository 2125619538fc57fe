import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { connect } from '../../server/db/connect.ts'
import { isReady, migrate } from '../../server/db/migrate.ts'

/** As if the process died in the middle of the schema: what is open then is taken back. */
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

/** Migrates the embedded database of a new directory, which starts as `schema`, and tells what became of it. */
async function migratedFrom(schema: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'identity-migrate-'))
  const file = new DatabaseSync(join(dataDir, 'identity.db'))
  file.exec(schema)
  file.close()
  const { db, engine } = await connect(readConfig({ DATA_DIR: dataDir }), console.error)
  try {
    await migrate(db, engine)
    return schemaOf(dataDir)
  } finally {
    await db.destroy()
    rmSync(dataDir, { recursive: true })
  }
}

// A schema of each released version stands in test/db/schemas, named by its last migration.
test('a database of an earlier version becomes the same as a new one', async () => {
  const earlier = readFileSync(join(import.meta.dirname, 'schemas/007.sql'), 'utf8')
  expect(await migratedFrom(earlier)).toEqual(await migratedFrom(''))
})
