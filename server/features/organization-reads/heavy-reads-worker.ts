import { workerData } from 'node:worker_threads'
import { compressJsonHere } from '../../base/compressed-json.ts'
import { serveThread, type Tasks } from '../../base/thread.ts'
import { openReader } from '../../db/connect.ts'
import { answerRead, type ReadWork, reads } from './heavy-reads.ts'

/** The thread behind `heavy-reads.ts`. */

const db = openReader(workerData.dataDir)

type Input = { now: string; orgId: string; agentView?: string | undefined }

const answer = (name: keyof typeof reads, { now, agentView, ...input }: Input): Promise<Uint8Array> =>
  answerRead(name, { db, now: () => new Date(now) }, input as never, agentView)

/** Each read by its name, with the time of the request that asks. */
const tasks = Object.fromEntries(
  Object.keys(reads).map((name) => [name, (input: Input) => answer(name as keyof typeof reads, input)]),
) as unknown as Tasks<ReadWork>

serveThread<ReadWork>({
  ...tasks,
  largeOverview: async ({ largeBytes, ...input }) => {
    const json = await answer('overview', input)
    return json.byteLength > largeBytes ? compressJsonHere(json) : json
  },
})
