import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import { bufferOf } from '../../base/buffer-of.ts'
import { notFound } from '../../base/errors.ts'
import { whenDone } from '../../base/maybe-promise.ts'
import type { Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { type DynamicPromptConfig, defaultDynamicPromptConfig } from '../../domain/identity/dynamic-prompt.ts'
import { type FileType, fileName } from '../../domain/identity/prompt.ts'
import { type Document, documentTag } from './documents.ts'
import type { Identities } from './identities.ts'
import { maxItemsHere } from './large-identities.ts'
import { type Draw, randomized, randomizedJson } from './randomized.ts'
import { type DocumentName, type Identity, identityOf } from './renderings.ts'
import type { Stamp } from './stamps.ts'

/**
 * An agent's identity as of now. One of many items is read and merged in a thread.
 *
 * @throws 404 when the agent is missing or foreign.
 */
export function readIdentity(ctx: Ctx, agentId: string): Promise<Identity> {
  return ctx.identities.large.make(
    agentId,
    (maxItems) => readHere(ctx, agentId, maxItems),
    async (thread) => {
      const json = await askAt(ctx, agentId, (stamp) =>
        thread.run('identity', { agentId, stamp }, { org_id: stamp.orgId }),
      )
      return JSON.parse(bufferOf(json).toString())
    },
  )
}

/** What a thread makes of the agent's identity as of now. @throws 404 as `readIdentity`. */
async function askAt<Made>(ctx: Ctx, agentId: string, ask: (stamp: Stamp) => Promise<Made | undefined>): Promise<Made> {
  requireVisible(ctx, agentId)
  while (true) {
    const stamp = await ctx.identities.stamps.read(ctx.caller.orgIds, agentId)
    if (!stamp) throw notFound('Agent')
    const made = await ask(stamp)
    // It was moved or deleted after its stamp was read.
    if (made !== undefined) return made
  }
}

/** @throws 404 as `readIdentity`, `TooManyItems` when it has more than `maxItems`. */
async function readHere(ctx: Ctx, agentId: string, maxItems: number): Promise<Identity> {
  requireVisible(ctx, agentId)
  const { merged, layers } = ctx.identities
  const identity = await merged.read({ orgIds: ctx.caller.orgIds, agentId }, async (stamp) => {
    const read = await layers.read(agentId, stamp, maxItems)
    return read && identityOf(read)
  })
  if (!identity) throw notFound('Agent')
  return identity
}

/** What is kept between reads is everybody's. @throws 404 for a key of another agent. */
function requireVisible({ caller }: Ctx, agentId: string): void {
  if (caller.agentId !== undefined && caller.agentId !== agentId) throw notFound('Agent')
}

/** A document of the agent as of now. @throws 404 as `readIdentity`. */
async function readDocument(ctx: Ctx, agentId: string, name: DocumentName): Promise<Document> {
  requireVisible(ctx, agentId)
  const document = await ctx.identities.documents.read(ctx.caller.orgIds, agentId, name)
  if (!document) throw notFound('Agent')
  return document
}

/** The `ETag` of GET /agents/{agentId} as a transaction sees it. */
export async function agentTag(ctx: Ctx, trx: Transaction<Tables>, agentId: string): Promise<string | undefined> {
  const stamp = await ctx.identities.stamps.readIn(trx, ctx.caller.orgIds, agentId)
  return stamp && documentTag('agent', agentId, stamp.text)
}

/** The body of GET /agents/{agentId}. */
export const readAgentDocument = (ctx: Ctx, agentId: string) => readDocument(ctx, agentId, 'agent')

/** The body of GET /agents/{agentId}/resolved-identity (behavior: Layers). */
export const readResolvedDocument = (ctx: Ctx, agentId: string, includeOverridden: boolean) =>
  readDocument(ctx, agentId, includeOverridden ? 'resolved with overridden' : 'resolved')

/** One of the four markdown files (behavior: Prompt). */
export const readFileDocument = (ctx: Ctx, agentId: string, type: FileType) =>
  readDocument(ctx, agentId, `file ${type}`)

/** What clients make randomized prompts of themselves (behavior: Dynamic prompt). */
export const readPromptParts = (ctx: Ctx, agentId: string) => readDocument(ctx, agentId, 'prompt parts')

/** The identity in at most that many tokens (behavior: Digest). @throws 404 as `readIdentity`. */
export async function readDigest(ctx: Ctx, agentId: string, maxTokens: number): Promise<Document> {
  requireVisible(ctx, agentId)
  const digest = await ctx.identities.digests.read(ctx.caller.orgIds, agentId, maxTokens)
  if (!digest) throw notFound('Agent')
  return digest
}

/** What a file is called when it is downloaded. */
export async function readFileName(ctx: Ctx, agentId: string, type: FileType): Promise<string> {
  const { agent } = await readIdentity(ctx, agentId)
  return fileName(type, agent.name)
}

/** POST /agents/{agentId}/regenerate-prompt: the prompt as of now, which no cache makes stale. */
export async function regeneratePrompt(ctx: Ctx, agentId: string): Promise<string> {
  return (await readFileDocument(ctx, agentId, 'agent')).body.toString()
}

interface DrawInput {
  seed?: number
  config?: Partial<DynamicPromptConfig>
}

const drawOf = ({ seed = randomInt(2 ** 32), config }: DrawInput): Draw => ({
  seed,
  config: { ...defaultDynamicPromptConfig, ...config },
})

/**
 * A randomized variant of the prompt with its manifest (behavior: Dynamic prompt). Without a seed the service picks
 * one.
 */
export const previewDynamicPrompt = (identity: Identity, input: DrawInput) => randomized(identity, drawOf(input))

/** The same as JSON, at once; undefined where the identity is not kept as it is now, or large. The agent is the caller's. */
export const knownPromptJson = ({ merged }: Identities, orgIds: string[], agentId: string, input: DrawInput) =>
  whenDone(merged.find({ orgIds, agentId }), (found): { seed: number; json: string } | undefined => {
    if (!found?.value || found.value.items.length > maxItemsHere) return undefined
    const draw = drawOf(input)
    return { seed: draw.seed, json: randomizedJson(found.value, draw) }
  })

/** The same as JSON, made in a thread where the agent has many items. @throws 404 as `readIdentity`. */
export async function dynamicPromptJson(ctx: Ctx, agentId: string, input: DrawInput) {
  const draw = drawOf(input)
  const json = await ctx.identities.large.make(
    agentId,
    async (maxItems) => randomizedJson(await readHere(ctx, agentId, maxItems), draw),
    async (thread) => {
      const made = await askAt(ctx, agentId, (stamp) =>
        thread.run('randomized', { agentId, stamp, ...draw }, { org_id: stamp.orgId }),
      )
      return bufferOf(made)
    },
  )
  return { seed: draw.seed, json }
}
