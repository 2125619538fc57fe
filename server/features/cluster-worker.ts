import { parentPort } from 'node:worker_threads'
import { type ClusterSearch, findClusters } from '../domain/clusters.ts'

/** The thread behind `cluster-thread.ts`: answers each message with one, in order. */
parentPort!.on('message', (searches: ClusterSearch[]) => parentPort!.postMessage(searches.map(findClusters)))
