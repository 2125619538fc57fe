import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import type { JobType } from '../domain/jobs.ts'
import { claimJob, failAbandonedJobs, runJob } from '../features/jobs/lease.ts'
import { fireIfDue } from '../features/jobs/schedules.ts'
import { handlers } from './handlers.ts'
import { schedules } from './schedules.ts'

/** Jobs that one process runs at a time; most of them wait for a language model or for GitHub. */
const slots = 4
/** How long an idle slot waits before it looks again, in milliseconds. */
const pollMs = 1000
/** How long a stop waits for running jobs, in milliseconds; the lease of one that takes longer ends by itself. */
const drainMs = 10_000

const types = Object.keys(handlers) as JobType[]
/** Syncs of slow places may take an hour; one slot is never theirs, so that the rest goes on. */
const typesBesideSyncs = types.filter((type) => type !== 'sync')
const never = new AbortController().signal

/** Claims one job and runs it to the end of the attempt; false when none is due. */
export async function runNextJob(deps: Deps, stopping: AbortSignal = never, claimed = types): Promise<boolean> {
  const job = await claimJob(deps, claimed)
  if (!job) return false
  await runJob(deps, job, handlers[job.type]!, stopping)
  return true
}

/** Runs jobs one after the other until none is due. */
export async function runDueJobs(deps: Deps): Promise<void> {
  while (await runNextJob(deps)) await failAbandonedJobs(deps)
}

/** Fires what is due by the clock, and ends jobs whose processes died too often. */
export async function runSchedules(deps: Deps): Promise<void> {
  await failAbandonedJobs(deps)
  for (const schedule of schedules) {
    try {
      await fireIfDue(deps, schedule)
    } catch (error) {
      deps.log.error({ err: error, schedule: schedule.name }, 'a schedule failed to run; it will be tried again')
    }
  }
}

/** Waits between two looks for jobs, at most so many milliseconds; rejects when the signal aborts. */
type Idle = (maxMs: number, signal: AbortSignal) => Promise<unknown>

const byTheClock = (): Idle => (maxMs, signal) => sleep(maxMs, undefined, { signal })

/**
 * Works until it is stopped. Stopping gives running jobs back to the queue at their next step, and waits for that,
 * within bounds. `newIdle` gives each slot its way to wait for work.
 */
export function startWorker(service: Deps, newIdle: () => Idle = byTheClock): { stop(): Promise<void> } {
  const deps = { ...service, db: service.jobsDb }
  const stopping = new AbortController()
  const repeat = async (step: () => Promise<boolean | undefined>, idle: Idle) => {
    while (!stopping.signal.aborted) {
      let again: boolean | undefined
      try {
        again = await step()
      } catch (error) {
        // A database that does not answer, or another worker that was quicker: look again later.
        deps.log.warn({ err: error }, 'the worker could not claim a job')
      }
      if (!again) await idle(pollMs, stopping.signal).catch(() => {})
    }
  }
  const loops = [
    repeat(async () => {
      await runSchedules(deps)
      return false
    }, byTheClock()),
    ...Array.from({ length: slots }, (_, slot) =>
      repeat(() => runNextJob(deps, stopping.signal, slot === 0 ? typesBesideSyncs : types), newIdle()),
    ),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.race([Promise.all(loops), sleep(drainMs, undefined, { ref: false })])
    },
  }
}
