import type { Database } from '../../db/connect.ts'

/** Jobs above this number are not counted, so that reading the counts stays quick. */
const maxCounted = 5000

/** Counts unfinished jobs of all organizations by type and status, with the creation time of the oldest. */
export const jobBacklog = (db: Database) =>
  db
    .selectFrom(
      db
        .selectFrom('jobs')
        .select(['type', 'status', 'created_at'])
        .where('finished_at', 'is', null)
        .limit(maxCounted)
        .as('unfinished'),
    )
    .select(({ fn }) => ['type', 'status', fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .groupBy(['type', 'status'])
    .execute()
