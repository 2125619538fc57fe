import { expect, test } from 'vitest'
import { SharedLog } from '../../../server/db/embedded/shared-log.ts'

test('a failure in either thread breaks the log for both until either proves it, and one during the proof again', () => {
  // The two sides, as two threads have them.
  const serving = new SharedLog()
  const jobs = new SharedLog(serving.memory)
  const areProven = () => [serving.areProven, jobs.areProven]
  expect(areProven()).toEqual([true, true])
  serving.noteFailure()
  jobs.noteFailure()
  expect(areProven()).toEqual([false, false])
  expect(() =>
    jobs.prove(() => {
      throw new Error('disk I/O error')
    }),
  ).toThrow('disk I/O error')
  expect(areProven()).toEqual([false, false])
  jobs.prove(() => serving.noteFailure())
  expect(areProven()).toEqual([false, false])
  serving.prove(() => {})
  expect(areProven()).toEqual([true, true])
})

test('a commit of either thread changes the version for both, which is unknown during the commit', () => {
  const serving = new SharedLog()
  const jobs = new SharedLog(serving.memory)
  const before = serving.version
  const during: unknown[] = []
  jobs.commit(() => during.push(serving.version, jobs.version))
  expect(during).toEqual([undefined, undefined])
  expect(serving.version).not.toBe(before)
  const after = jobs.version
  expect(after).toBe(serving.version)
  expect(() =>
    serving.commit(() => {
      throw new Error('disk I/O error')
    }),
  ).toThrow('disk I/O error')
  expect(jobs.version).toEqual(expect.any(Number))
  expect(jobs.version).not.toBe(after)
})
