import { compareItems, type IdentityItem } from './identity.ts'
import { type Category, categories, type Kind, kindOf } from './kinds.ts'
import { composePrompt, type Profile } from './prompt.ts'
import { seeded, shuffle } from './random.ts'

/** Settings of the randomized prompt (behavior: Dynamic prompt). Rates are shares from 0 to 1. */
export interface DynamicPromptConfig {
  /** Kept for clients; the preview works whatever it says. */
  enabled: boolean
  /** Share of the seeds that put a voice belief before all others. */
  emphasis_rate: number
  /** A category is never sampled down to fewer unstarred items than this. */
  min_pool_size: number
  category_overrides: Record<string, { sample_rate?: number }>
}

export const defaultDynamicPromptConfig: DynamicPromptConfig = {
  enabled: false,
  emphasis_rate: 0.4,
  min_pool_size: 3,
  category_overrides: {},
}

const defaultSampleRate = 0.7
const neverSampled: readonly Category[] = ['axiom', 'boundary']

/** What a variant draws from, one category after the other, each in its order. */
export type Pools = { category: Category; kind: Kind; starred: IdentityItem[]; rest: IdentityItem[] }[]

/** The pools of a resolved identity in any order; hidden items are in none. */
export function poolsOf(items: readonly IdentityItem[]): Pools {
  const visible = items.filter((item) => !item.hidden).sort(compareItems)
  return categories.map((category) => {
    const pool = visible.filter((item) => item.category === category)
    const [starred, rest] = [pool.filter((item) => item.starred), pool.filter((item) => !item.starred)]
    return { category, kind: kindOf(category), starred, rest }
  })
}

/**
 * A variant of the prompt, to counter persona numbing. The manifest names item ids in the order of the prompt. The
 * result depends on the arguments alone: all draws happen in one order, first the tone, then category after category.
 */
export function dynamicPrompt(profile: Profile, pools: Pools, config: DynamicPromptConfig, seed: number) {
  const random = seeded(seed)
  const toneDraw = random()
  const voiceDraw = random()

  const included = new Map<Category, IdentityItem[]>()
  const includedIds: Record<Kind, string[]> = { belief: [], responsibility: [] }
  const sampledOutIds: Record<Kind, string[]> = { belief: [], responsibility: [] }
  for (const { category, kind, starred, rest } of pools) {
    const shuffled = shuffle(rest, random)
    const size = sampleSize(category, shuffled.length, config)
    const chosen = [...starred, ...shuffled.slice(0, size)]
    if (chosen.length > 0) included.set(category, chosen)
    for (const { id } of chosen) includedIds[kind].push(id)
    for (let place = size; place < shuffled.length; place++) sampledOutIds[kind].push(shuffled[place]!.id)
  }

  const voices = included.get('voice') ?? []
  const emphasis = toneDraw < config.emphasis_rate ? voices[Math.floor(voiceDraw * voices.length)] : undefined
  return {
    prompt: composePrompt(profile, included, emphasis?.statement),
    manifest: {
      beliefs_included: includedIds.belief,
      beliefs_sampled_out: sampledOutIds.belief,
      responsibilities_included: includedIds.responsibility,
      responsibilities_sampled_out: sampledOutIds.responsibility,
      emphasis: emphasis?.statement ?? null,
      seed,
    },
  }
}

/**
 * How many of a category's unstarred items stay. An override sets the share and nothing else: `min_pool_size` still
 * holds at a sample_rate of 0 (behavior: Dynamic prompt).
 */
function sampleSize(category: Category, poolSize: number, config: DynamicPromptConfig): number {
  if (poolSize <= config.min_pool_size || neverSampled.includes(category)) return poolSize
  const rate = config.category_overrides[category]?.sample_rate ?? defaultSampleRate
  // 0.07 × 100 is 7.000000000000001, and ceil would make 8 of it.
  const share = Math.ceil(rate * poolSize - 1e-9)
  return Math.max(config.min_pool_size, share)
}
