import { bindAlike } from './binding.ts'
import { mayBeSame } from './opposites.ts'
import { RangeIndex, type VectorRows } from './range-index.ts'
import { addTo, dot } from './similarity.ts'

export interface ClusterSearch extends VectorRows {
  /** Cosine from which two rows are the same, if their statements may be. */
  threshold: number
  /** What each row says. */
  statements: readonly string[]
  /** Which rows come first: ascending, one for each row. Among equals the most central one is the center. */
  ranks: readonly number[]
  /** Who holds each row's statement, by number; at least one. */
  holders: readonly (readonly number[])[]
  /** Distinct holders that a cluster needs. */
  minHolders: number
  /** Whether what is the same must bind alike too (`bindAlike`): where all but one of a cluster is lost. */
  isStrict?: boolean
}

export interface Cluster {
  /** The row that speaks for the cluster. */
  center: number
  /** Ascending, the center included. */
  members: number[]
}

/**
 * Which rows say the same, often enough. Two rows are the same when their cosine reaches the threshold and their
 * statements are not opposites (`mayBeSame`), which vectors do not tell. The cluster of a row is every row that no
 * cluster has yet and that is the same as it; it counts when it has `minHolders` distinct holders. Rows are asked in
 * their order. In the first cluster that counts, of the rows of the same rank, the one nearest to the middle whose own
 * cluster counts is the center, and its cluster is taken; so on until no row is left.
 *
 * Every member is thus the same as the center itself: whatever is said of the center is true of each of them, which a
 * chain of rows that resemble their neighbors could not promise.
 */
export function findClusters(search: ClusterSearch): Cluster[] {
  const { rows, dimensions, threshold, statements, ranks, holders, minHolders, isStrict } = search
  const isSame = (a: string, b: string) => mayBeSame(a, b) && (!isStrict || bindAlike(a, b))
  const index = new RangeIndex({ rows, dimensions }, threshold)
  // How many hold each row's statement; none once a cluster has taken the row.
  const weights = Int32Array.from(holders, ({ length }) => length)

  const clusterOf = (center: number): Cluster | undefined => {
    const near = index.near(center, weights, minHolders)
    const members = near?.filter((row) => isSame(statements[center]!, statements[row]!))
    // A holder of two rows was counted twice.
    const distinct = new Set(members?.flatMap((row) => holders[row]!))
    return members && distinct.size >= minHolders ? { center, members } : undefined
  }

  const mostCentral = (first: Cluster): Cluster => {
    const middle = new Float32Array(dimensions)
    for (const row of first.members) for (const _ of holders[row]!) addTo(middle, index.row(row))
    const rivals = first.members
      .filter((row) => ranks[row] === ranks[first.center])
      // Two rows are equally far from their middle, and rounding must not decide between them.
      .map((row) => ({ row, closeness: Math.round(dot(middle, index.row(row)) * 1e5) }))
      .sort((a, b) => b.closeness - a.closeness || a.row - b.row)
    for (const { row } of rivals) {
      const cluster = row === first.center ? first : clusterOf(row)
      if (cluster) return cluster
    }
    return first
  }

  const clusters: Cluster[] = []
  for (let row = 0; row < index.size; row++) {
    const first = weights[row] === 0 ? undefined : clusterOf(row)
    if (!first) continue
    const cluster = mostCentral(first)
    for (const member of cluster.members) weights[member] = 0
    clusters.push(cluster)
  }
  return clusters
}
