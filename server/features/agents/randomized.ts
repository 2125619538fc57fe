import {
  type DynamicPromptConfig,
  dynamicPrompt,
  dynamicPromptJson,
  escapedParts,
  type PromptParts,
  promptParts,
} from '../../domain/dynamic-prompt.ts'
import { type Identity, profileOf, resolvedItems } from './renderings.ts'

/** Randomized variants of a prompt (behavior: Dynamic prompt). */

export interface Draw {
  seed: number
  config: DynamicPromptConfig
}

const partsOf = (identity: Identity) => promptParts(profileOf(identity.agent), resolvedItems(identity))

export const randomized = (identity: Identity, { seed, config }: Draw) => ({
  ...dynamicPrompt(partsOf(identity), config, seed),
  config,
})

/** By identity, since the next variant of it is made of the same. */
const knownParts = new WeakMap<Identity, PromptParts>()

/** The same as JSON. */
export function randomizedJson(identity: Identity, { seed, config }: Draw): string {
  let parts = knownParts.get(identity)
  if (!parts) {
    parts = escapedParts(partsOf(identity))
    knownParts.set(identity, parts)
  }
  return dynamicPromptJson(parts, config, seed)
}
