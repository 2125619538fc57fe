import type { Cluster, ClusterSearch } from '../domain/clusters.ts'
import { Thread } from '../thread.ts'

const thread = new Thread<ClusterSearch[], Cluster[][]>(new URL('./cluster-worker.ts', import.meta.url))

/** `findClusters` for each search, in order, in a thread. The vectors move to the thread and are gone here. */
export const findClustersInThread = (searches: ClusterSearch[]): Promise<Cluster[][]> =>
  thread.run(
    searches,
    searches.map(({ rows }) => rows.buffer as ArrayBuffer),
  )
