import type { JobType } from '#core/domain/requests/jobs.ts'
import type { Ctx } from '../deps.ts'
import { makeAvatar } from '../features/agents/avatars.ts'
import { dedupJob } from '../features/consensus/dedup.ts'
import { consensusJob } from '../features/consensus/schedule.ts'
import { backfillAgent, backfillOrganization } from '../features/discovery/backfill.ts'
import { discover } from '../features/discovery/discovery.ts'
import type { JobRun } from '../features/jobs/lease.ts'
import { syncSourcesOfAgent } from '../features/sync/schedule.ts'
import { releaseJob } from '../features/versions/release-job.ts'

/** Runs one attempt of a job and returns its `result`. Running it twice must be harmless (behavior: Jobs). */
export type Handler = (ctx: Ctx, run: JobRun) => Promise<Record<string, unknown>>

export const handlers: Partial<Record<JobType, Handler>> = {
  pbd: discover,
  backfill: (ctx, run) => (run.job.agent_id === null ? backfillOrganization(ctx, run) : backfillAgent(ctx, run)),
  sync: syncSourcesOfAgent,
  consensus: consensusJob,
  dedup: dedupJob,
  avatar: makeAvatar,
  label: releaseJob,
}
