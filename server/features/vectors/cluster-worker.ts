import { findClusters } from '../../domain/clusters.ts'
import { serveThread } from '../../thread.ts'
import type { ClusterWork } from './cluster-thread.ts'

/** The thread behind `cluster-thread.ts`. */
serveThread<ClusterWork>({ findClusters: (searches) => searches.map(findClusters) })
