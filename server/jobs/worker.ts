import { setTimeout as sleep } from 'node:timers/promises'
import type { JobType } from '#core/domain/requests/jobs.ts'
import type { Deps } from '../deps.ts'
import { claimJob, failAbandonedJobs, runJob } from '../features/jobs/lease.ts'
import { fireIfDue } from '../features/jobs/schedules.ts'
import { Sender } from '../features/webhooks/deliver.ts'
import { handlers } from './handlers.ts'
import { schedules } from './schedules.ts'
import { runWebhooks } from './webhooks.ts'

/** How many jobs one process runs at a time; most of them wait for a language model or for GitHub. */
const slots = 4
/** How long an idle worker waits before it looks again, in milliseconds. */
const pollMs = 1000
/** How long a stop waits for running jobs, in milliseconds; the lease of a longer one expires. */
const drainMs = 10_000

const types = Object.keys(handlers) as JobType[]
/** The types for the last free slot: syncs of slow sites may take an hour, so one slot is always left to other jobs. */
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

/** Runs the schedules that are due, and fails jobs whose processes died too often. */
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

/** Waits before the next look for jobs, at most `maxMs`; rejects when the signal aborts. */
type Idle = (maxMs: number, signal: AbortSignal) => Promise<unknown>

const byTheClock: Idle = (maxMs, signal) => sleep(maxMs, undefined, { signal })

/**
 * Runs jobs until it is stopped. Stopping returns running jobs to the queue at their next step, and waits for that for
 * a limited time.
 * @param idle waits for work.
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
      // The database is not responding, or another worker was faster: look again later.
      deps.log.warn({ err: error }, 'the worker could not look for work')
      return undefined
    }
  }
  const rest = (wait: Idle) => wait(pollMs, signal).catch(() => {})

  /** The number of syncs that run, or that the claims in progress may return. */
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
  /**
   * One idle slot looks for all: when each looked by itself, steady writes kept a fifth of a processor busy (measured).
   */
  let lookout: Promise<Claimed> = Promise.resolve(undefined)
  const waitForJob = () => {
    lookout = lookout.then(look)
    return lookout
  }
  const work = async () => {
    while (!signal.aborted) {
      // A job that has just ended may have blocked another one, so look immediately.
      const job = (await tryTo(claim)) ?? (await waitForJob())
      if (!job) continue
      const run = () => runJob(deps, job, handlers[job.type]!, signal)
      await tryTo(() => (deps.telemetry ? deps.telemetry.runJob(job.type, run) : run()))
      if (job.type === 'sync') syncs--
    }
  }
  const keepSchedules = async () => {
    while (!signal.aborted) {
      await tryTo(() => runSchedules(deps))
      await rest(byTheClock)
    }
  }
  const keepWebhooks = async () => {
    const sender = new Sender(deps, signal)
    while (!signal.aborted) {
      const done = await tryTo(() => runWebhooks(deps, sender))
      // The next delivery of an agent may be due as soon as one has ended.
      if (done) await sender.untilOneEnds(pollMs)
      else await rest(byTheClock)
    }
    await sender.settle()
  }
  const loops = [keepSchedules(), keepWebhooks(), ...Array.from({ length: slots }, work)]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.race([Promise.all(loops), sleep(drainMs, undefined, { ref: false })])
    },
  }
}
