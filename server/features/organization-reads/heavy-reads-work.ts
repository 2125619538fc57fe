import { compressJson } from '#core/base/compressed-json.ts'
import type { Tasks } from '#core/base/task-runner.ts'
import type { Database } from '../../db/connect.ts'
import { answerRead, type ReadWork, reads } from './heavy-reads.ts'

type Input = { now: string; orgId: string; agentView?: string | undefined }

/** Runs each heavy read by its name, at the time of the request. */
export function heavyReadsWork(db: Database): Tasks<ReadWork> {
  const answer = (name: keyof typeof reads, { now, agentView, ...input }: Input): Promise<Uint8Array> =>
    answerRead(name, { db, now: () => new Date(now) }, input as never, agentView)
  const tasks = Object.fromEntries(
    Object.keys(reads).map((name) => [name, (input: Input) => answer(name as keyof typeof reads, input)]),
  ) as unknown as Tasks<ReadWork>
  return {
    ...tasks,
    largeOverview: async ({ largeBytes, ...input }) => {
      const json = await answer('overview', input)
      return json.byteLength > largeBytes ? compressJson(json) : json
    },
  }
}
