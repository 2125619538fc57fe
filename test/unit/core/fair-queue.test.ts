import { describe, expect, test } from 'vitest'
import { FairQueue } from '#core/base/fair-queue.ts'

/** A queue whose tasks end when the test says so; `started` names them in order. */
function newQueue(limits: { slots?: number; running?: number; waiting?: number } = {}) {
  const queue = new FairQueue({ name: 'tests', slots: 1, waiting: 100, ...limits })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string, signal?: AbortSignal) =>
    queue.run({ org_id: name[0]!, signal }, () => {
      started.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const end = async (name: string) => {
    ends.get(name)!()
    // The next task starts in a later turn.
    await new Promise(setImmediate)
  }
  return { queue, started, add, end }
}

describe('FairQueue', () => {
  test('organizations take turns, each in its own order', async () => {
    const { started, add, end } = newQueue()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void add(name)
    const order = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']
    for (const name of order) await end(name)
    expect(started).toEqual(order)
  })

  test('an organization of which nothing waited comes behind those that wait already', async () => {
    const { started, add, end } = newQueue()
    for (const name of ['a1', 'b1', 'a2']) void add(name)
    for (const name of ['a1', 'b1', 'a2']) await end(name)
    expect(started).toEqual(['a1', 'b1', 'a2'])
  })

  test('kinds of one organization take turns, each with limits of its own, and count as one organization', async () => {
    const queue = new FairQueue({ name: 'tests', slots: 1, waiting: 0 })
    const started: string[] = []
    const add = (name: string, kind: string) =>
      queue.run({ org_id: name[0]! }, async () => void started.push(name), { name: kind, running: 1, waiting: 3 })
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => add(name, 'digests'))
    all.push(add('a5', 'formats'), add('b1', 'digests'), add('b2', 'digests'))
    await expect(add('a6', 'digests')).rejects.toMatchObject({ status: 429 })
    await Promise.all(all)
    expect(started).toEqual(['a1', 'a2', 'b1', 'a5', 'b2', 'a3', 'a4'])
  })

  test('another organization waits for one task, however many wait before it', async () => {
    const { started, add, end } = newQueue()
    for (let number = 0; number < 50; number++) void add(`a${number}`)
    void add('b')
    await end('a0')
    await end('a1')
    expect(started).toEqual(['a0', 'a1', 'b'])
  })

  test('429 with a time to come back when too many of an organization wait; another one still waits', async () => {
    const { started, add, end } = newQueue({ waiting: 2 })
    for (const name of ['a1', 'a2', 'a3']) void add(name)
    await expect(add('a4')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 5 })
    void add('b1')
    await end('a1')
    void add('a5')
    await expect(add('a6')).rejects.toMatchObject({ status: 429 })
    for (const name of ['a2', 'b1', 'a3', 'a5']) await end(name)
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a5'])
  })

  test('no more tasks of one organization run at a time than may, while slots are free for others', async () => {
    const { started, add, end } = newQueue({ slots: 3, running: 1, waiting: 0 })
    void add('a1')
    await expect(add('a2')).rejects.toMatchObject({ status: 429 })
    void add('b1')
    expect(started).toEqual(['a1', 'b1'])
    await end('a1')
    void add('a3')
    expect(started).toEqual(['a1', 'b1', 'a3'])
  })

  test('who goes away while waiting leaves the line, and one who is gone never starts', async () => {
    const { started, add, end } = newQueue({ waiting: 1 })
    const gone = new AbortController()
    void add('a1')
    const left = add('a2', gone.signal)
    gone.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    await expect(add('b1', gone.signal)).rejects.toThrow('gone')
    void add('a3')
    await end('a1')
    expect(started).toEqual(['a1', 'a3'])
  })

  test('a failure is the failure of its task alone', async () => {
    const { queue, started, add } = newQueue()
    const failed = queue.run({ org_id: 'a' }, () => Promise.reject(new Error('broken')))
    void add('b1')
    await expect(failed).rejects.toThrow('broken')
    await new Promise(setImmediate)
    expect(started).toEqual(['b1'])
  })
})
