import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { WriteTurns } from '../../server/db/embedded/write-turns.ts'

/** The two sides, as two threads have them. */
const bothSides = () => {
  const serving = new WriteTurns()
  return { serving, jobs: new WriteTurns(serving.memory) }
}

test('what was read before a commit of a job no longer holds from its beginning on', () => {
  const { serving, jobs } = bothSides()
  const before = serving.countJobWrites()
  expect(before).toBeTypeOf('number')
  jobs.commitJob(() => expect(serving.countJobWrites()).toBeUndefined())
  expect(serving.countJobWrites()).toBeTypeOf('number')
  expect(serving.countJobWrites()).not.toBe(before)
})

test('a commit that fails, and one whose thread ends in the middle of it, leave a count that holds', () => {
  const { serving, jobs } = bothSides()
  expect(() =>
    jobs.commitJob(() => {
      throw new Error('disk full')
    }),
  ).toThrow('disk full')
  expect(serving.countJobWrites()).toBeTypeOf('number')
  const before = serving.countJobWrites()
  serving.endCommit()
  expect(serving.countJobWrites()).toBe(before)
  jobs.commitJob(() => serving.endCommit())
  expect(serving.countJobWrites()).toBeUndefined()
  serving.endCommit()
  expect(serving.countJobWrites()).toBeTypeOf('number')
})

test('a job gives way while a request waits, and no longer than a moment', async () => {
  const { serving, jobs } = bothSides()
  await jobs.giveWay()
  serving.setServingWaits(true)
  let gaveWay = false
  const given = jobs.giveWay().then(() => {
    gaveWay = true
  })
  await sleep(10)
  expect(gaveWay).toBe(false)
  serving.setServingWaits(false)
  await given
  serving.setServingWaits(true)
  await jobs.giveWay()
})

test('a failure in either thread breaks the log for both until either proves it, and one during the proof again', () => {
  const { serving, jobs } = bothSides()
  const areWhole = () => [serving.isLogWhole(), jobs.isLogWhole()]
  expect(areWhole()).toEqual([true, true])
  serving.noteLogFailure()
  jobs.noteLogFailure()
  expect(areWhole()).toEqual([false, false])
  expect(() =>
    jobs.proveLog(() => {
      throw new Error('disk I/O error')
    }),
  ).toThrow('disk I/O error')
  expect(areWhole()).toEqual([false, false])
  jobs.proveLog(() => serving.noteLogFailure())
  expect(areWhole()).toEqual([false, false])
  serving.proveLog(() => {})
  expect(areWhole()).toEqual([true, true])
})
