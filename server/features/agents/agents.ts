import type { Insertable, Transaction, Updateable } from 'kysely'
import { v7 as newId } from 'uuid'
import { badRequest, notFound } from '#core/base/errors.ts'
import { compareStrings } from '#core/base/strings.ts'
import { asPart } from '#core/domain/audit/origin.ts'
import { etagOf, requireExpected } from '#core/domain/requests/etag.ts'
import { defaultPromotionSettings } from '#core/domain/similar/signals.ts'
import { beginChange } from '../../db/change.ts'
import { keepRows } from '../../db/deleted-rows.ts'
import { deleteInParts, tablesOfAgent } from '../../db/in-parts.ts'
import { forNoKeyUpdate } from '../../db/locks.ts'
import type { Agent, Tables } from '../../db/tables.ts'
import { updatedLater } from '../../db/time.ts'
import { chunks, json } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import { applyAvatarPrompt, promptOf } from './avatars.ts'
import { agentTag, readAgentDocument } from './identity.ts'
import { summaries, summaryOf, withCounts } from './lists.ts'
import { agentFields, withoutSteps } from './renderings.ts'
import { partsOfAgent } from './restore-agent.ts'
import { freeSlug, requireAgentSlug } from './slugs.ts'

/** Fields that a person can set on an agent, also at creation; null clears (behavior: Prompt). */
export interface AgentProfile {
  name?: string
  slug?: string
  description?: string | null
  group_id?: string | null
  identity_markers?: string[]
  job_title?: string | null
  avatar_prompt?: string | null
  location?: string | null
  timezone?: string | null
  github_username?: string | null
  min_n_count?: number
  decay_rate?: number
  promotion_threshold?: number
}

/**
 * Creates an agent, with a slug from its name unless one is given. Its `system_prompt` is null in this answer and set
 * on the next read (behavior: Prompt).
 *
 * @throws 400 when groupId is not a group in the organization, 409 when the slug is taken.
 */
export function createAgent(ctx: Ctx, orgId: string, input: NewAgent) {
  requireAgentSlug(input.slug)
  return ctx.db.transaction().execute(async (trx) => {
    const id = newId()
    const group = input.group_id ? await lockGroupFor(trx, orgId, input.group_id, id) : null
    const agent = await insertAgent(trx, { orgId, id, input, now: ctx.now().toISOString() })
    if (agent.avatar_prompt !== null) await applyAvatarPrompt(trx, agent, agent.avatar_prompt, ctx.now())
    return { ...agentFields(agent), system_prompt: null, agent_groups: group }
  })
}

type NewAgent = AgentProfile & { name: string }

async function insertAgent(
  trx: Transaction<Tables>,
  { orgId, id, input, now }: { orgId: string; id: string; input: NewAgent; now: string },
): Promise<Agent> {
  for (;;) {
    const agent = await trx
      .insertInto('agents')
      .values({
        ...defaultPromotionSettings,
        ...columnsOf(input),
        name: input.name,
        slug: input.slug ?? (await freeSlug(trx, orgId, input.name)),
        identity_markers: json(input.identity_markers ?? []),
        org_id: orgId,
        id,
        created_at: now,
        updated_at: now,
      } as Insertable<Tables['agents']>)
      // A concurrent request took the generated slug: try another one. A slug that the caller chose is a conflict.
      .$if(input.slug === undefined, (query) => query.onConflict((c) => c.columns(['org_id', 'slug']).doNothing()))
      .returningAll()
      .executeTakeFirst()
    if (agent) return agent
  }
}

function columnsOf({ identity_markers, avatar_prompt, ...profile }: AgentProfile): Updateable<Tables['agents']> {
  return {
    ...profile,
    ...(avatar_prompt !== undefined && { avatar_prompt: promptOf(avatar_prompt) }),
    ...(identity_markers && { identity_markers: json(identity_markers) }),
  } as Updateable<Tables['agents']>
}

/**
 * Finds the group that an agent will join. Its row stays locked until the end of the transaction, so that it cannot get
 * this agent as its manager, or be deleted, in between.
 */
async function lockGroupFor(trx: Transaction<Tables>, orgId: string, groupId: string, agentId: string) {
  const group = await forNoKeyUpdate(trx)(
    trx
      .selectFrom('groups')
      .select(['id', 'name', 'manager_agent_id'])
      .where('org_id', '=', orgId)
      .where('id', '=', groupId),
  ).executeTakeFirst()
  if (!group) throw badRequest('groupId is not a group in this organization')
  if (group.manager_agent_id === agentId)
    throw badRequest('groupId must not be the group that this agent manages; a manager belongs to another group')
  return { id: group.id, name: group.name }
}

/**
 * Changes the profile and returns the updated agent as JSON, with its tag; null clears a field (behavior: Prompt). An
 * avatar prompt starts a job, whose id is returned; null removes the avatar.
 *
 * @throws 409 when the slug is taken, 412 when the agent is in another state than the request expects.
 */
export async function updateAgent(ctx: Ctx, agentId: string, input: AgentProfile) {
  requireAgentSlug(input.slug)
  let avatar: Awaited<ReturnType<typeof applyAvatarPrompt>> = {}
  if (Object.keys(input).length > 0 || ctx.expected) {
    await ctx.db.transaction().execute(async (trx) => {
      const agent = await saveProfile(ctx, trx, agentId, input)
      if (!agent) throw notFound('Agent')
      if (input.avatar_prompt !== undefined)
        avatar = await applyAvatarPrompt(trx, agent, agent.avatar_prompt, ctx.now())
    })
  }
  const { body, etag } = await readAgentDocument(ctx, agentId)
  const json = withoutSteps(body)
  const job = JSON.stringify(avatar).slice(1, -1)
  return { json: job === '' ? json : `${json.slice(0, -1)},${job}}`, etag }
}

async function saveProfile(ctx: Ctx, trx: Transaction<Tables>, agentId: string, input: AgentProfile) {
  const agent = await trx
    .selectFrom('agents')
    .select('org_id')
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', agentId)
    .executeTakeFirst()
  if (!agent) return undefined
  if (input.group_id) await lockGroupFor(trx, agent.org_id, input.group_id, agentId)
  const updated_at = await lockAgent(ctx, trx, agent.org_id, agentId)
  return trx
    .updateTable('agents')
    .set((eb) => ({ ...columnsOf(input), updated_at, revision: eb('revision', '+', 1) }))
    .where('org_id', '=', agent.org_id)
    .where('id', '=', agentId)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Locks an agent for a change. Returns its next `updated_at`. The request may expect the profile's tag, or the tag of
 * the whole document, which changes with every layer.
 */
async function lockAgent(ctx: Ctx, trx: Transaction<Tables>, orgId: string, id: string): Promise<string | undefined> {
  const state = trx.selectFrom('agents').select('updated_at').where('org_id', '=', orgId).where('id', '=', id)
  return beginChange(ctx, trx, state, () => agentTag(ctx, trx, id))
}

/**
 * Changes many agents (PATCH /agents/bulk): missing and foreign ids are skipped; `updated` counts the rest (behavior:
 * Bulk changes).
 */
export async function updateAgents(ctx: Ctx, changes: { id: string; profile: AgentProfile }[]) {
  const ids = await ctx.db.transaction().execute(async (trx) => {
    const saved = new Set<string>()
    await lockGroups(ctx, trx, changes)
    // Sorted, so that two requests cannot deadlock; equal ids keep the order of the request.
    for (const { id, profile } of changes.toSorted((a, b) => compareStrings(a.id, b.id))) {
      if (await saveProfile(ctx, trx, id, profile)) saved.add(id)
    }
    return [...saved]
  })
  if (ids.length === 0) return { updated: 0, agents: [] }
  const { orgIds } = ctx.caller
  const rows = await summaries(ctx.db, orgIds)
    .where('agents.id', 'in', ids)
    .orderBy('agents.name')
    .orderBy('agents.id')
    .execute()
  const agents = await withCounts(ctx.db, orgIds, rows)
  return { updated: agents.length, agents: agents.map(summaryOf) }
}

/** Locks the groups that agents will join in one order: two requests that swap agents between groups cannot deadlock. */
async function lockGroups(ctx: Ctx, trx: Transaction<Tables>, changes: readonly { profile: AgentProfile }[]) {
  const ids = [...new Set(changes.flatMap(({ profile }) => profile.group_id ?? []))]
  if (ids.length === 0) return
  const groups = trx.selectFrom('groups').select('id').where('org_id', 'in', ctx.caller.orgIds).where('id', 'in', ids)
  await forNoKeyUpdate(trx)(groups.orderBy('id')).execute()
}

/**
 * Deletes an agent with all its data; conversations keep their text (behavior: Conversations).
 *
 * @returns until when it can be restored; null if it is too large for that.
 * @throws 412 when it is in another state than the request expects.
 */
export async function deleteAgent(ctx: Ctx, agentId: string): Promise<string | null> {
  const restorableUntil = await ctx.db.transaction().execute(async (trx) => {
    const agent = await trx
      .selectFrom('agents')
      .select('org_id')
      .where('org_id', 'in', ctx.caller.orgIds)
      .where('id', '=', agentId)
      .executeTakeFirst()
    if (!agent) throw notFound('Agent')
    const kept = { org_id: agent.org_id, record_id: agentId, kind: 'agent' } as const
    const until = await keepRows(trx, kept, partsOfAgent, ctx.now())
    const participants = trx.updateTable('participants').set({ agent_id: null }).where('org_id', '=', agent.org_id)
    await asPart(async () => {
      await participants.where('agent_id', '=', agentId).execute()
      await deleteSources(trx, agent.org_id, agentId)
    })
    // Each has an entry: they stay deleted when the agent is restored.
    for (const table of ['api_keys', 'webhooks'] as const)
      await trx.deleteFrom(table).where('org_id', '=', agent.org_id).where('agent_id', '=', agentId).execute()
    const document = ctx.expected && (await agentTag(ctx, trx, agentId))
    await deleteInParts(trx, tablesOfAgent, { org_id: agent.org_id, agent_id: agentId })
    const deleted = await trx
      .deleteFrom('agents')
      .where('org_id', '=', agent.org_id)
      .where('id', '=', agentId)
      .returning('updated_at')
      .executeTakeFirst()
    // Checked after the deletion, which the transaction rolls back: locking the agent before its sources could deadlock
    // with a sync.
    if (deleted) requireExpected(ctx.expected, etagOf(deleted), document)
    // Last, since a concurrent request may just have made it a manager.
    await trx
      .updateTable('groups')
      .set({ manager_agent_id: null, updated_at: updatedLater(trx, ctx.now()) })
      .where('org_id', '=', agent.org_id)
      .where('manager_agent_id', '=', agentId)
      .execute()
    return until
  })
  ctx.keys.clear()
  return restorableUntil
}

/**
 * Deletes an agent's sources; content that they imported for other agents stays, without a source (behavior: Content
 * sources). Runs before the content is deleted: a sync locks its source before it adds items, so none can be added
 * afterwards.
 */
async function deleteSources(trx: Transaction<Tables>, orgId: string, agentId: string): Promise<void> {
  const sources = await trx
    .deleteFrom('content_sources')
    .where('org_id', '=', orgId)
    .where('agent_id', '=', agentId)
    .returning('id')
    .execute()
  for (const chunk of chunks(sources.map(({ id }) => id))) {
    await trx
      .updateTable('content_items')
      .set({ source_id: null })
      .where('org_id', '=', orgId)
      .where('agent_id', '<>', agentId)
      .where('source_id', 'in', chunk)
      .execute()
  }
}
