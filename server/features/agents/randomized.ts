import { memoizeOn } from '#core/base/memoize-on.ts'
import {
  type DynamicPromptConfig,
  dynamicPrompt,
  type PromptParts,
  promptParts,
} from '#core/domain/identity/dynamic-prompt.ts'
import { type Identity, profileOf, resolvedItems } from './renderings.ts'

/** Generates randomized variants of a prompt (behavior: Dynamic prompt). */

export interface RandomChoice {
  seed: number
  config: DynamicPromptConfig
}

const draw = (parts: PromptParts, { seed, config }: RandomChoice) => ({ ...dynamicPrompt(parts, config, seed), config })

export const randomized = (identity: Identity, input: RandomChoice) =>
  draw(promptParts(profileOf(identity.agent), resolvedItems(identity)), input)

export const randomizedJson = (identity: Identity, input: RandomChoice): string =>
  JSON.stringify(randomized(identity, input))

/** Memoized on the document: every variant uses the same parts. */
const partsIn = memoizeOn(({ body }: { body: Buffer }): PromptParts => JSON.parse(body.toString()))

/** Generates a variant as JSON from the document of an agent's prompt parts. */
export const randomizedFrom = (parts: { body: Buffer }, input: RandomChoice): string =>
  JSON.stringify(draw(partsIn(parts), input))
