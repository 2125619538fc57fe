import { type DynamicPromptConfig, dynamicPrompt, type PromptParts, promptParts } from '../../domain/dynamic-prompt.ts'
import { type Identity, profileOf, resolvedItems } from './renderings.ts'

/** Randomized variants of a prompt (behavior: Dynamic prompt). */

export interface Draw {
  seed: number
  config: DynamicPromptConfig
}

export const randomized = (identity: Identity, { seed, config }: Draw) => ({
  ...dynamicPrompt(partsOf(identity), config, seed),
  config,
})

/** By identity, since the next variant of it is made of the same. */
const parts = new WeakMap<Identity, PromptParts>()

function partsOf(identity: Identity): PromptParts {
  const known = parts.get(identity) ?? promptParts(profileOf(identity.agent), resolvedItems(identity))
  parts.set(identity, known)
  return known
}
