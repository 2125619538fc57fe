import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { connect, connectForJobs, type Database } from '../../../server/db/connect.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { search } from '../../../server/features/organization-reads/search.ts'

const onError = (error: Error) => {
  throw error
}

async function countParts(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct segid) as count from search_words_idx`.execute(db)
  return rows[0]!.count
}

test('what writes add to the index of searches is merged by the connection of jobs, and found meanwhile', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'identity-merges-'))
  const settings = readConfig({ DATA_DIR: dataDir })
  const { db, migrationsDb, engine, sharedLog, close } = await connect(settings, onError)
  try {
    await migrate(migrationsDb, engine)
    const [orgId, at] = [randomUUID(), new Date().toISOString()]
    await sql`insert into organizations (id, name, slug, created_at) values (${orgId}, 'Org', 'org', ${at})`.execute(db)
    const write = (name: string) =>
      sql`insert into groups (org_id, id, name, created_at, updated_at)
        values (${orgId}, ${randomUUID()}, ${name}, ${at}, ${at})`.execute(db)
    for (let number = 0; number < 40; number++) await write(`Group number ${number}`)
    expect(await countParts(db)).toBe(40)
    const jobs = await connectForJobs(settings, sharedLog!.memory, onError)
    await expect.poll(() => countParts(db)).toBeLessThan(9)
    expect((await search(db, { orgId, text: 'group number', limit: 50 })).data).toHaveLength(40)
    for (let number = 40; number < 60; number++) await write(`Group number ${number}`)
    await expect.poll(() => countParts(db)).toBeLessThan(9)
    expect((await search(db, { orgId, text: 'number 59', limit: 50 })).data).toHaveLength(1)
    await jobs.close()
  } finally {
    await close()
    rmSync(dataDir, { recursive: true })
  }
})
