import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'

/** Selects the items of an organization that are neither hidden nor rejected. */
export const visibleItems = (db: Database, orgId: string) =>
  db
    .selectFrom('items')
    .where('org_id', '=', orgId)
    // A literal: SQLite does not know the value of a parameter when it chooses an index.
    .where('status', '<>', sql.lit('rejected'))
    .where((eb) => eb.not(eb.ref('hidden')))
