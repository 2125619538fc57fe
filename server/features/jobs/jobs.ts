import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { AppError, badRequest, notFound } from '#core/base/errors.ts'
import { type JobStatus, type JobType, maxWaiting, retentionDays, writesItems } from '#core/domain/requests/jobs.ts'
import { reviewRequired } from '#core/domain/requests/key-access.ts'
import type { Page } from '#core/domain/requests/page.ts'
import type { Database } from '../../db/connect.ts'
import { oneAtATime } from '../../db/locks.ts'
import { descending } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Job, Tables } from '../../db/tables.ts'
import { json } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'

/** Background work for clients: request, read, list, stop (behavior: Jobs). */

export interface NewJob {
  type: JobType
  org_id: string
  agent_id?: string | null
  input?: Record<string, unknown>
}

/** Seconds that a refused caller is told to wait. */
const retryAfterSeconds = 60

/**
 * Requests jobs of an organization. A job that is already waiting is not added twice. Only client requests use this
 * function. Jobs that follow from other work, such as the discovery after a sync, are never refused, since no one would
 * request them again, and each agent has at most one of a type.
 *
 * @throws 429 while too many of the organization wait; 409 for a key's job that writes items when a review is required.
 */
export async function requestJobs(
  { db, now, caller }: Ctx,
  orgId: string,
  wanted: Omit<NewJob, 'org_id'>[],
): Promise<Job[]> {
  // A job writes without its requester's limits.
  if (caller.requiresReview && wanted.some(({ type }) => writesItems(type))) throw reviewRequired()
  return db.transaction().execute(async (trx) => {
    await oneAtATime(trx, `jobs of ${orgId}`)
    const waiting = await trx
      .selectFrom('jobs')
      .select(['type', 'subject_id'])
      .where('org_id', '=', orgId)
      .where('status', '=', 'queued')
      .execute()
    const known = new Set(waiting.map(({ type, subject_id }) => `${type} ${subject_id}`))
    const isNew = wanted.some(({ type, agent_id }) => !known.has(`${type} ${agent_id ?? orgId}`))
    if (isNew && waiting.length >= maxWaiting) throw tooManyWait()
    const jobs: Job[] = []
    for (const job of wanted) jobs.push(await enqueueJob(trx, { ...job, org_id: orgId }, now()))
    return jobs
  })
}

/** Requests one job. */
export async function requestJob(ctx: Ctx, { org_id, ...wanted }: NewJob): Promise<Job> {
  const [job] = await requestJobs(ctx, org_id, [wanted])
  return job!
}

const tooManyWait = () =>
  new AppError(
    'too_many_waiting',
    `At most ${maxWaiting} jobs of an organization can wait at a time; try again in ${retryAfterSeconds} seconds, or stop some of them`,
    retryAfterSeconds,
  )

/**
 * Enqueues a job within the transaction that causes it, so that neither exists without the other. If a job of the same
 * type already waits for the same agent (or, without an agent, the organization), returns that one, with the keys of
 * `input` added to its own. Enqueue for several agents in the order of their ids.
 */
export async function enqueueJob(
  trx: Transaction<Tables>,
  { type, org_id, agent_id, input = {} }: NewJob,
  now: Date,
): Promise<Job> {
  const job = await trx
    .insertInto('jobs')
    .values({
      org_id,
      id: newId(),
      agent_id: agent_id ?? null,
      type,
      turn: nextTurnOf(org_id),
      input: json(input),
      created_at: now.toISOString(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'type', 'subject_id'])
        .where(sql.ref('status'), '=', sql.lit('queued'))
        // Changes nothing, but locks the waiting job, so that no worker can claim it before this transaction ends.
        .doUpdateSet((eb) => ({ type: eb.ref('excluded.type') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  const merged = { ...job.input, ...input }
  if (JSON.stringify(merged) === JSON.stringify(job.input)) return job
  return trx
    .updateTable('jobs')
    .set({ input: json(merged) })
    .where('org_id', '=', org_id)
    .where('id', '=', job.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Returns the round after all unfinished jobs of the organization, but not before the current round: a hundred jobs of
 * one organization take a hundred rounds, and the first job of another organization takes the next one.
 */
const nextTurnOf = (orgId: string) => sql<number>`(
  select coalesce(max(later), 0) from (
    select turn + 1 as later from (
      select turn from jobs where finished_at is null and status = 'queued' order by turn limit 1
    ) as first
    union all
    select max(turn) + 1 from jobs where org_id = ${orgId} and finished_at is null
  ) as turns
)`

/** @throws 404 when it is missing or another tenant's. */
export async function findJob(ctx: Ctx, id: string): Promise<Job> {
  const job = await ctx.db
    .selectFrom('jobs')
    .selectAll()
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!job) throw notFound('Job')
  return job
}

export interface JobFilter {
  agent_id?: string
  status?: JobStatus
  type?: JobType
}

/** Returns an organization's jobs, newest first. */
export function listJobs(ctx: Ctx, orgId: string, { agent_id, status, type }: JobFilter, page: Page) {
  const query = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('jobs')
      .selectAll()
      .where('org_id', '=', parameter('org_id'))
      .$if(agent_id !== undefined, (query) => query.where('agent_id', '=', parameter('agent_id')))
      .$if(status !== undefined, (query) => query.where('status', '=', parameter('status')))
      .$if(type !== undefined, (query) => query.where('type', '=', parameter('type')))
  const order = [descending('created_at', 'time'), descending('id', 'id')]
  return listPage(ctx, { name: 'jobs', values: { org_id: orgId, agent_id, status, type }, order, query }, page)
}

/**
 * Stops an unfinished job, which then counts as failed. A worker that runs it notices at its next step.
 *
 * @throws 400 when it has ended, 404 when it is missing or another tenant's.
 */
export async function cancelJob(ctx: Ctx, id: string): Promise<Job> {
  const job = await ctx.db
    .updateTable('jobs')
    .set({
      status: 'failed',
      error: 'Stopped on request',
      finished_at: ctx.now().toISOString(),
      claim_id: null,
      lease_until: null,
    })
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (job) return job
  await findJob(ctx, id)
  throw badRequest('The job has already ended')
}

/** Deletes jobs that ended more than 30 days ago. */
export async function deleteOldJobs(trx: Transaction<Tables>, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - retentionDays * 86_400_000).toISOString()
  await trx.deleteFrom('jobs').where('finished_at', '<', oldest).execute()
}
