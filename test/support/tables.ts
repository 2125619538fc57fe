import { sql } from 'kysely'
import type { Service } from './service.ts'

/** The number of rows in every table that the migrations made, whatever it is called. */
export async function rowCounts({ deps: { db } }: Service): Promise<Record<string, number>> {
  // The index of searches follows the tables that it reads, and its rows are not records.
  const tables = (await db.introspection.getTables()).filter(({ name }) => !/^(kysely|search)_/.test(name))
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
    counts[name] = Number(rows[0]!.count)
  }
  return counts
}
