import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import type { JobType } from '../domain/requests/jobs.ts'
import { claimJob, failAbandonedJobs, runJob } from '../features/jobs/lease.ts'
import { fireIfDue } from '../features/jobs/schedules.ts'
import { handlers } from './handlers.ts'
import { schedules } from './schedules.ts'

/** Jobs that one process runs at a time; most of them wait for a language model or for GitHub. */
const slots = 4
/** How long an idle worker waits before it looks again, in milliseconds. */
const pollMs = 1000
/** How long a stop waits for running jobs, in milliseconds; the lease of one that takes longer ends by itself. */
const drainMs = 10_000

const types = Object.keys(handlers) as JobType[]
/** Syncs of slow places may take an hour; one slot is always left to the rest. */
const typesBesideSyncs = types.filter((type) => type !== 'sync')
const never = new AbortController().signal

type Claimed = Awaited<ReturnType<typeof claimJob>>

/** Runs jobs one after the other until none is due. */
export async function runDueJobs(deps: Deps): Promise<void> {
  for (let job = await claimJob(deps, types); job; job = await claimJob(deps, types)) {
    await runJob(deps, job, handlers[job.type]!, never)
    await failAbandonedJobs(deps)
  }
}

/** Fires what is due by the clock, and ends jobs whose processes died too often. */
export async function runSchedules(deps: Deps): Promise<void> {
  await failAbandonedJobs({ ...deps, db: deps.queueDb })
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

const byTheClock: Idle = (maxMs, signal) => sleep(maxMs, undefined, { signal })

/**
 * Works until it is stopped. Stopping gives running jobs back to the queue at their next step, and waits for that,
 * within bounds. `idle` waits for work.
 */
export function startWorker(service: Deps, idle: Idle = byTheClock): { stop(): Promise<void> } {
  const deps = { ...service, db: service.jobsDb }
  const queue = { ...service, db: service.queueDb }
  const stopping = new AbortController()
  const { signal } = stopping
  const tryTo = async <T>(step: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await step()
    } catch (error) {
      // A database that does not answer, or another worker that was quicker: look again later.
      deps.log.warn({ err: error }, 'the worker could not claim a job')
      return undefined
    }
  }
  const rest = (wait: Idle) => wait(pollMs, signal).catch(() => {})

  /** Syncs that run, or may come out of a look that is under way. */
  let syncs = 0
  const claim = async () => {
    const maySync = syncs < slots - 1
    syncs += Number(maySync)
    let job: Claimed
    try {
      job = await claimJob(queue, maySync ? types : typesBesideSyncs)
      return job
    } finally {
      if (maySync && job?.type !== 'sync') syncs--
    }
  }
  const look = async () => {
    while (!signal.aborted) {
      const job = await tryTo(claim)
      if (job) return job
      await rest(idle)
    }
    return undefined
  }
  /** One idle slot looks for all: with each looking by itself, steady writes kept a fifth of a processor busy (measured). */
  let lookout: Promise<Claimed> = Promise.resolve(undefined)
  const waitForJob = () => {
    lookout = lookout.then(look)
    return lookout
  }
  const work = async () => {
    while (!signal.aborted) {
      // What a job has ended may be what another one waited for.
      const job = (await tryTo(claim)) ?? (await waitForJob())
      if (!job) continue
      await tryTo(() => runJob(deps, job, handlers[job.type]!, signal))
      if (job.type === 'sync') syncs--
    }
  }
  const keepSchedules = async () => {
    while (!signal.aborted) {
      await tryTo(() => runSchedules(deps))
      await rest(byTheClock)
    }
  }
  const loops = [keepSchedules(), ...Array.from({ length: slots }, work)]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.race([Promise.all(loops), sleep(drainMs, undefined, { ref: false })])
    },
  }
}
