import { Worker } from 'node:worker_threads'
import type { Cluster, ClusterSearch } from '../domain/clusters.ts'

/**
 * Vectors are compared in a thread of their own, so that requests do not wait for it. There is one for the process,
 * whoever asks: comparisons stand in line instead of taking every core.
 */
let thread: Worker | undefined
let waiting: { resolve(clusters: Cluster[][]): void; reject(error: Error): void }[] = []

/** `findClusters` for each search, in order. The vectors move to the thread and are gone here. */
export function findClustersInThread(searches: ClusterSearch[]): Promise<Cluster[][]> {
  thread ??= startThread()
  const { promise, resolve, reject } = Promise.withResolvers<Cluster[][]>()
  waiting.push({ resolve, reject })
  // An idle thread must not keep the process alive; a busy one must.
  thread.ref()
  thread.postMessage(
    searches,
    searches.map(({ rows }) => rows.buffer as ArrayBuffer),
  )
  return promise
}

function startThread(): Worker {
  const started = new Worker(new URL('./cluster-worker.ts', import.meta.url))
  started.on('message', (clusters: Cluster[][]) => {
    waiting.shift()?.resolve(clusters)
    if (waiting.length === 0) started.unref()
  })
  started.on('error', (error: Error) => {
    const lost = waiting
    thread = undefined
    waiting = []
    for (const { reject } of lost) reject(error)
  })
  return started
}
