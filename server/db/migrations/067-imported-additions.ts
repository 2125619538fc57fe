import type { Kysely } from 'kysely'

/** The file and its line that a change request's addition was imported from. */
export const importedAdditions = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('proposed_changes').addColumn('file', 'text').execute()
    await db.schema.alterTable('proposed_changes').addColumn('line', 'integer').execute()
  },
})
