import { describe, expect, test } from 'vitest'
import { SharedRuns } from '../../../server/db/shared-runs.ts'

/** Shared runs whose runs end when the test says so. */
function held() {
  const runs: { line: readonly string[]; inputs: string[]; run: PromiseWithResolvers<string> }[] = []
  const batches = new SharedRuns<string, string>((line, inputs) => {
    const run = Promise.withResolvers<string>()
    runs.push({ line, inputs, run })
    return run.promise
  }, 3)
  return { batches, runs }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('SharedRuns', () => {
  test('those that come while one runs share the next, which begins when it is over; equal inputs count once', async () => {
    const { batches, runs } = held()
    const first = batches.join(['a'], 'one')
    await turn()
    const others = ['two', 'three', 'two'].map((input) => batches.join(['a'], input))
    await turn()
    expect(runs.map(({ inputs }) => inputs)).toEqual([['one']])
    runs[0]!.run.resolve('first')
    expect(await first).toBe('first')
    await turn()
    expect(runs.map(({ inputs }) => inputs)).toEqual([['one'], ['two', 'three']])
    runs[1]!.run.resolve('second')
    expect(await Promise.all(others)).toEqual(['second', 'second', 'second'])
  })

  test('those that come before the process has looked at all that arrived share the first run', async () => {
    const { batches, runs } = held()
    batches.join(['a'], 'one')
    await Promise.resolve()
    process.nextTick(() => batches.join(['a'], 'two'))
    await turn()
    expect(runs.map(({ inputs }) => inputs)).toEqual([['one', 'two']])
  })

  test('a full batch takes no more', async () => {
    const { batches, runs } = held()
    const answers = ['1', '2', '3', '4'].map((input) => batches.join(['a'], input))
    for (const at of [0, 1]) {
      await turn()
      runs[at]!.run.resolve(`run ${at}`)
    }
    expect(await Promise.all(answers)).toEqual(['run 0', 'run 0', 'run 0', 'run 1'])
    expect(runs.map(({ inputs }) => inputs)).toEqual([['1', '2', '3'], ['4']])
  })

  test('lines do not wait for each other', async () => {
    const { batches, runs } = held()
    void batches.join(['a'], 'waits')
    const other = batches.join(['a', 'b'], 'one')
    await turn()
    runs.find(({ line }) => line.length === 2)!.run.resolve('done')
    expect(await other).toBe('done')
  })

  test('a failure is told to all who share it, and to nobody after them', async () => {
    const { batches, runs } = held()
    const failed = ['one', 'two'].map((input) => batches.join(['a'], input))
    await turn()
    const next = batches.join(['a'], 'three')
    runs[0]!.run.reject(new Error('broken'))
    expect((await Promise.allSettled(failed)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await turn()
    runs[1]!.run.resolve('works')
    expect(await next).toBe('works')
  })
})
