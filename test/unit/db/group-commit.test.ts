import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GroupCommit, type GroupCommitOptions } from '../../../server/db/embedded/group-commit.ts'

let folder: string
let writer: DatabaseSync
let reader: DatabaseSync
let transactions: GroupCommit
/** Transaction statements of the connection, without the writes themselves. */
let statements: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'identity-group-commit-'))
  writer = new DatabaseSync(join(folder, 'test.db'), { enableForeignKeyConstraints: true })
  writer.exec('pragma journal_mode = wal')
  writer.exec(
    'create table notes (id integer primary key, parent integer references notes deferrable initially deferred)',
  )
  reader = new DatabaseSync(join(folder, 'test.db'))
  statements = []
  transactions = newGroupCommit()
})

function newGroupCommit(options: GroupCommitOptions = {}) {
  const run = (sql: string) => {
    statements.push(sql)
    writer.exec(sql)
  }
  return new GroupCommit(run, () => writer.isTransaction, options)
}

afterEach(() => {
  reader.close()
  writer.close()
  rmSync(folder, { recursive: true })
})

async function write(id: number, parent: number | null = null, within = transactions) {
  await within.begin()
  try {
    writer.prepare('insert into notes values (?, ?)').run(id, parent)
  } catch (error) {
    within.rollback()
    throw error
  }
  await within.commit()
}

const stored = () =>
  reader
    .prepare('select id from notes order by id')
    .all()
    .map(({ id }) => id)
const commits = () => statements.filter((sql) => sql === 'commit').length

describe('transactions that share a commit', () => {
  test('are one commit for the writers of one turn, and acknowledged when others can read them', async () => {
    const acknowledged = [1, 2, 3].map(async (id) => {
      await write(id)
      expect(stored()).toEqual([1, 2, 3])
    })
    expect(stored()).toEqual([])
    await Promise.all(acknowledged)
    expect(commits()).toBe(1)
  })

  test('fail alone when one of them is taken back', async () => {
    const results = await Promise.allSettled([write(1), write(1), write(2)])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(stored()).toEqual([1, 2])
  })

  test('fail together, with nothing written, when the commit fails; later ones are not concerned', async () => {
    const results = await Promise.allSettled([write(1), write(2, 999)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(stored()).toEqual([])
    await write(3)
    expect(stored()).toEqual([3])
  })

  test('fail together when the database takes the whole transaction back by itself', async () => {
    const first = write(1)
    const second = (async () => {
      await transactions.begin()
      writer.exec('rollback')
      transactions.rollback()
    })()
    await expect(first).rejects.toThrow('rolled back the whole transaction')
    await second
    await write(2)
    expect(stored()).toEqual([2])
  })

  test('end after 64 members, however many more wait', async () => {
    await Promise.all(Array.from({ length: 130 }, (_, id) => write(id)))
    expect(commits()).toBe(3)
    expect(stored()).toHaveLength(130)
  })

  test('wait for another connection that holds the database', async () => {
    reader.exec('begin immediate; insert into notes values (1, null)')
    const second = write(2)
    const attempts = () => statements.filter((sql) => sql === 'begin immediate').length
    await expect.poll(attempts).toBeGreaterThan(2)
    reader.exec('commit')
    await second
    expect(stored()).toEqual([1, 2])
  })

  test('fail when the database stays busy', async () => {
    const impatient = newGroupCommit({ busyTimeoutMs: 20 })
    reader.exec('begin immediate')
    await expect(write(1, null, impatient)).rejects.toThrow('database is locked')
    reader.exec('rollback')
    await write(2, null, impatient)
    expect(stored()).toEqual([2])
  })

  test('are commits of their own in the background, where others write between them', async () => {
    const background = newGroupCommit({ isBackground: true })
    await Promise.all([1, 2, 3].map((id) => write(id, null, background)))
    expect(commits()).toBe(3)
    writer.exec('pragma synchronous = off')
    const others: number[] = []
    const timer = setInterval(() => {
      reader.exec(`insert into notes values (${-others.length - 1}, null)`)
      others.push(commits())
    })
    const ids = Array.from({ length: 2000 }, (_, at) => 4 + at)
    await Promise.all(ids.map((id) => write(id, null, background)))
    clearInterval(timer)
    expect(commits()).toBe(2003)
    expect(others.filter((count) => count > 3 && count < 2003).length).toBeGreaterThan(0)
  })

  test('are on disk once the group is settled', async () => {
    const last = write(1)
    await transactions.settled()
    expect(stored()).toEqual([1])
    await last
  })
})
