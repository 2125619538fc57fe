import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExpressionBuilder, Kysely, Transaction, Updateable } from 'kysely'
import { v7 as newId, NIL as nobody } from 'uuid'
import { AppError } from '#core/base/errors.ts'
import { type Origin, runFrom } from '#core/domain/audit/origin.ts'
import { backoffSeconds, type JobType, maxAttempts, maxRunning } from '#core/domain/requests/jobs.ts'
import { isQuotaReached } from '#core/domain/requests/quotas.ts'
import { forUpdateSkipLocked, oneAtATime } from '../../db/locks.ts'
import type { Job, Tables } from '../../db/tables.ts'
import { json } from '../../db/values.ts'
import type { Ctx, Deps } from '../../deps.ts'

/**
 * Background work for workers (behavior: Jobs). A worker claims a job for the duration of a lease and renews the lease
 * while it works. An attempt that ends before its job, because it failed or its process died, leaves the job running
 * with a lease that expires. The first worker that finds it then begins the next attempt.
 */

const leaseSeconds = 60
const heartbeatMs = 15_000
const dayMs = 86_400_000
/** Maximum delay after a failed attempt, even if the other side asked for more. */
const maxWaitSeconds = 3600

const inSeconds = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()

/** The job was stopped, deleted or taken over while it ran: its attempt must write nothing more. */
export class JobLost extends Error {}

/** One attempt of a job, as its handler sees it. */
export interface JobRun {
  job: Job
  /** Aborts when the job was lost or the process stops. */
  signal: AbortSignal
  /**
   * Reports progress.
   *
   * @throws JobLost when the job no longer belongs to this attempt; then nothing may be written.
   */
  progress(stage: string, current: number, total: number): Promise<void>
  /** Fails a transaction if the job no longer belongs to this attempt, as `progress` does. */
  hold(trx: Transaction<Tables>): Promise<void>
  /**
   * Stores the work done so far as the job's result, where the next attempt finds it.
   *
   * @throws JobLost as `progress`.
   */
  keep(result: Record<string, unknown>): Promise<void>
}

/** A job's view of the service, limited to its own organization. */
export const jobContext = (deps: Deps, orgId: string, signal?: AbortSignal): Ctx => ({
  ...deps,
  signal,
  caller: { kind: 'job', userId: nobody, orgIds: [orgId], defaultOrgId: orgId, limitKey: undefined },
})

/**
 * Claims the next job in turn, or one whose lease has expired, for a new attempt. Organizations take turns, and at most
 * `maxRunning` jobs of an organization run at a time, so workers claim one after the other. Jobs of one lane and agent
 * run one after the other.
 */
export async function claimJob({ db, now }: Deps, types: readonly JobType[]): Promise<Job | undefined> {
  const moment = now().toISOString()
  const due = (db: Kysely<Tables>) => dueJobs(db, types, now()).orderBy('jobs.turn').orderBy('jobs.id').limit(1)
  // Idle workers only read: any write, even of nothing, would make readers of identities check for changes.
  if (!(await due(db).executeTakeFirst())) return undefined
  return db.transaction().execute(async (trx) => {
    await oneAtATime(trx, 'the next job')
    return trx
      .updateTable('jobs')
      .set((eb) => ({
        status: 'running',
        attempts: eb('attempts', '+', 1),
        claim_id: newId(),
        lease_until: inSeconds(now(), leaseSeconds),
        started_at: eb.fn.coalesce('started_at', eb.val(moment)),
      }))
      .where(({ eb, refTuple }) =>
        eb(refTuple('org_id', 'id'), '=', forUpdateSkipLocked(trx)(due(trx)).$asTuple('org_id', 'id')),
      )
      .returningAll()
      .executeTakeFirst()
  })
}

/**
 * Whether a lease has expired, or ends later than twice the maximum: then it was written while a clock was wrong.
 * Clocks of replicas that differ by less than a lease do not matter.
 */
const isLeaseOver = (now: Date) => (eb: ExpressionBuilder<Tables, 'jobs'>) =>
  eb.or([
    eb('jobs.lease_until', '<=', now.toISOString()),
    eb.and([eb('jobs.claim_id', 'is not', null), eb('jobs.lease_until', '>', inSeconds(now, 2 * leaseSeconds))]),
    eb('jobs.lease_until', '>', inSeconds(now, 2 * maxWaitSeconds)),
  ])

const dueJobs = (db: Kysely<Tables>, types: readonly JobType[], now: Date) =>
  db
    .selectFrom('jobs')
    .select(['jobs.org_id', 'jobs.id'])
    .where('jobs.finished_at', 'is', null)
    .where('jobs.type', 'in', types)
    .where((eb) =>
      eb(
        eb
          .selectFrom('jobs as busy')
          .select(eb.fn.countAll<number>().as('count'))
          .whereRef('busy.org_id', '=', 'jobs.org_id')
          .where('busy.status', '=', 'running')
          // Excludes jobs that wait for their next attempt, and those whose process died.
          .where('busy.claim_id', 'is not', null)
          .where('busy.lease_until', '>', now.toISOString())
          .where('busy.lease_until', '<=', inSeconds(now, 2 * leaseSeconds)),
        '<',
        maxRunning,
      ),
    )
    .where((eb) =>
      eb.or([
        eb.and([eb('jobs.status', '=', 'running'), isLeaseOver(now)(eb), eb('attempts', '<', maxAttempts)]),
        eb.and([
          eb('jobs.status', '=', 'queued'),
          eb.not(
            eb.exists(
              eb
                .selectFrom('jobs as running')
                .select('running.id')
                .whereRef('running.org_id', '=', 'jobs.org_id')
                .whereRef('running.lane', '=', 'jobs.lane')
                .whereRef('running.subject_id', '=', 'jobs.subject_id')
                .where('running.status', '=', 'running'),
            ),
          ),
        ]),
      ]),
    )

/** Ends the jobs whose last attempt died with its process. */
export async function failAbandonedJobs({ db, now }: Deps): Promise<void> {
  const isAbandoned = isLeaseOver(now())
  const abandoned = db
    .selectFrom('jobs')
    .select(['org_id', 'id'])
    .where('finished_at', 'is', null)
    .where('status', '=', 'running')
    .where(isAbandoned)
    .where('attempts', '>=', maxAttempts)
  for (const { org_id, id } of await abandoned.execute()) {
    await db
      .updateTable('jobs')
      .set({
        status: 'failed',
        error: `Gave up after ${maxAttempts} attempts`,
        finished_at: now().toISOString(),
      })
      .where('org_id', '=', org_id)
      .where('id', '=', id)
      .where(isAbandoned)
      .where('finished_at', 'is', null)
      .execute()
  }
}

/**
 * Runs one attempt to its end and writes the outcome; never throws for a handler's failure. Errors that the caller
 * could fix (such as a missing agent) are not retried.
 *
 * @param stopping aborts when the process stops: the job goes back to the queue and the attempt does not count.
 */
export async function runJob(
  deps: Deps,
  job: Job,
  handle: (ctx: Ctx, run: JobRun) => Promise<Record<string, unknown>>,
  stopping: AbortSignal,
): Promise<void> {
  const lost = new AbortController()
  const save = async (db: Kysely<Tables>, changes: Updateable<Tables['jobs']>) => {
    if (await saveClaimed(db, job, changes)) return
    lost.abort()
    throw new JobLost('The job is no longer this attempt’s')
  }
  const lease = () => ({ lease_until: inSeconds(deps.now(), leaseSeconds) })
  const heartbeat = setInterval(() => {
    save(deps.queueDb, lease()).catch((error) =>
      deps.log.warn({ err: error, jobId: job.id }, 'could not renew the lease of a job'),
    )
  }, heartbeatMs)
  const signal = AbortSignal.any([lost.signal, stopping])
  try {
    const result = await runFrom({ originOf: () => originOf(job), now: deps.now }, () =>
      handle(jobContext(deps, job.org_id, signal), {
        job,
        signal,
        progress: async (stage, progress_current, progress_total) => {
          // With the embedded database and the built-in engine a job never yields to the event loop: without a turn of it
          // here, requests would wait for the whole job (15 s for 5,000 commits, measured).
          await nextTurn()
          stopping.throwIfAborted()
          await save(deps.db, { ...lease(), stage, progress_current, progress_total })
        },
        hold: async (trx) => {
          stopping.throwIfAborted()
          await save(trx, lease())
        },
        keep: (result) => save(deps.db, { ...lease(), result: json(result) }),
      }),
    )
    await save(deps.queueDb, {
      ...ended,
      status: 'completed',
      result: json(result),
      error: null,
      finished_at: deps.now().toISOString(),
    })
  } catch (error) {
    if (!lost.signal.aborted) await saveClaimed(deps.queueDb, job, afterFailure(deps, job, error, stopping.aborted))
  } finally {
    clearInterval(heartbeat)
  }
}

const originOf = ({ id, type }: Job): Origin => ({
  actor: { type: 'job', id, name: type, key_hint: null },
  surface: 'job',
  request_id: null,
  ip: null,
  client: null,
})

const ended = { claim_id: null, lease_until: null }

/** Writes to a job if it still belongs to this attempt; returns false if not. */
async function saveClaimed(db: Kysely<Tables>, job: Job, changes: Updateable<Tables['jobs']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set(changes)
    .where('org_id', '=', job.org_id)
    .where('id', '=', job.id)
    .where('claim_id', '=', job.claim_id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function afterFailure({ now, log }: Deps, job: Job, error: unknown, stopped: boolean): Updateable<Tables['jobs']> {
  if (stopped) return { claim_id: null, lease_until: now().toISOString(), attempts: job.attempts - 1 }
  const known = error instanceof AppError ? error : undefined
  // Only messages written for readers are shown; the log has the rest.
  const message = known?.message ?? 'Internal error'
  // The attempt did not fail: the job frees its worker and waits, at most a day for an overloaded model.
  const isOverload = known?.retryAfterSeconds !== undefined && now().getTime() - Date.parse(job.created_at) < dayMs
  if (known?.status === 429 || isOverload) {
    const wait = Math.min(known.retryAfterSeconds ?? maxWaitSeconds, maxWaitSeconds)
    return { claim_id: null, lease_until: inSeconds(now(), wait), attempts: job.attempts - 1, stage: message }
  }
  log.error({ err: error, jobId: job.id, type: job.type, attempt: job.attempts }, 'a job attempt failed')
  const isLasting = known !== undefined && (known.status < 500 || isQuotaReached(known))
  const final = job.attempts >= maxAttempts || isLasting
  if (final) return { ...ended, status: 'failed', error: message, finished_at: now().toISOString() }
  return {
    claim_id: null,
    lease_until: inSeconds(now(), Math.min(known?.retryAfterSeconds ?? backoffSeconds(job.attempts), maxWaitSeconds)),
    error: message,
    stage: `waiting for attempt ${job.attempts + 1} of ${maxAttempts}`,
  }
}
