import type { Kysely } from 'kysely'

/** The words in which a note of a coding tool stated an item that a change request adds. */
export const additionQuotes = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('proposed_changes').addColumn('quote', 'text').execute()
  },
})
