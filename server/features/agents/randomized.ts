import { keptWith } from '../../base/kept-with.ts'
import {
  type DynamicPromptConfig,
  dynamicPrompt,
  dynamicPromptJson,
  escapedParts,
  promptParts,
} from '../../domain/identity/dynamic-prompt.ts'
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

/** Kept with the identity, since its next variant is made of the same. */
const escapedPartsOf = keptWith((identity: Identity) => escapedParts(partsOf(identity)))

/** The same as JSON. */
export const randomizedJson = (identity: Identity, { seed, config }: Draw): string =>
  dynamicPromptJson(escapedPartsOf(identity), config, seed)
