import { type RawBuilder, sql } from 'kysely'
import { moreTrustedThan, type Reporter } from '#core/domain/requests/reporters.ts'

/** Sets `reported_by` of a row that this reporter changes to the less trusted of the two. */
export const reportedToo = (reporter: Reporter): { reported_by?: RawBuilder<Reporter> } => {
  const trustedMore = moreTrustedThan(reporter)
  const column = sql.ref<Reporter>('reported_by')
  return trustedMore.length === 0
    ? {}
    : {
        reported_by: sql<Reporter>`case when ${column} in (${sql.join(trustedMore)}) then ${sql.lit(reporter)} else ${column} end`,
      }
}
