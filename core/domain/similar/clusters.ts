import { compareStrings } from '#core/base/strings.ts'
import { SampleScreen } from '../vectors/sample-screen.ts'
import type { VectorRows } from '../vectors/vector-rows.ts'
import { mayReplace } from './binding.ts'

export interface ClusterSearch {
  rows: VectorRows
  /** The cosine from which two rows are equivalent, if their statements may be. */
  threshold: number
  /** The statement of each row. */
  statements: readonly string[]
  /** The order of rows, lowest first. Equals come in alphabetical order; the most central of them is the center. */
  ranks: readonly number[]
  /** The holders of each row's statement, by number; at least one. */
  holders: readonly (readonly number[])[]
  /** The number of distinct holders that a cluster needs. */
  minHolders: number
  /**
   * The cosine below which equivalent statements must also bind alike (`bindAlike`); infinity if all but one of a
   * cluster is lost; never checked if absent.
   */
  strictBelow?: number
  /** The rows around which clusters are looked for first; all of them if absent. */
  candidates?: readonly number[] | undefined
}

/** How many other members of a cluster are considered as a better center. */
const maxRivals = 100

export interface Cluster {
  /** The representative row of the cluster. */
  center: number
  /** Ascending, the center included. */
  members: number[]
}

/**
 * Finds groups of rows with equivalent statements that enough holders share. Two rows are equivalent when their cosine
 * reaches the threshold and their statements are neither opposites (`mayBeSame`) nor name different things
 * (`nameOthers`), which vectors do not show. The cluster of a row is every equivalent row that has no cluster yet; it
 * counts when it has `minHolders` distinct holders. Rows are visited in their order. In the first cluster that counts,
 * among the rows of the lowest rank, the one nearest to the middle whose own cluster counts is the center, and its
 * cluster is taken; this repeats until no row is left.
 *
 * Every member is thus equivalent to the center itself: a statement about the center is true of each of them, which a
 * chain of rows that resemble their neighbors could not guarantee.
 *
 * Among many rows, samples rule out those without enough neighbors (`SampleScreen`), so that the time does not grow
 * with their square.
 */
export function findClusters(wanted: ClusterSearch): Cluster[] {
  const { rows, threshold, statements, ranks, holders, minHolders, candidates } = wanted
  const isSame = sameness(wanted)
  const inOrder = (a: number, b: number) =>
    ranks[a]! - ranks[b]! || compareStrings(statements[a]!, statements[b]!) || a - b
  // The number of holders of each row's statement; 0 once a cluster has taken the row.
  const weights = Int32Array.from(holders, ({ length }) => length)
  const screen = candidates ? undefined : new SampleScreen({ rows, threshold, weights, needed: minHolders, isSame })
  const failed = new Set<number>()
  const search = rows.search(threshold)

  const clusterOf = (center: number): Cluster | undefined => {
    if (screen?.passes(center) === false) return undefined
    const members = search.near(rows, center, weights, minHolders, center)?.filter((row) => isSame(center, row))
    // A holder of two rows was counted twice.
    const distinct = new Set(members?.flatMap((row) => holders[row]!))
    if (members && distinct.size >= minHolders) return { center, members }
    failed.add(center)
    return undefined
  }

  const mostCentral = (first: Cluster): Cluster => {
    const middle = new Float64Array(rows.dimensions)
    for (const row of first.members) rows.addTo(middle, row, holders[row]!.length)
    const rivals = first.members
      .filter((row) => ranks[row]! <= ranks[first.center]! && !failed.has(row))
      // Two rows are equally far from their middle, and rounding must not decide between them.
      .map((row) => ({ row, closeness: Math.round(rows.product(row, middle) * 1e5) }))
      .sort((a, b) => ranks[a.row]! - ranks[b.row]! || b.closeness - a.closeness || inOrder(a.row, b.row))
    for (const { row } of rivals.slice(0, maxRivals)) {
      const cluster = row === first.center ? first : clusterOf(row)
      if (cluster) return cluster
    }
    return first
  }

  const clusters: Cluster[] = []
  const asked = candidates ?? [...holders.keys()].filter((row) => screen!.passes(row))
  for (const row of asked.toSorted(inOrder)) {
    const first = weights[row] === 0 ? undefined : clusterOf(row)
    if (!first) continue
    const cluster = mostCentral(first)
    for (const member of cluster.members) weights[member] = 0
    clusters.push(cluster)
  }
  return clusters
}

/** Whether two near rows are equivalent: their statements do not contradict it. */
export function sameness({
  rows,
  statements,
  strictBelow,
}: Pick<ClusterSearch, 'rows' | 'statements' | 'strictBelow'>) {
  const vector = new Float32Array(rows.dimensions)
  return (a: number, b: number): boolean => {
    const [one, other] = [statements[a]!, statements[b]!]
    if (one === other) return true
    if (mayReplace(one, other)) return true
    if (strictBelow === undefined) return mayReplace(one, other, true)
    return rows.product(b, rows.read(a, vector)) >= strictBelow && mayReplace(one, other, true)
  }
}
