import { expect, test } from 'vitest'
import { LogFailures } from '../../../server/db/embedded/log-failures.ts'

test('a failure in either thread breaks the log for both until either proves it, and one during the proof again', () => {
  // The two sides, as two threads have them.
  const serving = new LogFailures()
  const jobs = new LogFailures(serving.memory)
  const areProven = () => [serving.areProven, jobs.areProven]
  expect(areProven()).toEqual([true, true])
  serving.note()
  jobs.note()
  expect(areProven()).toEqual([false, false])
  expect(() =>
    jobs.prove(() => {
      throw new Error('disk I/O error')
    }),
  ).toThrow('disk I/O error')
  expect(areProven()).toEqual([false, false])
  jobs.prove(() => serving.note())
  expect(areProven()).toEqual([false, false])
  serving.prove(() => {})
  expect(areProven()).toEqual([true, true])
})
