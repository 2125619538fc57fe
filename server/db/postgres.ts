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
import { monotonicMs } from '#core/base/clock.ts'
import { measureWait } from '#core/base/waits.ts'
import { DatabaseAway } from './failures.ts'
import {
  isStalePlan,
  isTransactionOver,
  plainStatements,
  preparedStatements,
  type Statements,
  type Timeouts,
} from './postgres-statements.ts'
import { repeatWhenRolledBack } from './repeated-transactions.ts'

/** How long startup waits for a server that does not respond yet, and how often it says so, in milliseconds. */
const startTimeoutMs = 30_000
const waitNoteMs = 5000
/** How long a request waits for a connection, whether new or pooled, in milliseconds. */
const connectTimeoutMs = 5000
/** How long a stop waits for connections to end, in milliseconds. */
const closeTimeoutMs = 2000
/** Idle connections are probed after this time, to notice when the network has dropped them, in milliseconds. */
const keepAliveMs = 10_000
/** How much longer than the server a client waits at most for the answer to a statement, in milliseconds. */
const answerMs = 2000

/** The purpose of connections; the server shows it as `application_name`. */
export type Purpose = 'requests' | 'heavy reads' | 'jobs' | 'queue' | 'readiness' | 'migrations'

export const timeoutsOf: Record<Purpose, Timeouts> = {
  requests: { statementMs: 20_000, lockMs: 3000, idleInTransactionMs: 5000 },
  'heavy reads': { statementMs: 60_000, lockMs: 3000, idleInTransactionMs: 5000 },
  jobs: { statementMs: 300_000, lockMs: 10_000, idleInTransactionMs: 5000 },
  // Claiming a job and renewing its lease take milliseconds, and no jobs run while they wait.
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
   * False behind a pooler that uses a different connection for each transaction: statements are unnamed, and timeouts
   * are set again in each transaction, since neither would persist until the next one.
   */
  hasSessions: boolean
  onError: (error: Error) => void
  timeouts?: Timeouts
  outages?: Outages
}

/**
 * Announces when a server no longer responds, so that statements that may take minutes are not waited for. Claiming
 * jobs detects it within seconds; without that, a job waited five minutes for a server that had vanished.
 */
export class Outages extends EventEmitter<{ outage: [] }> {}

const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (text: string) => new Date(text).toISOString()
    return pg.types.getTypeParser(oid, format)
  },
}

/** Creates a pool of connections to a PostgreSQL server, which are opened on demand and replaced when they break. */
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
    // A server that vanished cannot end a statement.
    query_timeout: statementMs + Math.min(answerMs, statementMs / 4),
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...(hasSessions && {
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    }),
  })
  // A broken connection would otherwise end the process. The pool only reports idle ones.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => {})
  if (purpose === 'jobs') breakInOutages(pool, outages)
  return pool
}

/** Breaks all connections of the pool when the server has vanished: idle ones are as dead as waiting ones. */
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

/** Adapts a pool of the driver to Kysely. */
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

/** Adapts a connection to Kysely. Any failure of the connection is thrown as `DatabaseAway`. */
function wrapClient(client: pg.PoolClient, statements: Statements, onSilence: () => void): PostgresPoolClient {
  let isBroken = false
  let isInTransaction = false
  client.once('error', () => {
    isBroken = true
  })
  const failureOf = (error: Error) => {
    // The server's own errors already explain the failure.
    if (error instanceof pg.DatabaseError) return error
    if (error.message === 'Query read timeout') {
      isBroken = true
      // Any later query would wait for the same answer.
      client.end()
      onSilence()
    }
    // The connection may break before a listener is attached.
    if (/is not queryable$/.test(error.message)) isBroken = true
    return isBroken ? new DatabaseAway(error) : error
  }
  const run = (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    const query = statements.query(text, values)
    return client.query(query).catch((error) => {
      if (!query.name || !isStalePlan(error)) throw failureOf(error)
      statements.prepareAgain(query.name)
      // The server refused the statement before running it, so repeating it is safe, unless a transaction failed with
      // it.
      return run(text, values).catch((reason) => {
        throw isTransactionOver(reason) ? new DatabaseAway(error) : reason
      })
    })
  }
  function query<R>(text: string, values: unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: unknown, values: unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Streaming is not used: page through large tables instead')
    if (/^(?:begin|start transaction)\b/.test(text)) isInTransaction = true
    else if (/^(?:commit|rollback)$/.test(text)) isInTransaction = false
    // Within a transaction, all of it has to be run again.
    const repeats = !isInTransaction
    const answered = () => (repeats ? repeatWhenRolledBack(() => run(text, values)) : run(text, values))
    return measureWait('database', answered, undefined, text)
  }
  return { query, release: (destroy) => client.release(destroy) }
}

/** Closes the pool. Connections to a server that vanished never close by themselves; the rest end with the process. */
const endPool = (pool: pg.Pool) => Promise.race([pool.end(), sleep(closeTimeoutMs, undefined, { ref: false })])

/**
 * Waits for a server that is still starting, and checks that the service can use it.
 *
 * @param onWait is told every few seconds why it waits.
 * @throws an error of one line after 30 s without a server, at once if waiting cannot help, if the version is older
 * than 15, or if the server is reached through a pooler that was not configured.
 */
export async function requireServer(options: PostgresOptions, onWait: (reason: string) => void): Promise<void> {
  const pool = newPool(options)
  const deadline = monotonicMs() + startTimeoutMs
  let noteAt = 0
  try {
    while (true) {
      try {
        return await checkServer(pool, options)
      } catch (error) {
        if (error instanceof Unusable) throw error
        if (options.hasSessions && isPoolersRefusal(error)) throw new Unusable(poolerAdvice)
        if (!mayPass(error) || monotonicMs() > deadline) {
          throw new Unusable(`DATABASE_URL cannot be used: ${reasonOf(error)}`)
        }
        if (monotonicMs() >= noteAt) {
          onWait(reasonOf(error))
          noteAt = monotonicMs() + waitNoteMs
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
  // Some poolers are configured to ignore the settings of a connection.
  if (lock_timeout === '0') throw new Unusable(poolerAdvice)
  await requireOwnStatements(pool)
}

/** Detects a pooler that keeps no sessions: there, the second connection meets the statement of the first. */
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

/** Whether a pooler refuses settings, or a named statement already exists (42P05) or is missing (26000). */
const isPoolersRefusal = (error: unknown) =>
  /unsupported startup parameter/.test(reasonOf(error)) || /^(42P05|26000)$/.test(codeOf(error))

/**
 * Whether waiting may help: the server starts, restarts (57) or has no connection left (53), or the network is not up
 * yet. It does not fix a wrong password, a missing database, a certificate, or a server without TLS.
 */
const mayPass = (error: unknown) =>
  error instanceof pg.DatabaseError
    ? /^(?:08|53|57)/.test(codeOf(error))
    : /^E(?:CONN|AI_AGAIN|NOTFOUND|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE|NOENT)/.test(codeOf(error)) ||
      /timeout|terminated/i.test(reasonOf(error))

const reasonOf = (error: unknown) => {
  if (!(error instanceof Error)) return String(error)
  if (/password must be a string/.test(error.message)) return 'the server asks for a password, and the URL has none'
  return error.message || codeOf(error)
}
