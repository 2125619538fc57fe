import { statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { unavailabilityOf } from '../../../server/db/failures.ts'
import { newFolder, removeFolder } from '../../process/running.ts'

/** The error that a failing call throws. */
function failureOf(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
  throw new Error('The call did not fail')
}

const withCode = (code: string) => Object.assign(new Error(code), { code })
const withResult = (errcode: number) => Object.assign(new Error('SQLite'), { code: 'ERR_SQLITE_ERROR', errcode })

test.each([
  ['SQLITE_IOERR_READ', 266],
  ['SQLITE_IOERR_FSYNC', 1034],
  ['SQLITE_CORRUPT', 11],
  ['SQLITE_CANTOPEN', 14],
  ['SQLITE_READONLY', 8],
  ['SQLITE_PERM', 3],
])('%s is a 503', (_name, code) => {
  expect(unavailabilityOf(withResult(code), true)).toMatchObject({ status: 503, retryAfterSeconds: 1 })
})

test.each(['EIO', 'EROFS', 'EMFILE', 'ENFILE', 'ENOMEM'])('%s of the system is a 503', (code) => {
  expect(unavailabilityOf(withCode(code), true)).toMatchObject({ status: 503, retryAfterSeconds: 1 })
})

test.each([
  ['ENOSPC', withCode('ENOSPC')],
  ['EDQUOT', withCode('EDQUOT')],
  ['SQLITE_FULL', withResult(13)],
])('%s is a 507 for a write, and a 503 for a read', (_name, error) => {
  expect(unavailabilityOf(error, true)).toMatchObject({ status: 507 })
  expect(unavailabilityOf(error, false)).toMatchObject({ status: 503 })
})

test.each([
  ['a mistake in a query', () => new DatabaseSync(':memory:').exec('select from')],
  ['a file that is missing', () => statSync('/nowhere/file')],
])('%s is no failure of the database', (_name, call) => {
  expect(unavailabilityOf(failureOf(call), true)).toBeUndefined()
})

test('a database that lost its second half, and a file that is none, are a 503', () => {
  const folder = newFolder()
  try {
    const file = join(folder, 'torn.db')
    const database = new DatabaseSync(file)
    database.exec('create table notes (text); insert into notes select hex(zeroblob(20000))')
    database.close()
    truncateSync(file, statSync(file).size / 2)
    const torn = new DatabaseSync(file)
    expect(
      unavailabilityOf(
        failureOf(() => torn.prepare('select * from notes').all()),
        false,
      ),
    ).toMatchObject({
      status: 503,
    })
    torn.close()
    writeFileSync(file, 'no database at all, but long enough to have a header of its own'.repeat(100))
    const foreign = new DatabaseSync(file)
    expect(
      unavailabilityOf(
        failureOf(() => foreign.prepare('select 1 from sqlite_schema').all()),
        false,
      ),
    ).toMatchObject({
      status: 503,
    })
    foreign.close()
  } finally {
    removeFolder(folder)
  }
})
