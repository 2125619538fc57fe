import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './connect.ts'

/** Queries that are compiled once, by their names: building one takes as long as running it. */
export class PreparedQueries {
  readonly #db: Database
  readonly #compiled = new Map<string, CompiledQuery>()

  constructor(db: Database) {
    this.#db = db
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
    let query = this.#compiled.get(name)
    if (!query) {
      query = build(this.#db).compile()
      this.#compiled.set(name, query)
    }
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: values } as CompiledQuery<Row>)
    return rows
  }
}
