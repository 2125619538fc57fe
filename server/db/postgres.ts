import { setTimeout as sleep } from 'node:timers/promises'
import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'

/** How long a start waits for a server that does not answer yet, in milliseconds. */
const startPatienceMs = 30_000

/** Statements with more parameters than this differ in length from call to call and are not worth a name. */
const maxNamedParameters = 40
const maxNamedStatements = 500

const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (text: string) => new Date(text).toISOString()
    return pg.types.getTypeParser(oid, format)
  },
}

/**
 * Connects to a PostgreSQL server (15 or newer) by a pool of prepared statements. Waits for a server that is still
 * starting; later losses heal by themselves, since the pool replaces broken connections.
 *
 * @throws after 30 s without a server, or when it is too old.
 */
export async function connectPostgres(connectionString: string, onError: (error: Error) => void): Promise<Dialect> {
  const pool = new pg.Pool({ connectionString, max: 20, types, connectionTimeoutMillis: 10_000, keepAlive: true })
  // A connection that breaks would otherwise end the process. The pool tells of the idle ones alone.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => {})
  await waitForServer(pool)
  return new PostgresDialect({ pool: preparing(pool) as never })
}

async function waitForServer(pool: pg.Pool) {
  const deadline = Date.now() + startPatienceMs
  while (true) {
    try {
      const { rows } = await pool.query('show server_version_num')
      const version = Number(rows[0].server_version_num)
      if (version >= 150_000) return
      throw new Unusable(
        `DATABASE_URL points to PostgreSQL ${Math.floor(version / 10_000)}; version 15 or newer is needed`,
      )
    } catch (error) {
      const final = error instanceof Unusable || isRefusedByServer(error) || Date.now() > deadline
      if (!final) {
        await sleep(500)
        continue
      }
      await pool.end()
      const reason = error instanceof Error ? error.message || String((error as { code?: string }).code) : String(error)
      throw error instanceof Unusable ? error : new Unusable(`DATABASE_URL cannot be used: ${reason}`)
    }
  }
}

class Unusable extends Error {}

/** Waiting does not mend a wrong password (28xxx) or a missing database (3D000). */
const isRefusedByServer = (error: unknown) => /^(28|3D)/.test(String((error as { code?: unknown }).code ?? ''))

/**
 * Gives each statement text a name, so that the server parses and plans it once per connection. Only a bounded number:
 * lists of varying length would otherwise grow every connection's memory.
 */
function preparing(pool: pg.Pool) {
  const names = new Map<string, string>()
  const nameOf = (text: string, parameterCount: number) => {
    const known = names.get(text)
    if (known || parameterCount > maxNamedParameters || names.size >= maxNamedStatements) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
  const wrapped = new WeakMap<pg.PoolClient, object>()
  const wrap = (client: pg.PoolClient) => {
    const known = wrapped.get(client)
    if (known) return known
    const connection = {
      query: (text: string, values: unknown[]) =>
        client.query({ text, values, name: nameOf(text, values?.length ?? 0) } as pg.QueryConfig),
      release: (destroy?: boolean) => client.release(destroy),
    }
    wrapped.set(client, connection)
    return connection
  }
  return {
    options: pool.options,
    Client: pg.Client,
    connect: async () => wrap(await pool.connect()),
    end: () => pool.end(),
  }
}
