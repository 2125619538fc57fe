import { workerData } from 'node:worker_threads'
import { openReader } from '../db/connect.ts'
import { serveThread, type Tasks } from '../thread.ts'
import { encode, type ReadWork, reads, seenBy } from './heavy-reads.ts'

/** The thread behind `heavy-reads.ts`. */

const db = openReader(workerData.dataDir)

/** Each read by its name, with the time of the request that asks. */
const tasks = Object.entries(reads).map(([name, read]) => [
  name,
  async ({ now, agentView, ...input }: { now: string; orgId: string; agentView?: string }) =>
    encode(await read({ db: seenBy(db, input.orgId, agentView), now: () => new Date(now) }, input as never)),
])

serveThread<ReadWork>(Object.fromEntries(tasks) as Tasks<ReadWork>)
