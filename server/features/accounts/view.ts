import type { Caller } from '#core/domain/requests/caller.ts'
import { hasView, viewFor } from '../../db/caller-view.ts'
import { PreparedQueries } from '../../db/prepared-queries.ts'
import type { Ctx, Deps } from '../../deps.ts'

/** Returns the parts of a context that restrict what a caller sees; undefined for a caller who sees everything. */
export function viewOf(deps: Deps, caller: Caller): Pick<Ctx, 'db' | 'queries' | 'counts'> | undefined {
  if (!hasView(caller)) return undefined
  const db = viewFor(deps.db, caller)
  // Counts of other callers may include rows that this caller may not count.
  return { db, queries: new PreparedQueries(db), counts: undefined }
}
