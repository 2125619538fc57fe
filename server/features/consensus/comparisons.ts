import type { Asker } from '../../base/asker.ts'
import { Thread } from '../../base/thread.ts'
import { findConflicts } from './conflicts.ts'
import { findDuplicates } from './duplicates.ts'
import { findNear } from './near.ts'
import { findCentroid, findRecommended } from './recommended.ts'
import { findShared } from './shared-statements.ts'
import { findSimilarities } from './similarities.ts'

/** What compares an organization's statements, by name. Each reads what it compares, so that little travels. */
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

const deadlineSeconds = 120
/** A comparison leaves 40 MB in its thread (measured), and the next one is rarely soon. */
const idleSeconds = 1
/** Agents of one organization that propose at the same time wait here, a few milliseconds each. */
const waiting = 50

/**
 * Compares statements in threads that read the database themselves. A run asks for one category or some layers at a
 * time, so that organizations take turns after each; one comparison of an organization runs at a time.
 */
export class Comparisons {
  readonly #thread: Thread<ComparisonWork>

  /** @param data what the script needs to open the database. */
  constructor(script: URL, data: unknown) {
    this.#thread = new Thread(script, {
      deadlineSeconds,
      tooLong: `Comparing these items takes longer than ${deadlineSeconds} seconds; raise the number of agents required or choose fewer items`,
      threads: 2,
      running: 1,
      waiting,
      idleSeconds,
      data,
    })
  }

  run<Name extends keyof Comparison>(name: Name, input: ComparisonWork[Name]['input'], asker: Asker) {
    return this.#thread.run(name, input, asker)
  }

  async close(): Promise<void> {
    await this.#thread.close()
  }
}
