import type { Cluster, ClusterSearch } from '../../domain/clusters.ts'
import { Thread } from '../../thread.ts'

export interface ClusterWork {
  findClusters: { input: ClusterSearch[]; output: Cluster[][] }
}

const thread = new Thread<ClusterWork>(new URL('./cluster-worker.ts', import.meta.url))

/** `findClusters` for each search, in order, in a thread. The vectors move to the thread and are gone here. */
export const findClustersInThread = (searches: ClusterSearch[]): Promise<Cluster[][]> =>
  thread.run(
    'findClusters',
    searches,
    searches.map(({ rows }) => rows.buffer as ArrayBuffer),
  )
