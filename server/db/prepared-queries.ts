import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './connect.ts'
import type { ReadNow } from './sqlite.ts'

/** Queries that are compiled once, by their names: building one takes as long as running it. */
export class PreparedQueries {
  readonly #db: Database
  readonly #readNow: ReadNow | undefined
  readonly #compiled = new Map<string, CompiledQuery>()

  /** @param readNow makes `runNow` possible: see `Connected.readNow`. */
  constructor(db: Database, readNow?: ReadNow) {
    this.#db = db
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

  #compile<Row>(name: string, build: (db: Database) => Compilable<Row>, parameters: readonly unknown[]) {
    let query = this.#compiled.get(name)
    if (!query) {
      query = build(this.#db).compile()
      this.#compiled.set(name, query)
    }
    return { ...query, parameters } as CompiledQuery<Row>
  }
}
