import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Agent, Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { type DynamicPromptConfig, defaultDynamicPromptConfig, dynamicPrompt } from '../../domain/dynamic-prompt.ts'
import { notFound } from '../../domain/errors.ts'
import { sha256 } from '../../domain/hash.ts'
import { type ResolvedItem, resolveIdentity, summarizeIdentity } from '../../domain/identity.ts'
import type { Kind } from '../../domain/kinds.ts'
import { type FileType, fileName, type Profile, renderFile, renderPrompt } from '../../domain/prompt.ts'
import type { CachedIdentity, Document } from './identity-cache.ts'

export const profileOf = (agent: Agent): Profile => agent

/**
 * An agent's identity as of now, from the cache when nothing that it is made of has changed. The stamp is read before
 * the rest: a write in between costs one more rendering and never a wrong cache.
 *
 * @throws 404 when the agent is missing or foreign.
 */
export async function readIdentity(ctx: Ctx, agentId: string): Promise<CachedIdentity> {
  const unchanged = ctx.identities.getUnchanged(ctx.caller.orgIds, agentId)
  if (unchanged) return unchanged
  const writes = ctx.identities.countWrites()
  const stamp = await ctx.identities.stamps.read(ctx.caller.orgIds, agentId)
  if (stamp === undefined) throw notFound('Agent')
  const cached = ctx.identities.get(agentId, stamp, writes)
  if (cached) return cached
  const { agent, group, items: layers, overridden } = await loadLayers(ctx, agentId)
  const items = resolveIdentity(layers, overridden, { includeOverridden: true })
  const prompt =
    agent.prompt_stamp === stamp && agent.system_prompt !== null
      ? agent.system_prompt
      : renderPrompt(profileOf(agent), withoutOverridden(items))
  const identity = { stamp, writes, agent, group, items, prompt, documents: new Map() }
  ctx.identities.set(identity)
  return identity
}

/**
 * An agent with the items of its three layers as they stand, not yet merged, and the ids that it overrides.
 *
 * @throws 404 when the agent is missing or foreign.
 */
export async function loadLayers(ctx: Ctx, agentId: string) {
  const row = await ctx.db
    .selectFrom('agents')
    .leftJoin('groups', (join) =>
      join.onRef('groups.org_id', '=', 'agents.org_id').onRef('groups.id', '=', 'agents.group_id'),
    )
    .selectAll('agents')
    .select('groups.name as group_name')
    .where('agents.org_id', 'in', ctx.caller.orgIds)
    .where('agents.id', '=', agentId)
    .executeTakeFirst()
  if (!row) throw notFound('Agent')
  const { group_name, ...agent } = row
  const [items, overrides] = await Promise.all([
    ctx.db
      .selectFrom('items')
      .select([
        'id',
        'kind',
        'scope',
        'category',
        'statement',
        'starred',
        'hidden',
        'status',
        'display_order',
        'created_at',
        'updated_at',
      ])
      .where('org_id', '=', agent.org_id)
      .where('owner_id', 'in', [agent.org_id, agent.id, ...(agent.group_id ? [agent.group_id] : [])])
      .execute(),
    ctx.db
      .selectFrom('overrides')
      .select('source_id')
      .where('org_id', '=', agent.org_id)
      .where('agent_id', '=', agent.id)
      .execute(),
  ])
  return {
    agent,
    group: agent.group_id && group_name !== null ? { id: agent.group_id, name: group_name } : null,
    items,
    overridden: new Set(overrides.map(({ source_id }) => source_id)),
  }
}

/** The identity without what this agent overrides. */
const withoutOverridden = <Item extends ResolvedItem>(items: readonly Item[]) =>
  items.filter((item) => !item.overridden)

export const resolvedItems = (identity: CachedIdentity) => withoutOverridden(identity.items)

/** Makes a document once per state of the identity. */
function documentOf(identity: CachedIdentity, name: string, make: () => string): Document {
  const known = identity.documents.get(name)
  if (known) return known
  const document = { body: Buffer.from(make()), etag: documentTag(name, identity.agent.id, identity.stamp) }
  identity.documents.set(name, document)
  return document
}

const documentTag = (name: string, agentId: string, stamp: string) =>
  `"${sha256(`${name} ${agentId} ${stamp}`).slice(0, 22)}"`

/** The `ETag` of GET /agents/{agentId} as a transaction sees it. */
export async function agentTag(ctx: Ctx, trx: Transaction<Tables>, agentId: string): Promise<string | undefined> {
  const stamp = await ctx.identities.stamps.readIn(trx, ctx.caller.orgIds, agentId)
  return stamp && documentTag(agentDocument, agentId, stamp)
}

const agentDocument = 'agent'

/** An agent as it is answered: without the columns of the cache. */
export function agentFields({ revision, prompt_stamp, avatar_prompt, system_prompt, ...fields }: Agent) {
  return fields
}

/** An agent in detail: the fresh prompt, the group, and the agent's own items (behavior: Order). */
export function agentDetail({ agent, group, items, prompt }: CachedIdentity) {
  const own = (kind: Kind) =>
    items
      .filter((item) => item.scope === 'agent' && item.kind === kind)
      .map(({ id, category, statement, starred, hidden }) => ({ id, category, statement, starred, hidden }))
  return {
    ...agentFields(agent),
    system_prompt: prompt,
    agent_groups: group,
    beliefs: own('belief'),
    responsibilities: own('responsibility'),
  }
}

/** The body of GET /agents/{agentId}. */
export async function readAgentDocument(ctx: Ctx, agentId: string): Promise<Document> {
  const identity = await readIdentity(ctx, agentId)
  return documentOf(identity, agentDocument, () => JSON.stringify(agentDetail(identity)))
}

/** The body of GET /agents/{agentId}/resolved-identity (behavior: Layers). */
export async function readResolvedDocument(ctx: Ctx, agentId: string, includeOverridden: boolean): Promise<Document> {
  const identity = await readIdentity(ctx, agentId)
  return documentOf(identity, `resolved ${includeOverridden}`, () => {
    const listed = includeOverridden ? identity.items : resolvedItems(identity)
    const ofKind = (kind: Kind) =>
      listed
        .filter((item) => item.kind === kind)
        .map(({ id, category, statement, starred, hidden, status, scope, overridden, ...item }) => ({
          id,
          category,
          statement,
          starred,
          hidden,
          status,
          source: scope,
          display_order: item.display_order,
          created_at: item.created_at,
          updated_at: item.updated_at,
          ...(overridden && { overridden }),
        }))
    return JSON.stringify({
      beliefs: ofKind('belief'),
      responsibilities: ofKind('responsibility'),
      summary: summarizeIdentity(listed),
    })
  })
}

/** One of the four markdown files with its download name (behavior: Prompt). */
export async function readFileDocument(ctx: Ctx, agentId: string, type: FileType) {
  const identity = await readIdentity(ctx, agentId)
  const { agent, prompt } = identity
  const document = documentOf(identity, `file ${type}`, () =>
    type === 'agent' ? prompt : renderFile(type, profileOf(agent), resolvedItems(identity)),
  )
  return { ...document, name: fileName(type, agent.name) }
}

/** POST /agents/{agentId}/regenerate-prompt: renders anew whatever is cached. */
export async function regeneratePrompt(ctx: Ctx, agentId: string): Promise<string> {
  const identity = await readIdentity(ctx, agentId)
  return renderPrompt(profileOf(identity.agent), resolvedItems(identity))
}

/** A randomized variant of the prompt with its manifest (behavior: Dynamic prompt). Without a seed the service picks one. */
export async function previewDynamicPrompt(
  ctx: Ctx,
  agentId: string,
  input: { seed?: number; config?: Partial<DynamicPromptConfig> },
) {
  const identity = await readIdentity(ctx, agentId)
  const config = { ...defaultDynamicPromptConfig, ...input.config }
  const seed = input.seed ?? randomInt(2 ** 32)
  return { ...dynamicPrompt(profileOf(identity.agent), resolvedItems(identity), config, seed), config }
}
