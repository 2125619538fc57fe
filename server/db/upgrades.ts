import { dirname } from 'node:path'
import { wallClock } from '#core/base/clock.ts'
import { version } from '#core/base/version.ts'
import type { Database } from './connect.ts'

/** The way back from an upgrade: a backup before the schema changes, and a refusal by older versions that names it. */

/** Writes a backup of the database and returns its path. */
export type BackUp = () => Promise<string>

/**
 * Backs up the database before its schema changes.
 *
 * @throws one line with the way out if the backup fails; the schema is unchanged then.
 */
export async function backUpFirst(backUp: BackUp): Promise<string> {
  try {
    return await backUp()
  } catch (error) {
    throw new Error(
      `The database needs an upgrade to version ${version}, and could not be backed up before it: ` +
        `${(error as Error).message} Or make a backup of your own and set UPGRADE_BACKUP=off for this start.`,
      { cause: error },
    )
  }
}

/** Notes which version changed the schema, up to which migration, and where the backup from before is. */
export const noteUpgrade = (db: Database, migration: string, backup: string | null) =>
  db.insertInto('upgrades').values({ at: wallClock().toISOString(), version, migration, backup }).execute()

/**
 * Refuses a schema of a newer version, which this one would misread, and must not write.
 *
 * @param unknown the first migration that this version does not know.
 * @throws always: both versions, and the command that goes back if there is a backup.
 */
export async function refuseNewer(db: Database, unknown: string): Promise<never> {
  // Nothing is noted if the upgrade was interrupted after its migrations, or the version that made it did not note any.
  const upgrades = await db
    .selectFrom('upgrades')
    .select(['version', 'backup'])
    .where('migration', '>=', unknown)
    .orderBy('at')
    .execute()
    .catch(() => [])
  const newer = upgrades.length > 0 ? `version ${upgrades.at(-1)!.version}` : 'a newer version'
  const backup = upgrades[0]?.backup
  const wayBack = backup
    ? `run \`agent-identity restore ${backup} --data-dir ${dirname(backup)}\` to go back to the state before the upgrade`
    : 'restore a backup that was made before the upgrade (docs/how-to/back-up.md)'
  throw new Error(
    `This database was upgraded by ${newer} of the service, and this is version ${version}, which does not ` +
      `know its migration ${unknown}. Start the newer version, or ${wayBack}.`,
  )
}
