import { v7 as newId } from 'uuid'
import { AppError, badRequest, conflict, notFound } from '#core/base/errors.ts'
import type { NamedActor } from '#core/domain/requests/actor.ts'
import type { Page } from '#core/domain/requests/page.ts'
import { oneAtATime } from '../../db/locks.ts'
import { json } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import { enqueueJob } from '../jobs/jobs.ts'
import { moverOf, requireLabelMover, requireLabelName } from './label-names.ts'
import { labelFields, labelsOf } from './label-states.ts'
import { pinLive, readLive } from './pin-live.ts'
import { takeBack } from './take-back.ts'

/** Moves a label for many agents of an organization at once (behavior: Releases). */

/** The agents of a release; exactly one is set. */
export interface ReleaseScope {
  agent_ids?: string[]
  group_id?: string
  all?: boolean
}

/** A label to move, as the input of its job. */
export interface Release extends ReleaseScope {
  label: string
  reason: string | null
  actor: NamedActor
}

/** More agents are moved by a job. */
const maxNow = 100
const retryAfterSeconds = 10

/**
 * Sets a label of each agent to the prompt that it reads now. Up to 100 agents are moved in one transaction; more by a
 * job, one of an organization at a time.
 *
 * @returns the job, which the rollback names, and how many labels moved; null while the job has to move them.
 * @throws 400 for a name that cannot be set, and unless exactly one of agentIds, groupId and all is sent; 401 for a
 * protected label; 404 for a missing or foreign agent; 429 while another such job waits.
 */
export async function release(
  ctx: Ctx,
  orgId: string,
  label: string,
  input: ReleaseScope & { reason?: string | null },
) {
  const { reason = null, ...scope } = input
  requireLabelName(label)
  if (Object.values(scope).filter((value) => value !== undefined && value !== false).length !== 1)
    throw badRequest('Send exactly one of agentIds, groupId and all: true')
  await requireLabelMover(ctx, orgId, label)
  await requireScope(ctx, orgId, scope)
  const wanted: Release = { ...scope, label, reason, actor: moverOf(ctx) }
  const agentIds = await agentsOf(ctx, orgId, scope, { limit: maxNow + 1 })
  if (agentIds.length > maxNow) return enqueueRelease(ctx, orgId, wanted)
  const live = await readLive(ctx, orgId, agentIds)
  const id = newId()
  const at = ctx.now().toISOString()
  return ctx.db.transaction().execute(async (trx) => {
    const moved = await pinLive(trx, { ...wanted, orgId, jobId: id, now: ctx.now() }, live)
    await trx
      .insertInto('jobs')
      .values({
        org_id: orgId,
        id,
        type: 'label',
        status: 'completed',
        progress_current: moved,
        progress_total: moved,
        input: json({ ...wanted }),
        result: json({ moved }),
        created_at: at,
        started_at: at,
        finished_at: at,
      })
      .execute()
    return { job_id: id, moved }
  })
}

const enqueueRelease = (ctx: Ctx, orgId: string, input: Release) =>
  ctx.db.transaction().execute(async (trx) => {
    await oneAtATime(trx, `jobs of ${orgId}`)
    const waiting = await trx
      .selectFrom('jobs')
      .select('id')
      .where('org_id', '=', orgId)
      .where('type', '=', 'label')
      .where('status', '=', 'queued')
      .executeTakeFirst()
    if (waiting)
      throw new AppError(
        'too_many_waiting',
        `Job ${waiting.id}, which moves a label, waits to begin; try again in ${retryAfterSeconds} seconds, or stop it`,
        retryAfterSeconds,
      )
    const job = await enqueueJob(trx, { type: 'label', org_id: orgId, input: { ...input } }, ctx.now())
    return { job_id: job.id, moved: null }
  })

/** @throws 404 when one of the agents is missing or foreign; 400 when the group is. */
async function requireScope({ db }: Ctx, orgId: string, { agent_ids, group_id }: ReleaseScope): Promise<void> {
  if (agent_ids) {
    const wanted = new Set(agent_ids)
    const known = await db
      .selectFrom('agents')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('org_id', '=', orgId)
      .where('id', 'in', [...wanted])
      .executeTakeFirstOrThrow()
    if (Number(known.count) < wanted.size) throw notFound('Agent')
  }
  if (group_id !== undefined) {
    const group = await db
      .selectFrom('groups')
      .select('id')
      .where('org_id', '=', orgId)
      .where('id', '=', group_id)
      .executeTakeFirst()
    if (!group) throw badRequest('groupId must name a group of the organization')
  }
}

/** Returns the next agents of a release by id. */
export async function agentsOf(
  { db }: Pick<Ctx, 'db'>,
  orgId: string,
  { agent_ids, group_id }: ReleaseScope,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<string[]> {
  const agents = await db
    .selectFrom('agents')
    .select('id')
    .where('org_id', '=', orgId)
    .$if(agent_ids !== undefined, (query) => query.where('id', 'in', agent_ids!))
    .$if(group_id !== undefined, (query) => query.where('group_id', '=', group_id!))
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute()
  return agents.map(({ id }) => id)
}

/**
 * Lists the agents that carry a label, furthest behind their live prompts first, as far as these were read. A large
 * organization is sorted without blocking other requests.
 */
export async function listCarriers(ctx: Ctx, orgId: string, label: string, { limit, offset }: Page) {
  const carriers = labelsOf(ctx.db, orgId)
    .innerJoin('agents', (join) =>
      join.onRef('agents.org_id', '=', 'prompt_labels.org_id').onRef('agents.id', '=', 'prompt_labels.agent_id'),
    )
    .select(['agents.id as agent_id', 'agents.name as agent_name'])
    .where('prompt_labels.label', '=', label)
  const { count } = await ctx.db
    .selectFrom('prompt_labels')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('label', '=', label)
    .where('version', 'is not', null)
    .executeTakeFirstOrThrow()
  const rows = await carriers
    .orderBy(
      (eb) =>
        eb
          .case()
          .when('prompt_labels.version', '=', eb.ref('live_prompts.version'))
          .then(0)
          .else(eb('live_prompts.changes', '-', eb.ref('prompt_versions.live_change')))
          .end(),
      'desc',
    )
    .orderBy('agents.name')
    .orderBy('agents.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const now = ctx.now()
  return {
    data: rows.map(({ agent_id, agent_name, ...row }) => ({ agent_id, agent_name, ...labelFields(row, now) })),
    count: Number(count),
  }
}

/**
 * Takes a release back: each of its agents whose label did not move since returns to the version before it, or loses the
 * label if it had none.
 *
 * @throws 401 for a protected label; 404 for a job that did not move this label; 409 while it has not ended.
 */
export async function rollBackRelease(
  ctx: Ctx,
  orgId: string,
  label: string,
  jobId: string,
  reason: string | null = null,
) {
  await requireLabelMover(ctx, orgId, label)
  const job = await ctx.db
    .selectFrom('jobs')
    .select(['finished_at', 'input'])
    .where('org_id', '=', orgId)
    .where('id', '=', jobId)
    .where('type', '=', 'label')
    .executeTakeFirst()
  const move = await ctx.db
    .selectFrom('label_moves')
    .select('id')
    .where('org_id', '=', orgId)
    .where('job_id', '=', jobId)
    .where('label', '=', label)
    .executeTakeFirst()
  if (!move && job?.input.label !== label) throw notFound('Job')
  if (job && job.finished_at === null) throw conflict('The job still moves labels; wait for its end, or stop it first')
  return takeBack(ctx, { orgId, label, reason, actor: moverOf(ctx), now: ctx.now() }, jobId)
}
