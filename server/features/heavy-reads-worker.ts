import { workerData } from 'node:worker_threads'
import { openReader } from '../db/connect.ts'
import { serveThread } from '../thread.ts'
import { encode, type ReadWork, reads } from './heavy-reads.ts'

/** The thread behind `heavy-reads.ts`. */

const db = openReader(workerData.dataDir)
const contextAt = (now: string) => ({ db, now: () => new Date(now) })

serveThread<ReadWork>({
  agents: async ({ now, ...input }) => encode(await reads.agents(contextAt(now), input)),
  overview: async ({ now, ...input }) => encode(await reads.overview(contextAt(now), input)),
  preview: async ({ now, ...input }) => encode(await reads.preview(contextAt(now), input)),
  scan: async ({ now, ...input }) => encode(await reads.scan(contextAt(now), input)),
  summary: async ({ now, ...input }) => encode(await reads.summary(contextAt(now), input)),
  search: async ({ now, ...input }) => encode(await reads.search(contextAt(now), input)),
})
