import { compareStrings } from '../../base/strings.ts'
import { SampleScreen } from '../vectors/sample-screen.ts'
import type { VectorRows } from '../vectors/vector-rows.ts'
import { bindAlike } from './binding.ts'
import { mayBeSame, nameOthers } from './opposites.ts'

export interface ClusterSearch {
  rows: VectorRows
  /** Cosine from which two rows are the same, if their statements may be. */
  threshold: number
  /** What each row says. */
  statements: readonly string[]
  /** Which rows come first: the lowest. Equals come in alphabetical order; the most central of them is the center. */
  ranks: readonly number[]
  /** Who holds each row's statement, by number; at least one. */
  holders: readonly (readonly number[])[]
  /** Distinct holders that a cluster needs. */
  minHolders: number
  /**
   * The cosine below which what is the same must bind alike too (`bindAlike`), infinity where all but one of a cluster
   * is lost; none when absent.
   */
  strictBelow?: number
  /** The rows around which clusters are looked for first; all of them when absent. */
  candidates?: readonly number[] | undefined
}

/** How many others of a cluster are asked whether they are a better center. */
const maxRivals = 100

export interface Cluster {
  /** The row that speaks for the cluster. */
  center: number
  /** Ascending, the center included. */
  members: number[]
}

/**
 * Which rows say the same, often enough. Two rows are the same when their cosine reaches the threshold and their
 * statements are neither opposites (`mayBeSame`) nor name different things (`nameOthers`), which vectors do not tell. The cluster of a row is every row that no
 * cluster has yet and that is the same as it; it counts when it has `minHolders` distinct holders. Rows are asked in
 * their order. In the first cluster that counts, of the rows of the lowest rank, the one nearest to the middle whose own
 * cluster counts is the center, and its cluster is taken; so on until no row is left.
 *
 * Every member is thus the same as the center itself: whatever is said of the center is true of each of them, which a
 * chain of rows that resemble their neighbors could not promise.
 *
 * Of many rows, those without enough neighbors are told by samples (`SampleScreen`), so that the time does not grow
 * with their square.
 */
export function findClusters(wanted: ClusterSearch): Cluster[] {
  const { rows, threshold, statements, ranks, holders, minHolders, candidates } = wanted
  const isSame = sameness(wanted)
  const inOrder = (a: number, b: number) =>
    ranks[a]! - ranks[b]! || compareStrings(statements[a]!, statements[b]!) || a - b
  // How many hold each row's statement; none once a cluster has taken the row.
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

/** Whether two rows that are near each other are the same: what they say does not speak against it. */
export function sameness({
  rows,
  statements,
  strictBelow,
}: Pick<ClusterSearch, 'rows' | 'statements' | 'strictBelow'>) {
  const vector = new Float32Array(rows.dimensions)
  return (a: number, b: number): boolean => {
    const [one, other] = [statements[a]!, statements[b]!]
    if (one === other) return true
    if (!mayBeSame(one, other) || nameOthers(one, other)) return false
    if (strictBelow === undefined || bindAlike(one, other)) return true
    return rows.product(b, rows.read(a, vector)) >= strictBelow
  }
}
