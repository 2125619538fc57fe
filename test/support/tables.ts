import { sql } from 'kysely'
import type { Service } from './service.ts'

/** The number of rows in every table that the migrations made, whatever it is called. */
export async function rowCounts({ deps: { db, identities } }: Service): Promise<Record<string, number>> {
  // Documents are stored a moment after they were read.
  await identities.documents.flush()
  // SQLite keeps a full-text index in tables of its own, whose rows are no records.
  const tables = (await db.introspection.getTables()).filter(({ name }) => !/^(kysely|search_words)_/.test(name))
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
    counts[name] = Number(rows[0]!.count)
  }
  return counts
}
