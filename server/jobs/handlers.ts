import type { Ctx } from '../deps.ts'
import type { JobType } from '../domain/jobs.ts'
import { consensusJob } from '../features/consensus-schedule.ts'
import { backfill, discover } from '../features/discovery.ts'
import type { JobRun } from '../features/job-runs.ts'
import { syncSourcesOfAgent } from '../features/source-schedule.ts'

/** Does one attempt of a job and returns its `result`. Running it twice must do no harm (decisions 7). */
export type Handler = (ctx: Ctx, run: JobRun) => Promise<Record<string, unknown>>

export const handlers: Partial<Record<JobType, Handler>> = {
  pbd: discover,
  backfill,
  sync: syncSourcesOfAgent,
  consensus: consensusJob,
}
