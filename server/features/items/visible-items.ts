import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'

/** The items of an organization that say something: hidden and rejected ones do not. */
export const visibleItems = (db: Database, orgId: string) =>
  db
    .selectFrom('items')
    .where('org_id', '=', orgId)
    // Not a parameter, whose value SQLite does not know when it looks for an index.
    .where('status', '<>', sql.lit('rejected'))
    .where((eb) => eb.not(eb.ref('hidden')))
