import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { startTcpProxy } from '../fakes/tcp-proxy.ts'
import { databaseUrl, findPostgresBinaries, runSql, startPostgres } from '../support/postgres.ts'
import { needs } from '../support/programs.ts'
import { call, launch, newFolder, type Running, removeFolder, start, untilReady } from './running.ts'

describe('on a PostgreSQL server', needs('postgres', findPostgresBinaries()), () => {
  let server: Awaited<ReturnType<typeof startPostgres>>
  const folder = newFolder()
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(async () => {
    await server.stop()
    removeFolder(folder)
  })
  const newDatabase = async (name: string) => {
    await runSql(server.url, `create database ${name}`)
    return { DATABASE_URL: databaseUrl(server.url, name) }
  }

  test('three processes may start on an empty database at once', async () => {
    const environment = await newDatabase('three')
    const replicas = await Promise.all([1, 2, 3].map(() => launch(folder, environment)))
    await Promise.all(replicas.map(untilReady))
    const [first, ...others] = replicas as [Running, ...Running[]]
    const { key } = (await call(first, 'POST', '/register', {})).body
    for (const replica of others) expect((await call(replica, 'GET', '/account', undefined, key)).status).toBe(200)
    expect(await Promise.all(replicas.map((replica) => replica.stop()))).toEqual([0, 0, 0])
  })

  test('a restart of the server is survived without one of its own', async () => {
    const running = await start(folder, await newDatabase('restart'))
    const { key } = (await call(running, 'POST', '/register', {})).body
    const readiness = async () => (await fetch(`${running.url}/readyz`)).status
    await Promise.all(Array.from({ length: 30 }, () => call(running, 'GET', '/agents', undefined, key)))
    await server.stop({ keepData: true })
    expect(await readiness()).toBe(503)
    const failed = await call(running, 'POST', '/agents', { name: 'Ada' }, key)
    expect([failed.status, failed.body]).toEqual([
      503,
      { error: 'The database is not available right now; try again in a moment', code: 'unavailable' },
    ])
    server = await startPostgres({ port: server.port, folder: server.folder })
    while ((await readiness()) !== 200) await sleep(100)
    const created = await Promise.all(
      Array.from({ length: 30 }, () => call(running, 'POST', '/agents', { name: 'Ada' }, key)),
    )
    expect(new Set(created.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await running.stop()).toBe(0)
  })

  test('connections that break in the middle of their work fail that work alone', async () => {
    const running = await start(folder, { ...(await newDatabase('broken')), RATE_LIMIT_BULK: '0' })
    const { key } = (await call(running, 'POST', '/register', {})).body
    const agent = (await call(running, 'POST', '/agents', { name: 'Ada' }, key)).body.id
    const beliefs = (round: number) =>
      Array.from({ length: 100 }, (_, n) => ({ category: 'axiom', statement: `Statement ${n} of round ${round}` }))
    const statuses = new Set<number>()
    for (let round = 0; round < 10; round++) {
      // Several, since a fast machine finishes one before its connection is found.
      const answers = [1, 2, 3, 4].map((part) =>
        call(running, 'POST', '/beliefs/bulk', { agentId: agent, beliefs: beliefs(round * 10 + part) }, key),
      )
      await sleep(5 * round)
      await runSql(server.url, "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'broken'")
      for (const { status } of await Promise.all(answers)) statuses.add(status)
    }
    expect(statuses).toContain(503)
    expect([...statuses].filter((status) => ![201, 503].includes(status))).toEqual([])
    const { body } = await call(running, 'GET', `/beliefs?agentId=${agent}`, undefined, key)
    expect(body.count % 100).toBe(0)
    expect(await running.stop()).toBe(0)
  })

  test('a server that vanishes without a word and comes back has its jobs run within seconds', async () => {
    const proxy = await startTcpProxy(server.port)
    const { DATABASE_URL } = await newDatabase('vanished')
    const url = DATABASE_URL.replace(/@[^/]*/, `@127.0.0.1:${proxy.port}`)
    const running = await start(folder, { ...limitsOff, DATABASE_URL: url })
    const { key } = (await call(running, 'POST', '/register', {})).body
    const runAJob = async (name: string) => {
      const { id } = (await call(running, 'POST', '/agents', { name }, key)).body
      const { job_id } = (await call(running, 'POST', '/pbd/process', { agentId: id }, key)).body
      await expect
        .poll(async () => (await call(running, 'GET', `/jobs/${job_id}`, undefined, key)).body.status)
        .toBe('completed')
    }
    await runAJob('Before')
    proxy.vanish()
    // The queue is polled every second, so one poll waits for its answer.
    await sleep(2000)
    proxy.comeBack()
    await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status).toBe(200)
    await expect.poll(async () => (await call(running, 'GET', '/account', undefined, key)).status).toBe(200)
    await runAJob('After')
    expect(await running.stop()).toBe(0)
    proxy.stop()
  })

  test('a database that does not exist is refused at start with one line', async () => {
    const running = await launch(folder, { DATABASE_URL: databaseUrl(server.url, 'missing') })
    expect(await running.exited).toBe(1)
    expect(running.output().trim().split('\n')).toEqual([expect.stringContaining('DATABASE_URL')])
  })
})
