import type { Pool, TaskGroup } from '#core/base/pool.ts'
import type { Requester } from '#core/base/requester.ts'
import { findConflicts } from './conflicts.ts'
import { findDuplicates } from './duplicates.ts'
import { findNear } from './near.ts'
import { findCentroid, findRecommended } from './recommended.ts'
import { findShared } from './shared-statements.ts'
import { findSimilarities } from './similarities.ts'

/**
 * The comparisons of an organization's statements, by name. Each reads the items itself, so that little is copied
 * between threads.
 */
export const comparisons = {
  shared: findShared,
  duplicates: findDuplicates,
  conflicts: findConflicts,
  near: findNear,
  similarities: findSimilarities,
  centroid: findCentroid,
  recommended: findRecommended,
}
type Comparison = typeof comparisons

export type ComparisonWork = {
  [Name in keyof Comparison]: {
    input: Parameters<Comparison[Name]>[1]
    output: Awaited<ReturnType<Comparison[Name]>>
  }
}

const limits = {
  deadlineSeconds: 120,
  tooMuch: (taken: string) =>
    `Comparing these items takes ${taken}; raise the number of agents required or choose fewer items`,
  // Concurrent proposals of one organization's agents wait here, for a few milliseconds each.
  waiting: 50,
}
/** Comparing more statements, such as the 500 of a change request, takes seconds. */
const maxQuickStatements = 50

/** Checks for long tasks: comparisons of all items of an organization, or of many statements with them. */
const isLong = (name: keyof Comparison, input: object) =>
  name === 'shared' ||
  name === 'duplicates' ||
  ('statements' in input && (input.statements as readonly unknown[]).length > maxQuickStatements)

/**
 * Compares statements in threads that read the database themselves. One call compares one category or some layers, so
 * that organizations take turns between calls.
 */
export class Comparisons {
  readonly #tasks: { quick: TaskGroup<ComparisonWork>; long: TaskGroup<ComparisonWork> }

  /** @param pool the threads that read the database. */
  constructor(pool: Pool) {
    this.#tasks = {
      quick: pool.tasks('comparisons', limits),
      long: pool.tasks('comparisons', { ...limits, isLong: true }),
    }
  }

  run<Name extends keyof Comparison>(name: Name, input: ComparisonWork[Name]['input'], requester: Requester) {
    return this.#tasks[isLong(name, input) ? 'long' : 'quick'].run(name, input, requester)
  }
}
