import { type ClusterSearch, findClusters } from '../domain/clusters.ts'
import { serveThread } from '../thread.ts'

/** The thread behind `cluster-thread.ts`. */
serveThread((searches: ClusterSearch[]) => searches.map(findClusters))
