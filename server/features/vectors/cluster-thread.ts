import type { Asker } from '../../domain/asker.ts'
import type { Cluster, ClusterSearch } from '../../domain/clusters.ts'
import { Thread } from '../../thread.ts'

export interface ClusterWork {
  findClusters: { input: ClusterSearch[]; output: Cluster[][] }
}

const thread = new Thread<ClusterWork>(new URL('./cluster-worker.ts', import.meta.url), {
  deadlineSeconds: 120,
  tooLong: 'Comparing these items takes longer than 120 seconds; choose fewer of them',
})

/** `findClusters` for each search, in order, in a thread. The vectors move to the thread and are gone here. */
export const findClustersInThread = (searches: ClusterSearch[], asker: Asker): Promise<Cluster[][]> =>
  thread.run(
    'findClusters',
    searches,
    asker,
    searches.map(({ rows }) => rows.buffer as ArrayBuffer),
  )
