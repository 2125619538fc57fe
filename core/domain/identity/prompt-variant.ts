import { seeded, shuffle } from '../../base/random.ts'

/**
 * Samples a prompt and joins it. The service and the client run this same file, so the bytes
 * are the same (docs/explanation/decisions/049).
 */

/** Settings of the randomized prompt. Rates are shares from 0 to 1. */
export interface DynamicPromptConfig {
  /** Stored for clients; the preview ignores it. */
  enabled: boolean
  /** Share of the seeds that put a voice belief before all others. */
  emphasis_rate: number
  /** Minimum number of unstarred items that sampling leaves in a category. */
  min_pool_size: number
  category_overrides: Record<string, { sample_rate?: number }>
}

export interface PromptPart {
  id: string
  /** The item as prompts list it. */
  line: string
  /** For a voice belief: its statement, and the sentence that makes it the dominant tone. */
  tone?: { statement: string; text: string }
}

interface CategoryParts {
  category: string
  heading: string
  /** The share of `rest` that is included; null if all of it always is, only shuffled. */
  sample_rate: number | null
  starred: PromptPart[]
  rest: PromptPart[]
}

/** The answer of `GET /agents/{agentId}/prompt-parts`: an identity in rendered pieces, in the order of the prompt. */
export interface PromptParts {
  introduction: string
  /** Follows the introduction if any item is starred. */
  starred_note: string
  /** Follows the introduction if there is no item. */
  empty_note: string
  tone_heading: string
  kinds: { kind: 'belief' | 'responsibility'; heading: string; categories: CategoryParts[] }[]
  /** Defaults for settings that the caller omits. */
  config: DynamicPromptConfig
}

/** Ids of items in the order of the prompt, and the statement of the voice belief that leads. */
export interface Manifest {
  beliefs_included: string[]
  beliefs_sampled_out: string[]
  responsibilities_included: string[]
  responsibilities_sampled_out: string[]
  emphasis: string | null
  seed: number
}

/**
 * A variant of the prompt, to counter persona numbing. The result depends only on the arguments: all draws happen in
 * one order, first the tone, then category after category.
 * @param seed an integer from 0 to 2^32-1
 */
export function dynamicPrompt(parts: PromptParts, config: DynamicPromptConfig, seed: number) {
  const random = seeded(seed)
  const toneDraw = random()
  const voiceDraw = random()

  const sections: string[] = []
  const tones: NonNullable<PromptPart['tone']>[] = []
  const included = { belief: [] as string[], responsibility: [] as string[] }
  const sampledOut = { belief: [] as string[], responsibility: [] as string[] }
  let isStarred = false
  for (const { kind, heading, categories } of parts.kinds) {
    const blocks: string[] = []
    for (const category of categories) {
      const shuffled = shuffle(category.rest, random)
      const size = sampleSize(category, config)
      const chosen = [...category.starred, ...shuffled.slice(0, size)]
      isStarred ||= category.starred.length > 0
      if (chosen.length > 0) blocks.push(category.heading, chosen.map(({ line }) => line).join('\n'))
      for (const part of chosen) {
        included[kind].push(part.id)
        if (part.tone) tones.push(part.tone)
      }
      for (const { id } of shuffled.slice(size)) sampledOut[kind].push(id)
    }
    if (blocks.length > 0) sections.push(heading, ...blocks)
  }

  const tone = toneDraw < config.emphasis_rate ? tones[Math.floor(voiceDraw * tones.length)] : undefined
  const notes = sections.length === 0 ? [parts.empty_note] : isStarred ? [parts.starred_note] : []
  const lead = tone ? [parts.tone_heading, tone.text] : []
  const manifest: Manifest = {
    beliefs_included: included.belief,
    beliefs_sampled_out: sampledOut.belief,
    responsibilities_included: included.responsibility,
    responsibilities_sampled_out: sampledOut.responsibility,
    emphasis: tone?.statement ?? null,
    seed,
  }
  const blocks = [parts.introduction, ...notes, ...lead, ...sections]
  return { prompt: `${blocks.join('\n\n')}\n`, manifest }
}

/**
 * Number of unstarred items of a category to include. An override sets only the share:
 * `min_pool_size` still applies at a sample_rate of 0.
 */
function sampleSize({ category, sample_rate, rest }: CategoryParts, config: DynamicPromptConfig): number {
  if (sample_rate === null || rest.length <= config.min_pool_size) return rest.length
  const rate = config.category_overrides[category]?.sample_rate ?? sample_rate
  // 0.07 × 100 is 7.000000000000001, which ceil would round up to 8.
  return Math.max(config.min_pool_size, Math.ceil(rate * rest.length - 1e-9))
}
