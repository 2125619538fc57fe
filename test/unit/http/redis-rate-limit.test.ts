import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { RedisRateLimiter } from '../../../server/http/limits/redis-rate-limit.ts'
import { freePort } from '../../support/postgres.ts'
import { findProgram, needs } from '../../support/programs.ts'

const log = pino({ level: 'silent' })

describe('RedisRateLimiter', needs('redis', findProgram('redis-server')), () => {
  let port: number
  let server: ChildProcess
  let limiter: RedisRateLimiter
  let replica: RedisRateLimiter
  const url = () => `redis://127.0.0.1:${port}`

  const startServer = async () => {
    server = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      { stdio: 'ignore' },
    )
    const client = new Redis(url(), { maxRetriesPerRequest: null })
    client.on('error', () => {})
    await client.ping()
    client.disconnect()
  }
  const stopServer = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGKILL')
    await ended
  }

  beforeAll(async () => {
    port = await freePort()
    await startServer()
    limiter = await RedisRateLimiter.connect(url(), log)
    replica = await RedisRateLimiter.connect(url(), log)
  })
  afterAll(async () => {
    limiter.close()
    replica.close()
    await stopServer()
  })

  test('counts the calls of all replicas in one window; denied ones consume nothing', async () => {
    const decisions = await Promise.all(
      Array.from({ length: 30 }, (_, i) => (i % 2 ? limiter : replica).take('shared', 10)),
    )
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(10)
    expect(
      decisions
        .filter(({ allowed }) => allowed)
        .map(({ remaining }) => remaining)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 10 }, (_, i) => i))
    const { allowed, remaining, resetMs } = await limiter.take('shared', 10)
    expect([allowed, remaining]).toEqual([false, 0])
    expect(resetMs).toBeGreaterThan(0)
    expect(resetMs).toBeLessThanOrEqual(60_000)
    expect((await limiter.take('other', 10)).remaining).toBe(9)
  })

  test('a window may be longer than the others', async () => {
    expect((await limiter.take('long', 1, 600_000)).resetMs).toBeGreaterThan(590_000)
    const client = new Redis(url())
    const [key] = await client.keys('*long*')
    expect(await client.pttl(key!)).toBeGreaterThan(590_000)
    client.disconnect()
  })

  test('gives a call back', async () => {
    await limiter.take('back', 1)
    await replica.refund('back')
    expect((await limiter.take('back', 1)).allowed).toBe(true)
    expect((await limiter.take('back', 1)).allowed).toBe(false)
  })

  test('forgets what left the window', async () => {
    const client = new Redis(url())
    await limiter.take('old', 1)
    const [key] = await client.keys('*old*')
    const member = await client.zrange(key!, '0', '0')
    await client.zadd(key!, Date.now() - 60_001, member[0]!)
    expect((await limiter.take('old', 1)).allowed).toBe(true)
    expect(await client.pttl(key!)).toBeGreaterThan(0)
    client.disconnect()
  })

  test('forgets what a clock that was stepped back has not reached yet', async () => {
    const client = new Redis(url())
    await limiter.take('ahead', 1)
    const [key] = await client.keys('*ahead*')
    const member = await client.zrange(key!, '0', '0')
    await client.zadd(key!, Date.now() + 3_600_000, member[0]!)
    expect((await limiter.take('ahead', 1)).allowed).toBe(true)
    client.disconnect()
  })

  test('waits once for a server that hangs, not with every call, and shares again when it answers', async () => {
    server.kill('SIGSTOP')
    await limiter.take('hangs', 100)
    const { setTimeout: original } = globalThis
    let fired = 0
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation((callback, delayMs) =>
      original(() => {
        fired++
        callback()
      }, delayMs),
    )
    for (let call = 1; call < 100; call++) expect((await limiter.take('hangs', 100)).allowed).toBe(true)
    // A call that waits for an answer ends when its timer fires. A connection that is opened again has a few.
    expect(fired).toBeLessThan(20)
    timers.mockRestore()
    expect((await limiter.take('hangs', 100)).allowed).toBe(false)
    server.kill('SIGCONT')
    await untilShared('after hanging')
  })

  test('goes on in the process while the server is away, and shares again when it is back', async () => {
    await stopServer()
    expect((await limiter.take('alone', 1)).allowed).toBe(true)
    expect((await limiter.take('alone', 1)).allowed).toBe(false)
    await startServer()
    await untilShared('again')
  })

  const untilShared = async (window: string) => {
    for (let attempt = 0; attempt < 100; attempt++) {
      await Promise.all([limiter.take(`${window} ${attempt}`, 2), replica.take(`${window} ${attempt}`, 2)])
      if (!(await limiter.take(`${window} ${attempt}`, 2)).allowed) return
      await sleep(100)
    }
    expect.unreachable('the replicas do not share a window again')
  }

  test('a password that is refused is told at start with one sentence', async () => {
    const client = new Redis(url())
    await client.config('SET', 'requirepass', 'right')
    const wrong = RedisRateLimiter.connect(`redis://:wrong@127.0.0.1:${port}`, log)
    await expect(wrong).rejects.toThrow(/^REDIS_URL cannot be used: WRONGPASS/)
    await client.config('SET', 'requirepass', '')
    client.disconnect()
  })
})

test('a server that is away at start is waited for by nobody', async () => {
  const alone = await RedisRateLimiter.connect(`redis://127.0.0.1:${await freePort()}`, log)
  expect((await alone.take('w', 1)).allowed).toBe(true)
  expect((await alone.take('w', 1)).allowed).toBe(false)
  alone.close()
})
