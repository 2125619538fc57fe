import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { bytesType, type Engine, idType, jsonType, timestampType } from '../values.ts'

export type Builder = CreateTableBuilder<string, string>

/** Helpers of migrations: the column types of the engine, and the common columns of the tables of a tenant. */
export const schemaTools = (db: Kysely<unknown>, engine: Engine) => {
  const id = sql.raw(idType[engine])
  const timestamp = sql.raw(timestampType[engine])
  const json = sql.raw(jsonType[engine])
  const bytes = sql.raw(bytesType[engine])

  const oneOf = (column: string, values: readonly string[]) =>
    sql<boolean>`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`

  /** A table of a tenant: it belongs to an organization, is found by (org_id, id), and goes with the organization. */
  const tenantTable = (name: string): Builder =>
    (db.schema.createTable(name) as Builder)
      .addColumn('org_id', id, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('id', id, (c) => c.notNull())
      .addColumn('created_at', timestamp, (c) => c.notNull())
      .addPrimaryKeyConstraint(`${name}_pkey`, ['org_id', 'id'])

  /** A reference within the organization; rows go with what they hang on. */
  const belongsTo = (table: string, column: string, target: string) => (builder: Builder) =>
    builder.addForeignKeyConstraint(`${table}_${column}_fkey`, ['org_id', column], target, ['org_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )

  return { id, timestamp, json, bytes, oneOf, tenantTable, belongsTo }
}
