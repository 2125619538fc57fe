import { seeded } from '#core/base/random.ts'
import { drawn, leastHits, SampleScreen, type Screened } from './sample-screen.ts'

/** Rows that represent all, with how often each was drawn. */
export interface SampledRows {
  rows: number[]
  times: Int32Array
  /**
   * A row with enough neighbors among all has this many draws of the sample near it, except once in a billion times.
   */
  least: number
}

/** The minimum number of draws, and how many of them the smallest cluster that counts is likely to have. */
const draws = { least: 10_000, ofSmallest: 40 }
/** The minimum ratio of rows to draws at which a sample saves time. */
const gain = 4

/**
 * Chooses the rows around which to look for clusters when looking around each would take too long: drawn by weight, so
 * that one of any cluster with enough weight is among them. The same weights give the same rows.
 *
 * @param needed the minimum weight of a cluster. @param most the maximum number of rows to look around.
 * @returns undefined when all rows can be looked around.
 */
export function sampleRows(weights: Int32Array, needed: number, most: number): SampledRows | undefined {
  const share = Math.min(needed / weights.reduce((sum, weight) => sum + weight, 0), 1 - 1e-9)
  const wanted = Math.max(draws.least, Math.ceil(draws.ofSmallest / share))
  if (weights.length <= Math.min(wanted * gain, most)) return undefined
  const size = Math.min(wanted, Math.max(draws.least, most))
  const sample = drawn(weights, size, seeded(weights.length))
  return { rows: [...sample.keys()], times: Int32Array.from(sample.values()), least: leastHits(size, share) }
}

/** The rows of a sample that may have enough neighbors among all, because they have enough in the sample. */
export function passing({ rows, threshold, weights, needed, isSame }: Screened): number[] {
  const all = Array.from(weights.keys())
  if (needed <= 1) return all
  const screen = new SampleScreen({ rows, threshold, weights, needed, isSame })
  const search = rows.search(threshold)
  return all.filter((row) => {
    if (!screen.passes(row)) return false
    const near = search.near(rows, row, weights, needed, row) ?? []
    return near.reduce((sum, other) => sum + (isSame(row, other) ? weights[other]! : 0), 0) >= needed
  })
}
