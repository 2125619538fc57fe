import {
  type CompiledQuery,
  createQueryId,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  DummyDriver,
  Kysely,
  type QueryResult,
  SelectModifierNode,
  type SelectQueryNode,
  sql,
  type TransactionSettings,
  type WhereNode,
} from 'kysely'
import { currentScope } from '#core/domain/audit/origin.ts'
import type { Usage } from '#core/domain/requests/quotas.ts'
import { repeatWhenRolledBack } from '../repeated-transactions.ts'
import type { Tables } from '../tables.ts'
import { chunks, type Engine } from '../values.ts'
import { appendChanges } from './append.ts'
import type { Change, Row } from './entry.ts'
import { isOnceOnly, mayWrite, recordRequests, requestsOf } from './once-only.ts'
import { type AuditedWrite, insertedValues, writeOf } from './recorded-writes.ts'
import { type CountedTable, countedTables, isCounted, rowsThatGoWith, sizeOf, UsageChanges } from './usage.ts'

/**
 * Writes an entry for every change of an audited table, in the transaction of the change. All queries of the service
 * pass here, on their way from the query builder to a connection, so that no verb can forget it
 * (docs/explanation/decisions/085-an-entry-for-every-change.md).
 */
export function auditedDialect(dialect: Dialect, settings: Settings): Dialect {
  const builder = new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  })
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new AuditedDriver(dialect.createDriver(), settings, builder),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

/** The engine, and what one organization may store. */
interface Settings {
  engine: Engine
  quotas: Usage
}

class AuditedDriver implements Driver {
  readonly #inner: Driver
  readonly #settings: Settings
  readonly #builder: Kysely<Tables>

  constructor(inner: Driver, settings: Settings, builder: Kysely<Tables>) {
    this.#inner = inner
    this.#settings = settings
    this.#builder = builder
  }

  init(...input: Parameters<Driver['init']>) {
    return this.#inner.init(...input)
  }

  async acquireConnection(...input: Parameters<Driver['acquireConnection']>) {
    const inner = await this.#inner.acquireConnection(...input)
    return new AuditedConnection(inner, this, this.#settings.engine, this.#builder)
  }

  releaseConnection(connection: AuditedConnection) {
    return this.#inner.releaseConnection(connection.inner)
  }

  beginTransaction(connection: AuditedConnection, settings: TransactionSettings) {
    connection.changes = new Map()
    connection.usage = new UsageChanges()
    connection.hasWritten = false
    return this.#inner.beginTransaction(connection.inner, settings)
  }

  async commitTransaction(connection: AuditedConnection) {
    const changes = [...(connection.changes?.values() ?? [])]
    const run = (query: CompiledQuery) => connection.inner.executeQuery(query)
    const onceOnly = connection.hasWritten ? requestsOf(changes) : []
    await recordRequests(run, this.#builder, onceOnly)
    const { usage } = connection
    usage.addChanges(changes)
    await appendChanges(run, this.#settings, changes, usage)
    connection.changes = undefined
    await this.#inner.commitTransaction(connection.inner)
    for (const request of onceOnly) request.isRecorded = true
  }

  rollbackTransaction(connection: AuditedConnection) {
    connection.changes = undefined
    return this.#inner.rollbackTransaction(connection.inner)
  }

  destroy() {
    return this.#inner.destroy()
  }
}

/** A write met rows that another transaction changed after they were read: the transaction is run again. */
class Overtaken extends Error {
  readonly code = '40001'
}

class AuditedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  /** The changes of the open transaction by row, the first state before and the last one after. */
  changes: Map<string, Change> | undefined
  /** Counts the rows that the open transaction stores and deletes without entries of their own. */
  usage = new UsageChanges()
  hasWritten = false
  readonly #driver: AuditedDriver
  readonly #isServer: boolean
  readonly #builder: Kysely<Tables>

  constructor(inner: DatabaseConnection, driver: AuditedDriver, engine: Engine, builder: Kysely<Tables>) {
    this.inner = inner
    this.#driver = driver
    this.#isServer = engine === 'postgres'
    this.#builder = builder
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const write = writeOf(query)
    const isAudited = write !== undefined && !currentScope().isPart
    const run = async () => {
      if (isAudited) return this.#record<R>(write, query)
      if (write && this.changes) await this.#countPart(write)
      return this.inner.executeQuery<R>(query)
    }
    const mayBeFirst = isAudited || (isOnceOnly() && mayWrite(query))
    if (this.changes) {
      this.hasWritten ||= mayBeFirst
      return run()
    }
    if (!mayBeFirst) return run()
    return repeatWhenRolledBack(() => this.#inTransaction(run))
  }

  streamQuery(): never {
    throw new Error('Streaming is not used: page through large tables instead')
  }

  async #inTransaction<T>(work: () => Promise<T>): Promise<T> {
    await this.#driver.beginTransaction(this, {})
    this.hasWritten = true
    try {
      const result = await work()
      await this.#driver.commitTransaction(this)
      return result
    } catch (error) {
      await this.#driver.rollbackTransaction(this)
      throw error
    }
  }

  async #record<R>(write: AuditedWrite, query: CompiledQuery): Promise<QueryResult<R>> {
    const { table } = write
    if (write.kind === 'insert') return this.#recordInsert<R>(write, query)
    const rows = await this.#matching(table, write)
    if (write.kind === 'delete' && rows.length > 0) await this.#countWithOwners(table, rows)
    const result = await this.inner.executeQuery<R>(query)
    const affected = result.numAffectedRows ?? BigInt(result.rows.length)
    if (affected !== BigInt(rows.length)) throw new Overtaken('The rows changed meanwhile')
    if (rows.length === 0) return result
    const after =
      write.kind === 'update' ? byId(write.returnsRows ? result.rows : await this.#again(table, rows)) : undefined
    for (const before of rows) this.#note(table, before, after?.get(before.id))
    return result
  }

  async #recordInsert<R>(
    { table, node, returnsRows }: AuditedWrite & { kind: 'insert' },
    query: CompiledQuery,
  ): Promise<QueryResult<R>> {
    const { updates, columns = [] } = node?.onConflict ?? {}
    const names = columns.map(({ column }) => column.name)
    // An insert that may update instead: its rows are found by what they may conflict in.
    const keys = node && updates ? insertedValues(node, names) : undefined
    const before = keys ? byId(await this.#withKeys(table, keys)) : undefined
    const result = await this.inner.executeQuery<R>(query)
    let after: unknown[] = result.rows
    if (keys) {
      after = await this.#withKeys(table, keys)
      const own = new Set(insertedValues(node!, ['id']).map(({ id }) => id))
      const isForeign = ({ id }: Row) => !before!.has(id) && !own.has(id)
      if ((after as Row[]).some(isForeign)) throw new Overtaken('Another transaction inserted the same rows meanwhile')
    } else if (!returnsRows) after = await this.#again(table, insertedValues(node!, idColumns(table)))
    for (const row of after as Row[]) this.#note(table, before?.get(row.id), row)
    return result
  }

  #note(table: string, before: Row | undefined, after: Row | undefined): void {
    const key = `${table} ${(after ?? before)!.id}`
    const known = this.changes!.get(key)
    const change = { table, before: known ? known.before : before, after, scope: known?.scope ?? currentScope() }
    if (change.before || change.after) this.changes!.set(key, change)
    else this.changes!.delete(key)
  }

  /** The rows that an update or a deletion will meet, locked so that no other transaction changes them before. */
  async #matching(
    table: keyof Tables,
    write: { kind: 'update' | 'delete'; where: WhereNode | undefined },
  ): Promise<Row[]> {
    const select = this.#builder.selectFrom(table).selectAll().toOperationNode() as SelectQueryNode
    const lock = SelectModifierNode.create(write.kind === 'update' ? 'ForNoKeyUpdate' : 'ForUpdate')
    const node = {
      ...select,
      ...(write.where && { where: write.where }),
      ...(this.#isServer && { endModifiers: [lock] }),
    }
    const { rows } = await this.inner.executeQuery<Row>(this.#builder.getExecutor().compileQuery(node, createQueryId()))
    return rows
  }

  /** Counts the rows of a part of a larger change, which has no entry. */
  async #countPart(write: AuditedWrite): Promise<void> {
    const { table } = write
    if (!isCounted(table)) return
    if (write.kind === 'delete') await this.#countDeleted(table, write.where)
    if (write.kind === 'insert') {
      const columns = countedTables[table] === 'bytes' ? ['org_id', 'content'] : ['org_id']
      for (const row of insertedValues(write.node!, columns)) this.usage.add(row.org_id, table, sizeOf(table, row))
    }
  }

  /** Counts the rows that the database deletes with their owners. */
  async #countWithOwners(owners: keyof Tables, rows: readonly Row[]): Promise<void> {
    const { tables = [], column = 'agent_id' } = rowsThatGoWith[owners] ?? {}
    const [orgIds, ids] = [rows.map((row) => row.org_id as string), rows.map((row) => row.id as string)]
    for (const table of tables) {
      const owned = this.#builder
        .selectFrom(table)
        .where('org_id', 'in', orgIds)
        .where(column as never, 'in', ids as never)
      await this.#countDeleted(table, (owned.toOperationNode() as SelectQueryNode).where)
    }
  }

  async #countDeleted(table: CountedTable, where: WhereNode | undefined): Promise<void> {
    const size = countedTables[table] === 'bytes' ? sql<number>`sum(octet_length(content))` : sql<number>`count(*)`
    const select = this.#builder
      .selectFrom(table)
      .select(['org_id', size.as('size')])
      .groupBy('org_id')
    const node = { ...(select.toOperationNode() as SelectQueryNode), ...(where && { where }) }
    const query = this.#builder.getExecutor().compileQuery(node, createQueryId())
    const { rows } = await this.inner.executeQuery<{ org_id: string; size: number }>(query)
    for (const row of rows) this.usage.add(row.org_id, table, -Number(row.size))
  }

  /** Reads rows again, after a statement that did not return them. */
  async #again(table: keyof Tables, rows: readonly Row[]): Promise<Row[]> {
    const found: Row[] = []
    const columns = idColumns(table)
    for (const chunk of chunks(rows)) {
      const query = columns.reduce(
        (select, column) => select.where(column as never, 'in', [...new Set(chunk.map((row) => row[column]))] as never),
        this.#builder.selectFrom(table).selectAll(),
      )
      found.push(...(await this.inner.executeQuery<Row>(query.compile())).rows)
    }
    return found
  }

  async #withKeys(table: keyof Tables, keys: readonly Row[]): Promise<Row[]> {
    const query = this.#builder
      .selectFrom(table)
      .selectAll()
      .where((eb) => eb.or(keys.map((key) => eb.and(key as never))))
    return (await this.inner.executeQuery<Row>(query.compile())).rows
  }
}

const byId = (rows: readonly unknown[]): Map<unknown, Row> => new Map((rows as Row[]).map((row) => [row.id, row]))

const idColumns = (table: keyof Tables) => (table === 'organizations' ? ['id'] : ['org_id', 'id'])
