import { sha256Hex } from '#core/base/hash.ts'
import type { Requester } from '#core/base/requester.ts'
import type { DynamicPromptConfig } from '#core/domain/identity/dynamic-prompt.ts'
import { profileBlocks } from '#core/domain/identity/prompt.ts'
import { cutOrder, insertProse, orderedBy, type ProseItem, prosePrompt } from '#core/domain/identity/prose-prompt.ts'
import { categories } from '#core/domain/kinds.ts'
import type { Ctx } from '../../deps.ts'
import { previewDynamicPrompt, readIdentity } from './identity.ts'
import { profileOf } from './renderings.ts'

export interface ProseRequest {
  seed?: number
  config?: Partial<DynamicPromptConfig>
  /** A file into which the prose is inserted. */
  template?: string
  /** The agent's current work: items are ordered by similarity to it. */
  context?: string
  max_tokens?: number
  /** The author of the sentences; `model` only applies without `max_tokens`, whose limit a model does not know. */
  wording?: Wording
}

export const wordings = ['built_in', 'model'] as const
type Wording = (typeof wordings)[number]

/**
 * Returns a variant of the prompt as prose (behavior: Prose prompt). Threads compare statements and count tokens.
 *
 * @throws 404 when the agent is missing or foreign.
 */
export async function previewProse(
  ctx: Ctx,
  agentId: string,
  { template, context, max_tokens, wording, ...draw }: ProseRequest,
) {
  const identity = await readIdentity(ctx, agentId)
  const { agent, items } = identity
  const { manifest, config } = previewDynamicPrompt(identity, draw)
  const byId = new Map(items.map((item) => [item.id, item]))
  const drawn = [...manifest.beliefs_included, ...manifest.responsibilities_included]
    .flatMap((id) => byId.get(id) ?? [])
    .map(({ id, category, statement, starred }): ProseItem => ({ id, category, statement, starred }))
  const requester = { org_id: agent.org_id, signal: ctx.signal }
  const statements = drawn.map(({ statement }) => statement)
  const similarities =
    context === undefined
      ? undefined
      : await ctx.comparisons.run('similarities', { text: context, statements }, requester)
  const ordered = orderedBy(drawn, similarities ?? drawn.map(() => 0))
  const sentences =
    wording === 'model' && max_tokens === undefined ? await wordByModel(ctx, ordered, requester) : undefined
  const introduction = profileBlocks(profileOf(agent))
  const { prompt: prose, cut } =
    max_tokens === undefined
      ? { prompt: prosePrompt(introduction, ordered, sentences), cut: [] }
      : await ctx.identities.digests.fitProse(
          { introduction, items: ordered, order: cutOrder(drawn, similarities), maxTokens: max_tokens },
          requester,
        )
  const isCut = new Set(cut)
  const kept = (ids: string[]) => ids.filter((id) => !isCut.has(id))
  const version = sha256Hex(prose).slice(0, 12)
  return {
    prompt: insertProse(template ?? '', prose, { id: agent.id, slug: agent.slug, version }),
    format: 'claude_md' as const,
    seed: manifest.seed,
    version,
    wording: (sentences && sentences.size > 0 ? 'model' : 'built_in') satisfies Wording,
    manifest: {
      ...manifest,
      beliefs_included: kept(manifest.beliefs_included),
      responsibilities_included: kept(manifest.responsibilities_included),
      emphasis: null,
      cut,
    },
    config,
  }
}

/** Words items by the model. Returns sentences by item id, without the items that the model failed to word. */
async function wordByModel(
  ctx: Ctx,
  ordered: readonly ProseItem[],
  requester: Requester,
): Promise<Map<string, string>> {
  const inOrder = categories.flatMap((category) => ordered.filter((item) => item.category === category))
  const sentences = await ctx.language.wordProse?.(
    inOrder.map(({ statement }) => statement),
    requester,
  )
  return new Map(
    inOrder.flatMap(({ id }, at): [string, string][] => {
      const sentence = sentences?.[at]
      return sentence === undefined ? [] : [[id, sentence]]
    }),
  )
}
