import { hash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { notFound } from '../../base/errors.ts'
import type { Tables } from '../../db/tables.ts'
import { updatedLater } from '../../db/time.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { type Picture, pictureEndings } from '../../domain/identity/avatars.ts'
import { beginAgentRun, inRunTransaction } from '../jobs/agent-run.ts'
import { enqueueJob } from '../jobs/jobs.ts'
import type { JobRun } from '../jobs/lease.ts'

/**
 * Avatars (behavior: Avatars): made by a job, kept in the database, served to anyone under the hash of their content.
 */

interface AgentKey {
  org_id: string
  id: string
}

/** What follows from a prompt that was set: a job that makes the avatar; null takes the avatar away. */
export async function applyAvatarPrompt(
  trx: Transaction<Tables>,
  { org_id, id }: AgentKey,
  prompt: string | null,
  now: Date,
): Promise<{ avatar_job_id?: string; avatarJobId?: string }> {
  if (prompt !== null) {
    const job = await enqueueJob(trx, { type: 'avatar', org_id, agent_id: id }, now)
    return { avatar_job_id: job.id, avatarJobId: job.id }
  }
  await trx.updateTable('agents').set({ avatar_url: null }).where('org_id', '=', org_id).where('id', '=', id).execute()
  await trx.deleteFrom('avatars').where('org_id', '=', org_id).where('agent_id', '=', id).execute()
  return {}
}

/** A prompt of nothing but whitespace asks for nothing. */
export const promptOf = (text: string | null): string | null => text?.trim() || null

/** The job: makes the picture that the agent's present prompt asks for. The one before goes. */
export async function makeAvatar(ctx: Ctx, run: JobRun): Promise<Record<string, unknown>> {
  const job = await beginAgentRun(ctx, run)
  const { avatar_prompt: prompt } = job.agent
  if (prompt === null) return { avatar_url: null }
  await run.progress('paint', 0, 1)
  const picture = await ctx.avatarGenerator.generate(prompt, job.agent.id)
  const avatar_url = await inRunTransaction(job, (trx) => storeAvatar(ctx, trx, job.agent, prompt, picture))
  return { avatar_url }
}

/** Returns null, and stores nothing, when the agent's prompt was changed meanwhile. */
async function storeAvatar(
  ctx: Ctx,
  trx: Transaction<Tables>,
  { org_id, id }: AgentKey,
  prompt: string,
  { content_type, bytes }: Picture,
): Promise<string | null> {
  const content_hash = hash('sha256', bytes, 'hex')
  const avatar_url = `${ctx.config.publicUrl}/avatars/${content_hash}.${pictureEndings[content_type]}`
  const now = ctx.now().toISOString()
  const { numUpdatedRows } = await trx
    .updateTable('agents')
    .set(({ eb }) => ({ avatar_url, updated_at: updatedLater(trx, ctx.now()), revision: eb('revision', '+', 1) }))
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .where('avatar_prompt', '=', prompt)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return null
  await trx
    .insertInto('avatars')
    .values({ org_id, id: newId(), agent_id: id, content_hash, content_type, bytes, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'agent_id']).doUpdateSet({ content_hash, content_type, bytes, created_at: now }),
    )
    .execute()
  return avatar_url
}

/**
 * The picture with that hash, for anyone.
 *
 * @throws 404 when no agent has it anymore.
 */
export async function readAvatar({ db }: Deps, contentHash: string): Promise<Picture> {
  const avatar = await db
    .selectFrom('avatars')
    .select(['content_type', 'bytes'])
    .where('content_hash', '=', contentHash)
    .limit(1)
    .executeTakeFirst()
  if (!avatar) throw notFound('Avatar')
  return avatar
}
