import type { Kysely } from 'kysely'

/**
 * Removes what only the gathering of short messages read (docs/explanation/decisions/062).
 *
 * Breaking: replicas of the version before write the column with every observation.
 */
export const observationsNotGathered = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('observations_said').execute()
    await db.schema.alterTable('observations').dropColumn('brief').execute()
  },
})
