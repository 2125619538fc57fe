import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { computing } from '#core/base/computing.ts'
import { Pool, type PoolOptions, poolStats, poolsAreLoadable, type TaskLimits } from '#core/base/pool.ts'
import { waitStats } from '#core/base/waits.ts'
import type { TranscriptRequest } from '#core/domain/language.ts'
import type { Work } from '#reader/work.ts'
import { unavailabilityOf } from '../../../server/db/failures.ts'
import type { FakeTypes } from '../../fakes/pool-worker.ts'

const requester = { org_id: 'a' }
const limits = { deadlineSeconds: 300, tooMuch: (taken: string) => `This takes ${taken}; send it in parts` }
const script = new URL('../../fakes/pool-worker.ts', import.meta.url)
const pools: Pool[] = []

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

/** Tasks of the fake script that run, and those that wait. */
const loadOfFake = () => ({
  running: waitStats().get('fake')?.waiting,
  waiting: waitStats().get('queue of fake')?.waiting,
})

function newPool(options: PoolOptions = {}, file = script) {
  const pool = new Pool(file, { threads: 1, ...options })
  pools.push(pool)
  const tasks = (more: Partial<TaskLimits> = {}) => pool.tasks<FakeTypes>('fake', { ...limits, ...more })
  return { pool, tasks, ...tasks() }
}

describe('the script of pure functions', () => {
  const language = computing.tasks<Work>('language', limits)
  const transcript = (raw_text: string) => ({ raw_text, agent_name: 'Ada', other_name: 'Bob', title: null })

  test('answers each input with its own output', async () => {
    const answers = await Promise.all(
      ['Ada: one', 'Bob: two', 'Ada: three'].map((text) =>
        language.run('parseTranscript', transcript(text), requester),
      ),
    )
    expect(answers.map(({ messages }) => messages[0]?.content)).toEqual(['one', 'two', 'three'])
  })

  test('throws what the task throws, an expected failure with its status, and goes on with the next', async () => {
    const results = await Promise.allSettled([
      language.run('parseTranscript', transcript('Zoe: I speak.\nZoe: And I speak.'), requester),
      language.run('parseTranscript', null as unknown as TranscriptRequest, requester),
      language.run('parseTranscript', transcript('Ada: one'), requester),
    ])
    expect(results).toMatchObject([
      { status: 'rejected', reason: { name: 'AppError', status: 400, message: expect.stringContaining('Zoe') } },
      { status: 'rejected', reason: { name: 'TypeError' } },
      { status: 'fulfilled' },
    ])
  })
})

describe('errors', () => {
  test('of the system keep their code, so that a full disk is known as one', async () => {
    const error = await newPool()
      .run('fillDisk', null, requester)
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'ENOSPC' })
    expect(unavailabilityOf(error, true)).toMatchObject({ status: 507 })
  })

  test.each(['openNowhere', 'loseServer'] as const)('of a database that is away keep their code: %s', async (name) => {
    const error = await newPool()
      .run(name, null, requester)
      .catch((thrown: unknown) => thrown)
    expect(unavailabilityOf(error, false)).toMatchObject({ status: 503, retryAfterSeconds: 1 })
  })

  test('that are expected keep the time after which to try again', async () => {
    await expect(newPool().run('overload', null, requester)).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 7,
    })
  })

  test('an input that cannot be copied fails, and the next task runs', async () => {
    const { run } = newPool()
    await expect(run('echo', () => {}, requester)).rejects.toThrow(/clone/)
    expect(await run('echo', 'one', requester)).toBe('one')
  })

  test('an output that cannot be copied fails, and the next task runs', async () => {
    const { run } = newPool()
    await expect(run('echo', new WeakMap(), requester)).rejects.toThrow()
    expect(await run('echo', 'one', requester)).toBe('one')
    expect(loadOfFake().running).toBe(0)
  })

  test('a thread that ends by itself fails its task, is counted, and the next task gets another', async () => {
    const { run, pool } = newPool()
    await expect(run('exit', null, requester)).rejects.toThrow('3')
    expect(await run('echo', 'one', requester)).toBe('one')
    expect(pool.stats().restarts).toBe(1)
  })

  test('a thread that runs out of memory fails its task with the way out, and the next task gets another', async () => {
    const { run, pool } = newPool({ memoryMegabytes: 40 })
    await expect(run('hoard', null, requester)).rejects.toMatchObject({
      status: 413,
      message: 'This takes too much memory; send it in parts',
    })
    expect(await run('echo', 'one', requester)).toBe('one')
    expect(pool.stats().restarts).toBe(1)
  })

  test('a thread is ended before it reaches its limit of memory, which could end the whole process', async () => {
    const { run, pool } = newPool({ memoryMegabytes: 100 })
    await expect(run('hold', 60, requester)).rejects.toMatchObject({
      status: 413,
      message: 'This takes too much memory; send it in parts',
    })
    expect(await run('echo', 'one', requester)).toBe('one')
    expect(pool.stats().restarts).toBe(1)
  })

  test('a script that cannot be loaded fails every task with the way out', async () => {
    const { run, pool } = newPool({}, new URL('./nowhere.ts', import.meta.url))
    expect(poolsAreLoadable()).toBe(false)
    const lost = { status: 503, message: expect.stringContaining('restart it') }
    const waiting = [run('echo', 'a', requester), run('echo', 'b', requester)]
    expect(await Promise.allSettled(waiting)).toMatchObject([{ reason: lost }, { reason: lost }])
    await expect(run('echo', 'c', requester)).rejects.toMatchObject(lost)
    await pool.close()
    expect(poolsAreLoadable()).toBe(true)
  })

  test('a file that a task lacks is known until a task succeeds; files of others do not count', async () => {
    const { run, pool } = newPool()
    await expect(run('load', new URL('../../fakes/nowhere.ts', import.meta.url).href, requester)).rejects.toMatchObject(
      {
        status: 503,
      },
    )
    expect(pool.isLoadable).toBe(false)
    expect(await run('echo', 'one', requester)).toBe('one')
    expect(pool.isLoadable).toBe(true)
    await expect(run('load', new URL('./nowhere.ts', import.meta.url).href, requester)).rejects.toThrow('Cannot find')
    expect(pool.isLoadable).toBe(true)
  })

  test('a closed pool fails the running task', async () => {
    const { run, pool } = newPool()
    const spin = run('spin', null, requester)
    const failed = expect(spin).rejects.toThrow()
    await expect.poll(() => pool.stats()).toMatchObject({ threads: 1 })
    expect(loadOfFake().running).toBe(1)
    await pool.close()
    await failed
  })
})

describe('limits', () => {
  test('a task that takes too long is stopped, and the next one gets a new thread', async () => {
    const { tasks, pool } = newPool()
    const { run } = tasks({ deadlineSeconds: 0.3 })
    const endless = run('spin', null, requester)
    const waiting = run('echo', 'one', requester)
    await expect(endless).rejects.toMatchObject({
      status: 413,
      message: 'This takes longer than 0.3 seconds; send it in parts',
    })
    expect(await waiting).toBe('one')
    expect(pool.stats().restarts).toBe(1)
  })

  test('a task that waits uses no processor time, so that a busy machine does not end it', async () => {
    const { tasks } = newPool()
    expect(await tasks({ deadlineSeconds: 0.3 }).run('rest', 1500, requester)).toBe('rested')
  })

  test('a task whose requester goes away is stopped, and the next one runs', async () => {
    const { run } = newPool()
    const gone = new AbortController()
    const left = run('spin', null, { ...requester, signal: gone.signal })
    const waiting = run('echo', 'one', requester)
    gone.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    expect(await waiting).toBe('one')
  })

  test('one task of an organization runs at a time, so many wait, and the next is refused', async () => {
    const { tasks } = newPool({ threads: 2 })
    const gone = new AbortController()
    const { run } = tasks({ waiting: 1 })
    const spins = [1, 2].map(() => run('spin', null, { ...requester, signal: gone.signal }))
    await expect(run('echo', 'one', requester)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 5 })
    expect(loadOfFake()).toEqual({ running: 1, waiting: 1 })
    expect(await run('echo', 'one', { org_id: 'b' })).toBe('one')
    gone.abort(new Error('gone'))
    await Promise.allSettled(spins)
    expect(loadOfFake()).toEqual({ running: 0, waiting: 0 })
  })

  test('a quick task does not wait for long ones, and a second long one of another organization does', async () => {
    const { tasks, run } = newPool()
    const long = tasks({ isLong: true })
    const ended: string[] = []
    const leave = ['a', 'b'].map((org_id) => {
      const gone = new AbortController()
      void long.run('spin', null, { org_id, signal: gone.signal }).catch(() => ended.push(`spin of ${org_id}`))
      return () => gone.abort(new Error('gone'))
    })
    expect(await run('echo', 'one', requester)).toBe('one')
    expect(loadOfFake()).toEqual({ running: 1, waiting: 1 })
    expect(ended).toEqual([])
    leave[0]!()
    await expect.poll(loadOfFake).toEqual({ running: 1, waiting: 0 })
    expect(ended).toEqual(['spin of a'])
    leave[1]!()
    await expect.poll(() => ended).toEqual(['spin of a', 'spin of b'])
  })

  test('an organization whose tasks fill a group delays another by one of them', async () => {
    const { tasks } = newPool()
    const groups = [tasks(), tasks(), tasks()]
    const ended: string[] = []
    const add = (group: number, org_id: string) =>
      groups[group]!.run('echo', org_id, { org_id }).then((value) => ended.push(String(value)))
    await Promise.all([add(0, 'a'), add(1, 'a'), add(2, 'a'), add(0, 'b')])
    expect(ended).toEqual(['a', 'a', 'b', 'a'])
  })
})

test('bytes of an answer move instead of being copied, and those of an input when they are listed', async () => {
  const { run } = newPool()
  const bytes = new Uint8Array([1, 2, 3])
  expect(await run('echo', bytes, requester, [bytes.buffer])).toEqual(new Uint8Array([1, 2, 3]))
  expect(bytes.byteLength).toBe(0)
})

test('an idle thread ends, and the next task gets a new one', async () => {
  const { run, pool } = newPool({ idleSeconds: 0.05 })
  const first = await run('identify', null, requester)
  await expect.poll(() => pool.stats().threads).toBe(0)
  await sleep(0)
  expect(await run('identify', null, requester)).not.toBe(first)
  expect(pool.stats().restarts).toBe(0)
})

test('statistics name the script, and a closed pool has none', async () => {
  const { pool, run } = newPool()
  await run('echo', 'one', requester)
  const ofFake = () => poolStats().filter((stats) => stats.script === 'pool')
  expect(ofFake()).toEqual([{ script: 'pool', threads: 1, restarts: 0 }])
  await pool.close()
  expect(ofFake()).toEqual([])
})
