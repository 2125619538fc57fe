import type { Tasks } from '#core/base/task-runner.ts'
import type { Database } from '../../db/connect.ts'
import { RowCache } from '../vectors/row-cache.ts'
import type { CompareContext } from '../vectors/statement-rows.ts'
import { type ComparisonWork, comparisons } from './comparisons.ts'

/** Binds the comparisons to the database and the embedding, without the service's writers. */
export function comparisonsWork(db: Database, local: CompareContext['local']): Tasks<ComparisonWork> {
  const ctx: CompareContext = { db, local, rowCache: new RowCache(local) }
  return Object.fromEntries(
    Object.entries(comparisons).map(([name, find]) => [name, (input: never) => find(ctx, input)]),
  ) as unknown as Tasks<ComparisonWork>
}
