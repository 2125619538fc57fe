import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { CompiledQuery, type QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import { followStatement } from '#core/base/wait-follower.ts'
import { foldText } from '#core/domain/text/fold-text.ts'
import { jsonType } from '../values.ts'
import type { SqliteHealth } from './sqlite-health.ts'

type Row = Record<string, unknown>

interface Prepared {
  statement: StatementSync
  /** Returns the row of an array of values; undefined for a statement without rows. */
  rowOf: ((values: unknown[]) => Row) | undefined
}

/** Converts values that SQLite lacks: booleans are stored as 0 and 1, JSON as text. */
const conversionOf: Record<string, (value: string) => string> = {
  boolean: (value) => `${value} === null ? null : ${value} === 1`,
  [jsonType.sqlite]: (value) => `typeof ${value} === 'string' ? JSON.parse(${value}) : ${value}`,
}

/** One SQLite connection with its prepared statements. */
export class Connection {
  readonly #database: DatabaseSync
  readonly #statements = new LRUCache<string, Prepared>({ max: 1000 })

  readonly #health: SqliteHealth

  constructor(file: string, pragmas: string[], health: SqliteHealth) {
    this.#health = health
    this.#database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 })
    this.#database.function('fold_text', { deterministic: true }, (text) => foldText(String(text)))
    // While requests are served, SQLite must not block their thread to wait for another program; `GroupCommit` waits
    // without blocking.
    for (const pragma of [...pragmas, 'pragma busy_timeout = 0']) this.#database.exec(pragma)
  }

  run(query: CompiledQuery): QueryResult<unknown> {
    try {
      return followStatement(query.sql, () => this.#run(query))
    } catch (error) {
      this.#health.noteFailure(error)
      throw error
    }
  }

  #run({ sql, parameters }: CompiledQuery): QueryResult<unknown> {
    const prepared = this.#statements.get(sql) ?? this.#prepare(sql)
    const values = parameters.map(toSqlite)
    if (!prepared.rowOf) {
      const { changes } = prepared.statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes) }
    }
    const rows = prepared.statement.all(...values) as unknown as unknown[][]
    return { rows: rows.map(prepared.rowOf) }
  }

  /** Returns the first row of a statement's result. */
  ask(statement: string): unknown {
    return this.run(CompiledQuery.raw(statement)).rows[0]
  }

  get isInTransaction() {
    return this.#database.isTransaction
  }

  close() {
    this.#statements.clear()
    this.#database.close()
  }

  #prepare(sql: string): Prepared {
    const statement = this.#database.prepare(sql)
    statement.setReturnArrays(true)
    const columns = statement.columns()
    const prepared = { statement, rowOf: columns.length > 0 ? rowReader(columns) : undefined }
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/**
 * Compiles the function that copies a row's values into a plain object. With a literal of the statement's columns V8
 * knows the object's shape; storing each value by its name takes three times as long, and the driver's own objects are
 * hash tables, which are slower to read.
 */
function rowReader(columns: { name: string; type: string | null }[]): (values: unknown[]) => Row {
  const fields = columns.map(({ name, type }, at) => {
    const value = `values[${at}]`
    return `${JSON.stringify(name)}: ${conversionOf[type?.toLowerCase() ?? '']?.(value) ?? value}`
  })
  return new Function('values', `return { ${fields.join(', ')} }`) as (values: unknown[]) => Row
}

const toSqlite = (value: unknown): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)
