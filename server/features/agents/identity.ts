import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Agent, Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { type DynamicPromptConfig, defaultDynamicPromptConfig, dynamicPrompt } from '../../domain/dynamic-prompt.ts'
import { notFound } from '../../domain/errors.ts'
import { type ResolvedItem, resolveIdentity, summarizeIdentity } from '../../domain/identity.ts'
import type { Kind } from '../../domain/kinds.ts'
import { type FileType, fileName, type Profile, renderFile, renderPrompt } from '../../domain/prompt.ts'
import { type Document, documentTag } from './document-store.ts'
import type { LayerItem, Layers } from './layer-cache.ts'

export const profileOf = (agent: Agent): Profile => agent

/** One agent's identity as it stood at a stamp. */
export interface Identity {
  agent: Agent
  group: { id: string; name: string } | null
  /** The resolved identity with its hidden and overridden items (marked as such). */
  items: (LayerItem & ResolvedItem)[]
}

/**
 * An agent's identity as of now.
 *
 * @throws 404 when the agent is missing or foreign.
 */
export async function readIdentity(ctx: Ctx, agentId: string): Promise<Identity> {
  return identityOf(await readLayers(ctx, agentId))
}

/**
 * An agent with the items of its three layers as they stand, not yet merged, and the ids that it overrides. The stamp
 * is read before the rest: a write in between costs one more reading and never a wrong cache.
 *
 * @throws 404 when the agent is missing or foreign.
 */
export async function readLayers(ctx: Ctx, agentId: string): Promise<Layers> {
  while (true) {
    const found = await ctx.identities.stamps.read(ctx.caller.orgIds, agentId)
    if (!found) throw notFound('Agent')
    const layers = await ctx.identities.layers.read(agentId, found.stamp)
    if (layers) return layers
  }
}

const identityOf = ({ agent, group, items, overridden }: Layers): Identity => ({
  agent,
  group,
  items: resolveIdentity(items, overridden, { includeOverridden: true }),
})

/** The identity without what this agent overrides. */
const withoutOverridden = <Item extends ResolvedItem>(items: readonly Item[]) =>
  items.filter((item) => !item.overridden)

export const resolvedItems = (identity: Identity) => withoutOverridden(identity.items)

const promptOf = (identity: Identity): string => renderPrompt(profileOf(identity.agent), resolvedItems(identity))

/** A document of the agent as of now; `make` renders it when no copy is up to date. @throws 404 as `readIdentity`. */
async function readDocument(
  ctx: Ctx,
  agentId: string,
  name: string,
  make: (identity: Identity) => string,
): Promise<Document> {
  const { documents, layers } = ctx.identities
  const document = await documents.read(ctx.caller.orgIds, agentId, name, async (stamp) => {
    const read = await layers.read(agentId, stamp)
    return read && make(identityOf(read))
  })
  if (!document) throw notFound('Agent')
  return document
}

/** The `ETag` of GET /agents/{agentId} as a transaction sees it. */
export async function agentTag(ctx: Ctx, trx: Transaction<Tables>, agentId: string): Promise<string | undefined> {
  const stamp = await ctx.identities.stamps.readIn(trx, ctx.caller.orgIds, agentId)
  return stamp && documentTag(agentDocument, agentId, stamp.text)
}

const agentDocument = 'agent'

/** An agent as it is answered: without the columns of the cache. */
export function agentFields({ revision, avatar_prompt, ...fields }: Agent) {
  return fields
}

/** An agent in detail: the fresh prompt, the group, and the agent's own items (behavior: Order). */
export function agentDetail(identity: Identity) {
  const { agent, group, items } = identity
  const own = (kind: Kind) =>
    items
      .filter((item) => item.scope === 'agent' && item.kind === kind)
      .map(({ id, category, statement, starred, hidden }) => ({ id, category, statement, starred, hidden }))
  return {
    ...agentFields(agent),
    system_prompt: promptOf(identity),
    agent_groups: group,
    beliefs: own('belief'),
    responsibilities: own('responsibility'),
  }
}

/** The body of GET /agents/{agentId}. */
export function readAgentDocument(ctx: Ctx, agentId: string): Promise<Document> {
  return readDocument(ctx, agentId, agentDocument, (identity) => JSON.stringify(agentDetail(identity)))
}

/** The body of GET /agents/{agentId}/resolved-identity (behavior: Layers). */
export function readResolvedDocument(ctx: Ctx, agentId: string, includeOverridden: boolean): Promise<Document> {
  return readDocument(ctx, agentId, `resolved ${includeOverridden}`, (identity) => {
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

/** One of the four markdown files (behavior: Prompt). */
export async function readFileDocument(ctx: Ctx, agentId: string, type: FileType): Promise<Document> {
  return readDocument(ctx, agentId, `file ${type}`, (identity) =>
    renderFile(type, profileOf(identity.agent), resolvedItems(identity)),
  )
}

/** What a file is called when it is downloaded. */
export async function readFileName(ctx: Ctx, agentId: string, type: FileType): Promise<string> {
  const { agent } = await readLayers(ctx, agentId)
  return fileName(type, agent.name)
}

/** POST /agents/{agentId}/regenerate-prompt: renders again whatever is cached. */
export async function regeneratePrompt(ctx: Ctx, agentId: string): Promise<string> {
  return promptOf(await readIdentity(ctx, agentId))
}

/**
 * A randomized variant of the prompt with its manifest (behavior: Dynamic prompt). Without a seed the service picks
 * one.
 */
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
