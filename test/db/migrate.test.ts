import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
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
  const { db, engine } = await connect({ databaseUrl: undefined, dataDir }, console.error)
  try {
    await expect(migrate(db.withPlugin(failingAt(statement)), engine)).rejects.toThrow('The power is out')
    await migrate(db, engine)
    expect(await isReady(db)).toBe(true)
  } finally {
    await db.destroy()
    rmSync(dataDir, { recursive: true })
  }
})
