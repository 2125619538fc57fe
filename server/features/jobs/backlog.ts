import type { Database } from '../../db/connect.ts'

/** More unfinished jobs are not counted, so that reading them stays quick. */
const maxCounted = 5000

/** The jobs of all organizations that have not ended, by type and status, with the time at which the oldest was created. */
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
