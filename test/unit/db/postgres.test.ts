import { Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseAway, unavailabilityOf } from '../../../server/db/failures.ts'
import { isReady, migrate } from '../../../server/db/migrate.ts'
import {
  Outages,
  type PostgresOptions,
  postgresDialect,
  requireServer,
  timeoutsOf,
} from '../../../server/db/postgres.ts'
import type { Tables } from '../../../server/db/tables.ts'
import { search } from '../../../server/features/organization-reads/search.ts'
import { startTcpProxy } from '../../fakes/tcp-proxy.ts'
import { startPgbouncer } from '../../support/pgbouncer.ts'
import { findPostgresBinaries, runSql, startPostgres } from '../../support/postgres.ts'
import { findProgram, needs } from '../../support/programs.ts'

/** The service's limits for a PostgreSQL server, tested on a real one. */

const short = { statementMs: 400, lockMs: 200, idleInTransactionMs: 300 }

describe('connections to a PostgreSQL server', needs('postgres', findPostgresBinaries()), () => {
  let server: Awaited<ReturnType<typeof startPostgres>>
  const opened: Kysely<Tables>[] = []
  const urlAt = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`
  const optionsOf = (options: Partial<PostgresOptions> = {}): PostgresOptions => ({
    url: server.url,
    purpose: 'requests',
    maxConnections: 5,
    hasSessions: true,
    onError: () => {},
    ...options,
  })
  const open = (options: Partial<PostgresOptions> = {}) => {
    const db = new Kysely<Tables>({ dialect: postgresDialect(optionsOf(options)) })
    opened.push(db)
    return db
  }
  const settingsOf = async (db: Kysely<Tables>) =>
    (
      await sql<Record<string, string>>`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
    ).rows[0]
  const statusOf = (error: unknown) => unavailabilityOf(error, true)?.status

  beforeAll(async () => {
    server = await startPostgres()
    await runSql(server.url, 'create table notes (id integer primary key)')
  })
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.destroy()
  })
  afterAll(() => server.stop())

  const noWait = (reason: string) => {
    throw new Error(`waited: ${reason}`)
  }

  test('a user who may not create extensions gets a schema without indexes for searches', async () => {
    await runSql(server.url, 'create role plain login')
    await runSql(server.url, 'create database plain')
    const url = server.url.replace('postgres@', 'plain@').replace(/postgres$/, 'plain')
    await runSql(server.url.replace(/postgres$/, 'plain'), 'grant create on schema public to plain')
    const db = open({ url, purpose: 'migrations' })
    await migrate(db, 'postgres')
    expect(await isReady(db)).toBe(true)
    const count = "select count(*)::int as count from pg_indexes where indexname like '%\\_search'"
    expect((await sql.raw<{ count: number }>(count).execute(db)).rows).toEqual([{ count: 0 }])
    const at = new Date()
    const [id, org_id] = [crypto.randomUUID(), crypto.randomUUID()]
    await sql`insert into organizations (id, name, slug, created_at) values (${org_id}, 'Org', 'org', ${at})`.execute(
      db,
    )
    await sql`insert into groups (org_id, id, name, created_at, updated_at)
      values (${org_id}, ${id}, 'José', ${at}, ${at})`.execute(db)
    expect(await search(db, { orgId: org_id, text: 'jose', limit: 10 })).toMatchObject({
      data: [{ type: 'group', id }],
    })
  })

  test.each([
    ['requests', { statement: '20s', lock: '3s', idle: '5s' }],
    ['heavy reads', { statement: '1min', lock: '3s', idle: '5s' }],
    ['jobs', { statement: '5min', lock: '10s', idle: '5s' }],
    ['queue', { statement: '5s', lock: '3s', idle: '5s' }],
    ['migrations', { statement: '1h', lock: '1h', idle: '1min' }],
  ] as const)('have the timeouts of what they serve: %s', async (purpose, expected) => {
    const db = open({ purpose })
    expect(await settingsOf(db)).toEqual(expected)
    const { rows } = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(db)
    expect(rows[0]!.name).toBe(`agent-identity-service ${purpose}`)
  })

  test.each([true, false])(
    'end a statement that takes too long, with a sentence that says so (sessions: %s)',
    async (hasSessions) => {
      const db = open({ hasSessions, timeouts: { ...short, statementMs: 100 } })
      const slow = db.transaction().execute((trx) => sql`select pg_sleep(5)`.execute(trx))
      const error = await slow.catch((thrown) => thrown)
      expect(unavailabilityOf(error, false)).toMatchObject({
        status: 503,
        message: 'The database took too long for this; ask for less, or try again in a few seconds',
        retryAfterSeconds: 5,
      })
    },
  )

  test('survive a server that vanishes without a word: what waits ends, new ones are opened, and a stop is not held', async () => {
    const proxy = await startTcpProxy(server.port)
    const db = open({ url: urlAt(proxy.port), timeouts: short, maxConnections: 20 })
    const ask = () => sql`select 1`.execute(db)
    await Promise.all(Array.from({ length: 20 }, ask))
    proxy.vanish()
    const results = await Promise.allSettled([
      ...Array.from({ length: 10 }, ask),
      ...Array.from({ length: 10 }, () => db.transaction().execute((trx) => sql`select 1`.execute(trx))),
    ])
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseAway) })
    await expect(ask()).rejects.toThrow(DatabaseAway)
    proxy.comeBack()
    await expect.poll(() => ask().then(() => 'answered', String)).toBe('answered')
    proxy.vanish()
    const inFlight = ask().catch(() => {})
    await db.destroy()
    await inFlight
    proxy.stop()
  })

  test('of jobs end with those of the queue when the server vanishes: neither waits for five minutes', async () => {
    const proxy = await startTcpProxy(server.port)
    const outages = new Outages()
    const url = urlAt(proxy.port)
    const jobs = open({ url, purpose: 'jobs', outages, maxConnections: 3 })
    const queue = open({ url, purpose: 'queue', outages, maxConnections: 1, timeouts: short })
    const ask = (db: Kysely<Tables>) => sql`select 1`.execute(db)
    await Promise.all([ask(jobs), ask(jobs), ask(jobs), ask(queue)])
    const working = jobs.transaction().execute((trx) => sql`select pg_sleep(200)`.execute(trx))
    const ended = expect(working).rejects.toThrow(DatabaseAway)
    proxy.vanish()
    await expect(ask(queue)).rejects.toThrow(DatabaseAway)
    await ended
    proxy.comeBack()
    // The idle connections of jobs were as dead as the one in use.
    const all = () => Promise.all([ask(jobs), ask(jobs), ask(jobs), ask(queue)])
    await expect.poll(() => all().then(() => 'answered', String)).toBe('answered')
    proxy.stop()
  })

  test('of jobs stay when the queue waits for a lock or meets a slow statement', async () => {
    const outages = new Outages()
    const jobs = open({ purpose: 'jobs', outages })
    const queue = open({ purpose: 'queue', outages, maxConnections: 1, timeouts: short })
    const working = sql`select pg_sleep(1.5)`.execute(jobs)
    expect(statusOf(await sql`select pg_sleep(10)`.execute(queue).catch((reason) => reason))).toBe(503)
    await jobs.transaction().execute(async (trx) => {
      await sql`lock table notes`.execute(trx)
      expect(statusOf(await sql`insert into notes values (9)`.execute(queue).catch((reason) => reason))).toBe(503)
    })
    await working
  })

  test('end a transaction that stands still, so that its locks do not last', async () => {
    const frozen = open({ timeouts: short })
    const other = open()
    const standing = frozen.transaction().execute(async (trx) => {
      await sql`insert into notes values (1)`.execute(trx)
      await expect.poll(() => sql`insert into notes values (1)`.execute(other).then(() => true)).toBe(true)
      await sql`select 1`.execute(trx)
    })
    const error = await standing.catch((reason) => reason)
    expect(statusOf(error)).toBe(503)
    expect((await sql`select 1 as one`.execute(frozen)).rows).toEqual([{ one: 1 }])
  })

  test('give up a lock that somebody else holds, and a statement that takes too long', async () => {
    const holder = open()
    const db = open({ timeouts: short })
    await holder.transaction().execute(async (trx) => {
      await sql`lock table notes`.execute(trx)
      expect(statusOf(await sql`insert into notes values (2)`.execute(db).catch((reason) => reason))).toBe(503)
    })
    expect(statusOf(await sql`select pg_sleep(10)`.execute(db).catch((reason) => reason))).toBe(503)
  })

  test('that cannot be had, and writes to a server that only reads, are 503', async () => {
    await runSql(server.url, 'create role crowded login connection limit 0')
    const crowded = open({ url: server.url.replace('postgres@', 'crowded@') })
    expect(statusOf(await sql`select 1`.execute(crowded).catch((reason) => reason))).toBe(503)
    const standby = open({ url: `${server.url}?options=-c%20default_transaction_read_only%3Don` })
    expect(statusOf(await sql`insert into notes values (3)`.execute(standby).catch((reason) => reason))).toBe(503)
    expect((await sql`select 1 as one`.execute(standby)).rows).toEqual([{ one: 1 }])
  })

  test('errors of the service itself stay what they are', async () => {
    const db = open()
    for (const broken of [sql`select nothing`, sql`insert into notes values (null)`]) {
      const error = await broken.execute(db).catch((reason) => reason)
      expect(error).toBeInstanceOf(Error)
      expect(statusOf(error)).toBeUndefined()
    }
  })

  describe('when another replica migrates the schema', () => {
    const notesOf = (db: Kysely<Tables>) => sql<object>`select * from notes where id = ${99}`.execute(db)
    const addNote = (db: Kysely<Tables>, id: number) =>
      sql<object>`insert into notes values (${id}) returning *`.execute(db)
    const onAll = <R>(work: () => Promise<R>) => Promise.all(Array.from({ length: 5 }, work))
    const warm = async () => {
      const db = open({ maxConnections: 5 })
      await onAll(() => sql`select pg_sleep(0.05)`.execute(db))
      for (let round = 0; round < 3; round++) await onAll(() => notesOf(db))
      return db
    }

    test('a prepared statement runs as before, with the columns that there are then', async () => {
      await runSql(server.url, 'delete from notes; insert into notes values (99)')
      const db = await warm()
      expect((await addNote(db, 100)).rows).toEqual([{ id: 100 }])
      await runSql(server.url, "alter table notes add column first text default 'a'")
      for (const { rows } of await onAll(() => notesOf(db))) expect(rows).toEqual([{ id: 99, first: 'a' }])
      expect((await addNote(db, 101)).rows).toEqual([{ id: 101, first: 'a' }])
      await runSql(server.url, 'alter table notes drop column first')
      expect((await addNote(db, 102)).rows).toEqual([{ id: 102 }])
      const { rows } = await sql<{ id: number }>`select id from notes where id > 99 order by id`.execute(db)
      expect(rows.map(({ id }) => id)).toEqual([100, 101, 102])
    })

    test('a transaction is refused once, as one that can be tried again', async () => {
      const db = await warm()
      await runSql(server.url, 'alter table notes add column second integer')
      const inTransaction = () => db.transaction().execute(notesOf)
      const error = await inTransaction().catch((reason) => reason)
      expect(unavailabilityOf(error, false)).toMatchObject({ status: 503, retryAfterSeconds: 1 })
      for (const { rows } of await onAll(inTransaction)) expect(rows).toEqual([{ id: 99, second: null }])
      await runSql(server.url, 'alter table notes drop column second')
    })
  })

  describe('through PgBouncer in transaction mode', needs('pgbouncer', findProgram('pgbouncer')), () => {
    const through = async (settings: string[], work: (url: string) => Promise<void>) => {
      const pooler = await startPgbouncer(server.port, settings)
      try {
        await work(urlAt(pooler.port))
      } finally {
        for (const db of opened.splice(0)) await db.destroy()
        await pooler.stop()
      }
    }
    const swallowing =
      'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits'

    test.each([
      ['refuses settings of a session', []],
      ['swallows them', [swallowing]],
    ])('a pooler that %s is named at start, with the way out', async (_name, settings) => {
      await through(settings, async (url) => {
        await expect(requireServer(optionsOf({ url }), noWait)).rejects.toThrow(/DATABASE_PREPARED=off/)
        await expect(requireServer(optionsOf({ url, hasSessions: false }), noWait)).resolves.toBeUndefined()
      })
    })

    test('so is one in front of a server whose own timeouts hide that it swallows ours', async () => {
      await runSql(server.url, "alter role postgres set lock_timeout = '3s'")
      await through([swallowing], async (url) => {
        await expect(requireServer(optionsOf({ url }), noWait)).rejects.toThrow(/DATABASE_PREPARED=off/)
      })
      await runSql(server.url, 'alter role postgres reset lock_timeout')
    })

    test('transactions have their timeouts, which do not outlast them, and statements need no names', async () => {
      await through([], async (url) => {
        const db = open({ url, hasSessions: false, maxConnections: 20 })
        const { statementMs } = timeoutsOf.requests
        expect(await db.transaction().execute(settingsOf)).toEqual({
          statement: `${statementMs / 1000}s`,
          lock: '3s',
          idle: '5s',
        })
        expect(await settingsOf(db)).toEqual({ statement: '0', lock: '0', idle: '0' })
        await sql`create table pooled (id integer primary key)`.execute(db)
        const ids = Array.from({ length: 500 }, (_, id) => id)
        await Promise.all(ids.map((id) => sql`insert into pooled values (${id})`.execute(db)))
        await Promise.all(
          ids.map((id) =>
            db.transaction().execute((trx) => sql`update pooled set id = ${id + 1000} where id = ${id}`.execute(trx)),
          ),
        )
        const { rows } = await sql<{ count: number }>`select count(*) as count from pooled where id >= 1000`.execute(db)
        expect(rows[0]!.count).toBe(500)
      })
    })

    test('a statement outside of a transaction is given up by the service', async () => {
      await through([], async (url) => {
        const db = open({ url, hasSessions: false, timeouts: short })
        const error = await sql`select pg_sleep(10)`.execute(db).catch((reason) => reason)
        expect(error).toBeInstanceOf(DatabaseAway)
        expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
      })
    })
  })
})
