import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Dialect,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import pg from 'pg'
import { monotonicMs } from '../base/clock.ts'
import { measureWait } from '../base/waits.ts'
import { DatabaseAway } from './failures.ts'
import {
  isStalePlan,
  isTransactionOver,
  plainStatements,
  preparedStatements,
  type Statements,
  type Timeouts,
} from './postgres-statements.ts'

/** How long a start waits for a server that does not answer yet, in milliseconds. */
const startTimeoutMs = 30_000
/** How long a request waits for a connection, a new one or one of the pool, in milliseconds. */
const connectTimeoutMs = 5000
/** How long a stop waits for connections to end, in milliseconds. */
const closeTimeoutMs = 2000
/** Idle connections are probed after this time, so that a network that forgot them is noticed, in milliseconds. */
const keepAliveMs = 10_000
/** How much longer than the server a client waits for the answer to a statement, at most, in milliseconds. */
const answerMs = 2000

/** What connections are for; the server shows it as `application_name`. */
export type Purpose = 'requests' | 'heavy reads' | 'jobs' | 'queue' | 'readiness' | 'migrations'

export const timeoutsOf: Record<Purpose, Timeouts> = {
  requests: { statementMs: 20_000, lockMs: 3000, idleInTransactionMs: 5000 },
  'heavy reads': { statementMs: 60_000, lockMs: 3000, idleInTransactionMs: 5000 },
  jobs: { statementMs: 300_000, lockMs: 10_000, idleInTransactionMs: 5000 },
  // Looking for a job and renewing its lease takes milliseconds, and nobody works while that waits.
  queue: { statementMs: 5000, lockMs: 3000, idleInTransactionMs: 5000 },
  readiness: { statementMs: 800, lockMs: 800, idleInTransactionMs: 800 },
  // Replicas that start together wait for the one that migrates.
  migrations: { statementMs: 3_600_000, lockMs: 3_600_000, idleInTransactionMs: 60_000 },
}

export interface PostgresOptions {
  url: string
  purpose: Purpose
  maxConnections: number
  /**
   * False behind a pooler that hands out another connection for each transaction: statements have no names, and
   * timeouts are set again in each transaction, since neither would be there in the next one.
   */
  hasSessions: boolean
  onError: (error: Error) => void
  timeouts?: Timeouts
  outages?: Outages
}

/**
 * Says when a server answers nothing any more, so that statements that may take minutes are not waited for. The looks for
 * jobs notice it within seconds; without them a job waited five minutes for a server that had vanished.
 */
export class Outages extends EventEmitter<{ outage: [] }> {}

const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (text: string) => new Date(text).toISOString()
    return pg.types.getTypeParser(oid, format)
  },
}

/** A pool of connections to a PostgreSQL server, which are opened as they are needed and replaced when they break. */
export function postgresDialect(options: PostgresOptions): Dialect {
  return new PostgresDialect({ pool: poolOf(options) })
}

function newPool({ url, purpose, maxConnections, hasSessions, onError, outages, ...rest }: PostgresOptions) {
  const { statementMs, lockMs, idleInTransactionMs } = rest.timeouts ?? timeoutsOf[purpose]
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    types,
    application_name: `agent-identity-service ${purpose}`,
    connectionTimeoutMillis: Math.min(connectTimeoutMs, statementMs),
    // A server that vanished ends no statement.
    query_timeout: statementMs + Math.min(answerMs, statementMs / 4),
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...(hasSessions && {
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    }),
  })
  // A connection that breaks would otherwise end the process. The pool tells of the idle ones alone.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => {})
  if (purpose === 'jobs') breakInOutages(pool, outages)
  return pool
}

/** Breaks all connections of the pool when the server has vanished: the idle ones are as dead as those that wait. */
function breakInOutages(pool: pg.Pool, outages: Outages | undefined) {
  const streams = new Set<Duplex>()
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
    streams.add(stream)
    stream.once('close', () => streams.delete(stream))
  })
  outages?.on('outage', () => {
    for (const stream of streams) stream.destroy()
  })
}

/** What Kysely takes for a pool of the driver. */
function poolOf(options: PostgresOptions): PostgresPool {
  const pool = newPool(options)
  const statements = options.hasSessions
    ? preparedStatements()
    : plainStatements(options.timeouts ?? timeoutsOf[options.purpose])
  const tellOutage = () => options.purpose === 'queue' && options.outages?.emit('outage')
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient) => {
    const known = wrapped.get(client)
    if (known) return known
    const connection = wrapClient(client, statements, tellOutage)
    wrapped.set(client, connection)
    return connection
  }
  return {
    options: pool.options,
    Client: pg.Client,
    connect: () =>
      measureWait('database connection', () => pool.connect()).then(wrap, (error) => {
        throw new DatabaseAway(error)
      }),
    end: () => endPool(pool),
  }
}

/** A connection as Kysely takes it. Whatever is wrong with it is thrown as `DatabaseAway`. */
function wrapClient(client: pg.PoolClient, statements: Statements, onSilence: () => void): PostgresPoolClient {
  let isBroken = false
  client.once('error', () => {
    isBroken = true
  })
  const failureOf = (error: Error) => {
    // What the server says itself says what happened.
    if (error instanceof pg.DatabaseError) return error
    if (error.message === 'Query read timeout') {
      isBroken = true
      // Whatever is asked next would wait for the same answer.
      client.end()
      onSilence()
    }
    // It may break before anyone listens.
    if (/is not queryable$/.test(error.message)) isBroken = true
    return isBroken ? new DatabaseAway(error) : error
  }
  const run = (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    const query = statements.query(text, values)
    return client.query(query).catch((error) => {
      if (!query.name || !isStalePlan(error)) throw failureOf(error)
      statements.prepareAgain(query.name)
      // The server refused the statement before it ran, so repeating it is safe, unless a transaction failed with it.
      return run(text, values).catch((reason) => {
        throw isTransactionOver(reason) ? new DatabaseAway(error) : reason
      })
    })
  }
  function query<R>(text: string, values: unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: unknown, values: unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Streaming is not used: page through large tables instead')
    return measureWait('database', () => run(text, values))
  }
  return { query, release: (destroy) => client.release(destroy) }
}

/** Connections to a server that vanished never end by themselves; those that remain end with the process. */
const endPool = (pool: pg.Pool) => Promise.race([pool.end(), sleep(closeTimeoutMs, undefined, { ref: false })])

/**
 * Waits for a server that is still starting, and looks whether it is one that the service can work with.
 *
 * @throws an error of one line after 30 s without a server, when it is older than 15, or when it is reached through a
 * pooler that was not announced.
 */
export async function requireServer(options: PostgresOptions): Promise<void> {
  const pool = newPool(options)
  const deadline = monotonicMs() + startTimeoutMs
  try {
    while (true) {
      try {
        return await checkServer(pool, options)
      } catch (error) {
        if (error instanceof Unusable) throw error
        if (options.hasSessions && isPoolersRefusal(error)) throw new Unusable(poolerAdvice)
        if (isRefusedByServer(error) || monotonicMs() > deadline) {
          throw new Unusable(`DATABASE_URL cannot be used: ${reasonOf(error)}`)
        }
        await sleep(500)
      }
    }
  } finally {
    await endPool(pool)
  }
}

async function checkServer(pool: pg.Pool, { hasSessions }: PostgresOptions) {
  const { rows } = await pool.query(
    "select current_setting('server_version_num')::integer as version, current_setting('lock_timeout') as lock_timeout",
  )
  const { version, lock_timeout } = rows[0]
  if (version < 150_000) {
    throw new Unusable(
      `DATABASE_URL points to PostgreSQL ${Math.floor(version / 10_000)}; version 15 or newer is needed`,
    )
  }
  if (!hasSessions) return
  // Some poolers are told to swallow the settings of a connection.
  if (lock_timeout === '0') throw new Unusable(poolerAdvice)
  await requireOwnStatements(pool)
}

/** Behind a pooler that keeps no sessions, the second connection meets the statement of the first. */
async function requireOwnStatements(pool: pg.Pool) {
  const clients = await Promise.all([pool.connect(), pool.connect()])
  try {
    for (const [at, client] of clients.entries()) await client.query({ name: 'pooler_check', text: `select ${at}` })
  } finally {
    for (const client of clients) client.release(true)
  }
}

const poolerAdvice =
  'DATABASE_URL leads through a connection pooler that keeps neither prepared statements nor settings of a session ' +
  '(such as PgBouncer in transaction mode): set DATABASE_PREPARED=off'

class Unusable extends Error {}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '')

/** A pooler that refuses settings, or a named statement that is there already (42P05) or is gone (26000). */
const isPoolersRefusal = (error: unknown) =>
  /unsupported startup parameter/.test(reasonOf(error)) || /^(42P05|26000)$/.test(codeOf(error))

/** Waiting does not fix a wrong password (28xxx) or a missing database (3D000). */
const isRefusedByServer = (error: unknown) => /^(28|3D)/.test(codeOf(error))

const reasonOf = (error: unknown) => (error instanceof Error ? error.message || codeOf(error) : String(error))
