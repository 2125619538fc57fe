import {
  type Dialect,
  type Driver,
  type Kysely,
  type LimitNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** Kysely's SQLite dialect on our own driver, which uses several connections at once. */
export const dialectOf = (driver: Driver): Dialect => ({
  createAdapter: () => new ConcurrentSqliteAdapter(),
  createDriver: () => driver,
  createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  createQueryCompiler: () => new QueryCompiler(),
})

/**
 * Wraps a limit in an expression. If the limit is a bare parameter, SQLite reads its value for planning, and so plans
 * the statement again at each run: 50 µs for a list of 10 items, which itself takes 18. It does not look into an
 * expression.
 */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode) {
    this.append('limit cast(')
    this.visitNode(limit)
    this.append(' as integer)')
  }
}

/** Differs from Kysely's own SQLite dialect. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  /** Queries may run on several connections at once. */
  override get supportsMultipleConnections() {
    return true
  }

  /** An interrupted migration leaves no traces: half a schema could never be migrated again. */
  override get supportsTransactionalDdl() {
    return true
  }
}
