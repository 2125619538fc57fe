import type { Kysely } from 'kysely'

/** Removes what only the gathering of short messages read (docs/decisions/062). */
export const observationsNotGathered = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('observations_said').execute()
    await db.schema.alterTable('observations').dropColumn('brief').execute()
  },
})
