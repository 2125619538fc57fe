import { hasView, viewFor } from '../../db/caller-view.ts'
import { KnownCounts } from '../../db/embedded/known-counts.ts'
import { PreparedQueries } from '../../db/prepared-queries.ts'
import type { Ctx, Deps } from '../../deps.ts'
import type { Caller } from '../../domain/requests/caller.ts'

/** The parts of a context that a caller sees less with than others; undefined for one who sees everything. */
export function viewOf(deps: Deps, caller: Caller): Pick<Ctx, 'db' | 'queries' | 'counts'> | undefined {
  if (!hasView(caller)) return undefined
  const db = viewFor(deps.db, caller)
  // What others counted is not what this caller may count.
  return { db, queries: new PreparedQueries(db), counts: new KnownCounts(() => undefined) }
}
