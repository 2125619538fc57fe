import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GroupCommit } from '../../../server/db/embedded/group-commit.ts'
import { SharedLog } from '../../../server/db/embedded/shared-log.ts'
import { Connection } from '../../../server/db/embedded/sqlite-connection.ts'
import { SqliteHealth } from '../../../server/db/embedded/sqlite-health.ts'
import { WriteAheadLog } from '../../../server/db/embedded/write-ahead-log.ts'
import { DatabaseAway } from '../../../server/db/failures.ts'

/** Commits that another thread flushes to disk. */

let folder: string
let writer: Connection
let reader: Connection
let log: WriteAheadLog
let transactions: GroupCommit
let sharedLog: SharedLog
/** One entry for each requested flush of the log. */
let syncs: PromiseWithResolvers<void>[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'identity-durable-'))
  const file = join(folder, 'test.db')
  const health = new SqliteHealth(file)
  writer = new Connection(file, ['pragma journal_mode = wal', 'pragma synchronous = normal'], health)
  writer.ask('create table notes (id integer primary key)')
  reader = new Connection(file, ['pragma query_only = on'], health)
  log = new WriteAheadLog(file, writer)
  syncs = []
  vi.spyOn(log, 'sync').mockImplementation(() => {
    const sync = Promise.withResolvers<void>()
    syncs.push(sync)
    return sync.promise
  })
  sharedLog = new SharedLog()
  transactions = new GroupCommit(
    (sql) => writer.run(CompiledQuery.raw(sql)),
    () => writer.isInTransaction,
    { sync: () => log.sync(), prove: () => log.prove(), sharedLog },
  )
})

afterEach(() => {
  log.close()
  reader.close()
  writer.close()
  rmSync(folder, { recursive: true })
})

const acknowledged: number[] = []
beforeEach(() => {
  acknowledged.length = 0
})

async function write(id: number, within = transactions, connection = writer) {
  await within.begin()
  connection.ask(`insert into notes values (${id})`)
  await within.commit()
  acknowledged.push(id)
}

/** The other writing thread, whose commits wait for the disk. */
function openJobs() {
  const file = join(folder, 'test.db')
  const connection = new Connection(file, ['pragma synchronous = full'], new SqliteHealth(file))
  const onCommit = vi.fn()
  const ownLog = new WriteAheadLog(file, connection)
  const prove = vi.fn(() => ownLog.prove())
  const jobs = new GroupCommit(
    (sql) => {
      connection.run(CompiledQuery.raw(sql))
      if (sql === 'commit') onCommit()
    },
    () => connection.isInTransaction,
    { prove, sharedLog: new SharedLog(sharedLog.memory), isBackground: true },
  )
  const close = () => {
    ownLog.close()
    connection.close()
  }
  return { write: (id: number) => write(id, jobs, connection), prove, onCommit, close }
}

const seen = () => reader.run(CompiledQuery.raw('select id from notes order by id')).rows.map((row: any) => row.id)

/** Resolves once the nth flush of the log is under way. */
const untilSync = (n: number) => expect.poll(() => syncs.length).toBe(n)

test('are acknowledged once they are on disk, and the next one gathers meanwhile', async () => {
  const first = write(1)
  await untilSync(1)
  const next = Promise.all([write(2), write(3)])
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  expect([seen(), acknowledged, syncs.length]).toEqual([[1], [], 1])
  syncs[0]!.resolve()
  await first
  expect(acknowledged).toEqual([1])
  await untilSync(2)
  expect([seen(), acknowledged]).toEqual([[1, 2, 3], [1]])
  syncs[1]!.resolve()
  await next
  expect(acknowledged).toEqual([1, 2, 3])
})

test('are all on disk when the group is settled, also more than a group takes', async () => {
  const all = Promise.all(Array.from({ length: 150 }, (_, at) => write(at)))
  const settled = transactions.settled()
  for (let n = 1; n <= 3; n++) {
    await untilSync(n)
    syncs[n - 1]!.resolve()
  }
  await Promise.all([all, settled])
  expect([seen().length, syncs.length]).toEqual([150, 3])
})

test('after one that could not be put on disk, nothing is acknowledged until the log is proven', async () => {
  const prove = vi.spyOn(log, 'prove')
  const failed = [write(1).catch(String)]
  await untilSync(1)
  failed.push(write(2).catch(String))
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  syncs[0]!.reject(new Error('EIO: i/o error, fdatasync'))
  const message = String(new DatabaseAway(new Error('EIO: i/o error, fdatasync')))
  expect(await Promise.all(failed)).toEqual([message, message])
  prove.mockImplementationOnce(() => {
    throw new Error('disk I/O error')
  })
  await expect(write(3)).rejects.toThrow('disk I/O error')
  expect(acknowledged).toEqual([])
  const last = write(4)
  await untilSync(2)
  syncs[1]!.resolve()
  await last
  expect([acknowledged, prove.mock.calls.length]).toEqual([[4], 2])
  // A write that was refused after it was written may be there; one that was queued after it is not.
  expect(seen()).toEqual([1, 4])
})

test('a job is not acknowledged behind a request that could not be put on disk, until the log is proven', async () => {
  const jobs = openJobs()
  try {
    const failed = write(1).catch(String)
    await untilSync(1)
    syncs[0]!.reject(new Error('EIO: i/o error, fdatasync'))
    await failed
    jobs.prove.mockImplementationOnce(() => {
      throw new Error('disk I/O error')
    })
    await expect(jobs.write(2)).rejects.toThrow('disk I/O error')
    expect([acknowledged, seen()]).toEqual([[], [1]])
    await jobs.write(3)
    expect([acknowledged, jobs.prove.mock.calls.length]).toEqual([[3], 2])
    // One proof is enough for both threads.
    const prove = vi.spyOn(log, 'prove')
    const last = write(4)
    await untilSync(2)
    syncs[1]!.resolve()
    await last
    expect([acknowledged, prove.mock.calls.length]).toEqual([[3, 4], 0])
  } finally {
    jobs.close()
  }
})

test('a job is refused when a request could not be put on disk while the job was committed', async () => {
  const jobs = openJobs()
  try {
    jobs.onCommit.mockImplementationOnce(() => sharedLog.noteFailure())
    await expect(jobs.write(1)).rejects.toThrow(DatabaseAway)
    expect([acknowledged, jobs.prove.mock.calls.length]).toEqual([[], 0])
    await jobs.write(2)
    expect([acknowledged, jobs.prove.mock.calls.length]).toEqual([[2], 1])
  } finally {
    jobs.close()
  }
})

test('a request is not acknowledged beside or behind a job that could not be put on disk', async () => {
  const jobs = openJobs()
  try {
    const prove = vi.spyOn(log, 'prove')
    const request = write(1)
    await untilSync(1)
    jobs.onCommit.mockImplementationOnce(() => {
      throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 1034 })
    })
    await expect(jobs.write(2)).rejects.toThrow('disk I/O error')
    syncs[0]!.resolve()
    await expect(request).rejects.toThrow(DatabaseAway)
    expect([acknowledged, prove.mock.calls.length]).toEqual([[], 0])
    const next = write(3)
    await untilSync(2)
    syncs[1]!.resolve()
    await next
    expect([acknowledged, prove.mock.calls.length]).toEqual([[3], 1])
  } finally {
    jobs.close()
  }
})
