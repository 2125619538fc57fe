import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import { bufferOf } from '#core/base/buffer-of.ts'
import { notFound } from '#core/base/errors.ts'
import type { MaybePromise } from '#core/base/maybe-promise.ts'
import { type DynamicPromptConfig, defaultDynamicPromptConfig } from '#core/domain/identity/dynamic-prompt.ts'
import { type FileType, fileName } from '#core/domain/identity/prompt.ts'
import type { Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { type AgentDocument, documentTag } from './documents.ts'
import { TooManyItems } from './layer-cache.ts'
import { type RandomChoice, randomized, randomizedFrom } from './randomized.ts'
import { type DocumentName, type Identity, identityOf } from './renderings.ts'
import type { Stamp } from './stamps.ts'
import type { AnsweredPrompt } from './stored-prompts.ts'

/**
 * Returns an agent's current identity. Identities of many items are read and merged in a thread.
 *
 * @throws 404 when the agent is missing or foreign.
 */
export async function readIdentity(ctx: Ctx, agentId: string): Promise<Identity> {
  requireVisible(ctx, agentId)
  const { stamps, layers, large } = ctx.identities
  const readAt = <Read>(read: (stamp: Stamp) => MaybePromise<Read | undefined>) =>
    stamps.readAt(ctx.caller.orgIds, agentId, read)
  return large.make(
    agentId,
    async (maxItems) => identityOf(await readAt((stamp) => layers.read(agentId, stamp, maxItems))),
    async (thread) => {
      const json = await readAt((stamp) => thread.run('identity', { agentId, stamp }, { org_id: stamp.orgId }))
      return JSON.parse(bufferOf(json).toString())
    },
  )
}

/** Checks the key's agent, since all callers share the caches. @throws 404 for a key of another agent. */
function requireVisible({ caller }: Ctx, agentId: string): void {
  if (caller.agentId !== undefined && caller.agentId !== agentId) throw notFound('Agent')
}

/** Returns the agent's current document. @throws 404 as `readIdentity`. */
async function readDocument(ctx: Ctx, agentId: string, name: DocumentName): Promise<AgentDocument> {
  requireVisible(ctx, agentId)
  const document = await ctx.identities.documents.read(ctx.caller.orgIds, agentId, name)
  if (!document) throw notFound('Agent')
  return document
}

/** Returns the `ETag` of GET /agents/{agentId} as seen by a transaction. */
export async function agentTag(ctx: Ctx, trx: Transaction<Tables>, agentId: string): Promise<string | undefined> {
  const stamp = await ctx.identities.stamps.readIn(trx, ctx.caller.orgIds, agentId)
  return stamp && documentTag('agent', agentId, stamp.text)
}

/** Returns the body of GET /agents/{agentId}. */
export const readAgentDocument = (ctx: Ctx, agentId: string) => readDocument(ctx, agentId, 'agent')

/** Returns the body of GET /agents/{agentId}/resolved-identity (behavior: Layers). */
export const readResolvedDocument = (ctx: Ctx, agentId: string, includeOverridden: boolean) =>
  readDocument(ctx, agentId, includeOverridden ? 'resolved with overridden' : 'resolved')

/** Returns the live prompt (behavior: Prompt). @throws 404 as `readIdentity`. */
export async function readPrompt(ctx: Ctx, agentId: string): Promise<AnsweredPrompt> {
  requireVisible(ctx, agentId)
  const prompt = await ctx.identities.documents.readPrompt(ctx.caller.orgIds, agentId)
  if (!prompt) throw notFound('Agent')
  return prompt
}

/** Returns one of the four markdown files (behavior: Prompt). */
export const readFileDocument = (ctx: Ctx, agentId: string, type: FileType): Promise<AnsweredPrompt | AgentDocument> =>
  type === 'agent' ? readPrompt(ctx, agentId) : readDocument(ctx, agentId, `file ${type}`)

/** Returns the parts from which clients assemble randomized prompts themselves (behavior: Dynamic prompt). */
export const readPromptParts = (ctx: Ctx, agentId: string) => readDocument(ctx, agentId, 'prompt parts')

/** Returns the identity in at most that many tokens (behavior: Digest). @throws 404 as `readIdentity`. */
export async function readDigest(ctx: Ctx, agentId: string, maxTokens: number): Promise<AgentDocument> {
  requireVisible(ctx, agentId)
  const digest = await ctx.identities.documents.readDigest(ctx.caller.orgIds, agentId, maxTokens)
  if (!digest) throw notFound('Agent')
  return digest
}

/** Returns an export as JSON, which `write` makes of the current identity. @throws 404 as `readIdentity`. */
export async function readExport(
  ctx: Ctx,
  agentId: string,
  name: string,
  write: () => Promise<Buffer>,
): Promise<Buffer> {
  requireVisible(ctx, agentId)
  const { documents } = ctx.identities
  const written = await documents.readExport(ctx.caller.orgIds, agentId, `export ${name}`, write)
  if (!written) throw notFound('Agent')
  return written.body
}

/** Returns the file name for a download. @throws 404 as `readIdentity`. */
export async function readFileName(ctx: Ctx, agentId: string, type: FileType): Promise<string> {
  const agent = await ctx.db
    .selectFrom('agents')
    .select('name')
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', agentId)
    .executeTakeFirst()
  if (!agent) throw notFound('Agent')
  return fileName(type, agent.name)
}

/** Returns the current prompt (POST /agents/{agentId}/regenerate-prompt). No cache can make it stale. */
export async function regeneratePrompt(ctx: Ctx, agentId: string): Promise<string> {
  return (await readPrompt(ctx, agentId)).body.toString()
}

interface RandomChoiceInput {
  seed?: number
  config?: Partial<DynamicPromptConfig>
}

const choiceOf = ({ seed = randomInt(2 ** 32), config }: RandomChoiceInput): RandomChoice => ({
  seed,
  config: { ...defaultDynamicPromptConfig, ...config },
})

/**
 * Returns a randomized variant of the prompt with its manifest (behavior: Dynamic prompt). Without a seed the service
 * picks one.
 */
export const previewDynamicPrompt = (identity: Identity, input: RandomChoiceInput) =>
  randomized(identity, choiceOf(input))

/** A randomized prompt with more bytes of parts is generated in a thread: parsing them would block other requests. */
const maxPartsBytes = 512 * 1024

/** Returns a randomized variant as JSON, for the requested or a random seed. @throws 404 as `readIdentity`. */
export async function dynamicPromptJson(ctx: Ctx, agentId: string, input: RandomChoiceInput) {
  const choice = choiceOf(input)
  const { stamps, large } = ctx.identities
  const json = await large.make(
    agentId,
    async () => {
      const parts = await readPromptParts(ctx, agentId)
      if (parts.body.byteLength > maxPartsBytes) throw new TooManyItems()
      return randomizedFrom(parts, choice)
    },
    async (thread) => {
      requireVisible(ctx, agentId)
      const read = (stamp: Stamp) => thread.run('randomized', { agentId, stamp, ...choice }, { org_id: stamp.orgId })
      return bufferOf(await stamps.readAt(ctx.caller.orgIds, agentId, read))
    },
  )
  return { seed: choice.seed, json }
}
