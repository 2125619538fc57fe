import type { Compilable, CompiledQuery } from 'kysely'
import type { MaybePromise } from '../base/maybe-promise.ts'
import type { Database } from './connect.ts'
import type { ReadNow } from './embedded/sqlite.ts'

/** The values of a query by their names. */
export type Values = Record<string, unknown>
/** Puts the place for a value into a query, by the value's name. */
export type Given = (name: string) => never

class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}
const placeOf = (name: string) => new Place(name) as never

/** A value of one request would be in the statement for all of them, whoever asks. */
function requirePlaces(name: string, { parameters }: CompiledQuery, values: Values) {
  const key = Object.keys(values).find((key) => values[key] !== undefined && parameters.includes(values[key]))
  if (key !== undefined) throw new Error(`The query ${name} must take ${key} by given('${key}')`)
}

/**
 * Queries that are compiled once, by their names: building one takes as long as running it. Those of a caller's view
 * (`caller-view.ts`), which adds values of its own, are compiled each time.
 */
export class PreparedQueries {
  readonly #db: Database
  readonly #readNow: ReadNow | undefined
  readonly #isView: boolean
  readonly #compiled = new Map<string, CompiledQuery>()

  /** @param readNow makes `runNow` possible: see `Connected.readNow`. */
  constructor(db: Database, readNow?: ReadNow) {
    this.#db = db
    this.#isView = db.getExecutor().plugins.length > 0
    this.#readNow = readNow
  }

  /**
   * The rows of a query. What `build` puts in as values are placeholders; `values` gives those of this run, in the
   * order in which they stand in the statement. A transaction can be passed as `db`.
   */
  async run<Row>(
    name: string,
    build: (db: Database) => Compilable<Row>,
    values: readonly unknown[],
    db = this.#db,
  ): Promise<Row[]> {
    // `db.executeQuery` goes through several promises, which take longer than a small query.
    const now = db === this.#db ? this.runNow(name, build, values) : undefined
    return now ?? (await db.executeQuery<Row>(this.#compile(name, build, values))).rows
  }

  /** The same outside transactions and at once, without the promises between; undefined where the engine is a server. */
  runNow<Row>(name: string, build: (db: Database) => Compilable<Row>, values: readonly unknown[]): Row[] | undefined {
    return this.#readNow?.(this.#compile(name, build, values)).rows as Row[] | undefined
  }

  /**
   * A query whose values have names, ready to run. `build` puts in `given(name)` where a value belongs, and depends
   * on nothing but the query's name.
   */
  withValues<Row>(
    name: string,
    build: (db: Database, given: Given) => Compilable<Row>,
    values: Values,
  ): CompiledQuery<Row> {
    const query = this.#compileOnce(name, (db) => {
      const built = build(db, placeOf).compile()
      if (!this.#isView) requirePlaces(name, built, values)
      return built
    })
    const parameters = query.parameters.map((value) => (value instanceof Place ? values[value.name] : value))
    return { ...query, parameters } as CompiledQuery<Row>
  }

  /** The rows of a query outside transactions; at once, where the engine can. */
  rows<Row>(query: CompiledQuery<Row>): MaybePromise<Row[]> {
    if (this.#readNow) return this.#readNow(query).rows as Row[]
    return this.#db.executeQuery<Row>(query).then(({ rows }) => rows)
  }

  #compile<Row>(name: string, build: (db: Database) => Compilable<Row>, parameters: readonly unknown[]) {
    if (this.#isView) throw new Error(`The query ${name} has no places for the values of a view`)
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
