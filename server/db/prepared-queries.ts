import type { Compilable, CompiledQuery } from 'kysely'
import type { MaybePromise } from '#core/base/maybe-promise.ts'
import type { Database } from './connect.ts'
import type { ReadNow } from './embedded/sqlite.ts'

/** The values of a query by their names. */
export type Values = Record<string, unknown>
/** Inserts a parameter into a query, by the name of its value. */
export type Parameter = (name: string) => never

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}
const placeholder = (name: string) => new Placeholder(name) as never

/** Throws if a value is part of the statement: it would be used for all requests, from any caller. */
function requirePlaceholders(name: string, { parameters }: CompiledQuery, values: Values) {
  const key = Object.keys(values).find((key) => values[key] !== undefined && parameters.includes(values[key]))
  if (key !== undefined) throw new Error(`The query ${name} must take ${key} by parameter('${key}')`)
}

/**
 * Compiles queries once and caches them by name: building one takes as long as running it. Queries of a caller's view
 * (`caller-view.ts`), which adds its own values, are compiled each time.
 */
export class PreparedQueries {
  readonly #db: Database
  readonly #readNow: ReadNow | undefined
  readonly #isView: boolean
  readonly #compiled = new Map<string, CompiledQuery>()

  /** @param readNow enables `runNow`: see `Connected.readNow`. */
  constructor(db: Database, readNow?: ReadNow) {
    this.#db = db
    this.#isView = db.getExecutor().plugins.length > 0
    this.#readNow = readNow
  }

  /**
   * Returns the rows of a query; synchronously, if the engine can. Values inserted by `build` are only placeholders;
   * `values` contains those of this run, in their order in the statement. `db` may be a transaction.
   */
  run<Row>(
    name: string,
    build: (db: Database) => Compilable<Row>,
    values: readonly unknown[],
    db = this.#db,
  ): MaybePromise<Row[]> {
    // `db.executeQuery` creates several promises, which take longer than a small query.
    const now = db === this.#db ? this.runNow(name, build, values) : undefined
    return now ?? db.executeQuery<Row>(this.#compile(name, build, values)).then(({ rows }) => rows)
  }

  /**
   * Runs a query outside transactions and synchronously, without those promises; undefined if the engine is a server.
   */
  runNow<Row>(name: string, build: (db: Database) => Compilable<Row>, values: readonly unknown[]): Row[] | undefined {
    return this.#readNow?.(this.#compile(name, build, values)).rows as Row[] | undefined
  }

  /**
   * Returns a query with named values, ready to run. `build` inserts `parameter(name)` for each value, and must
   * depend only on the query's name.
   */
  withValues<Row>(
    name: string,
    build: (db: Database, parameter: Parameter) => Compilable<Row>,
    values: Values,
  ): CompiledQuery<Row> {
    const query = this.#compileOnce(name, (db) => {
      const built = build(db, placeholder).compile()
      if (!this.#isView) requirePlaceholders(name, built, values)
      return built
    })
    const parameters = query.parameters.map((value) => (value instanceof Placeholder ? values[value.name] : value))
    return { ...query, parameters } as CompiledQuery<Row>
  }

  /** Returns the rows of a query outside transactions; synchronously, if the engine can. */
  rows<Row>(query: CompiledQuery<Row>): MaybePromise<Row[]> {
    if (this.#readNow) return this.#readNow(query).rows as Row[]
    return this.#db.executeQuery<Row>(query).then(({ rows }) => rows)
  }

  #compile<Row>(name: string, build: (db: Database) => Compilable<Row>, parameters: readonly unknown[]) {
    if (this.#isView) throw new Error(`The query ${name} cannot bind the values of a view`)
    return { ...this.#compileOnce(name, (db) => build(db).compile()), parameters } as CompiledQuery<Row>
  }

  #compileOnce(name: string, compile: (db: Database) => CompiledQuery): CompiledQuery {
    const known = this.#compiled.get(name)
    if (known) return known
    const query = compile(this.#db)
    if (!this.#isView) this.#compiled.set(name, query)
    return query
  }
}
