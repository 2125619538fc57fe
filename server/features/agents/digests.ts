import { computing } from '#core/base/computing.ts'
import type { Requester } from '#core/base/requester.ts'
import type { DigestLines } from '#core/domain/identity/digest.ts'
import type { ProseItem } from '#core/domain/identity/prose-prompt.ts'
import type { LargeIdentities } from './large-identities.ts'
import type { LayerCache } from './layer-cache.ts'
import { identityOf, linesOf } from './renderings.ts'
import type { Stamp } from './stamps.ts'

interface ProseToFit {
  introduction: string[]
  items: ProseItem[]
  /** Ids that may be cut, the first to be cut first. */
  order: string[]
  maxTokens: number
}

/** Tasks that count tokens. */
export interface CountingWork {
  prose: { input: ProseToFit; output: { prompt: string; cut: string[] } }
  fit: { input: { lines: DigestLines; maxTokens: number }; output: string }
}

/** More items can take longer than a quick task may. */
const maxQuickItems = 1000
/** The most waiting readers, such as after a write to an organization of many agents. */
const maxWaiting = 1000

/**
 * Counts tokens in a thread: the tables take 190 ms to load and 40 MB (measured), which are freed when the thread ends.
 */
const counting = computing.sizedTasks<CountingWork>('counting', {
  longSeconds: 20,
  tooMuch: (taken) => `Counting the tokens of this agent takes ${taken}; shorten its items`,
  waiting: maxWaiting,
})
const countingOf = (items: readonly unknown[]) => counting[items.length <= maxQuickItems ? 'quick' : 'long']

/** Renders digests of agents. */
export class Digests {
  readonly #layers: LayerCache
  readonly #large: LargeIdentities

  constructor({ layers, large }: { layers: LayerCache; large: LargeIdentities }) {
    this.#layers = layers
    this.#large = large
  }

  /** Renders the digest at a stamp; undefined when the agent was moved or deleted after the stamp was read. */
  async render(agentId: string, stamp: Stamp, maxTokens: number): Promise<Buffer | undefined> {
    const lines = await this.#large.make(
      agentId,
      async (maxItems) => {
        const layers = await this.#layers.read(agentId, stamp, maxItems)
        return layers && linesOf(identityOf(layers))
      },
      (rendering) => rendering.run('digest', { agentId, stamp }, { org_id: stamp.orgId }),
    )
    return lines && Buffer.from(await countingOf(lines.lines).run('fit', { lines, maxTokens }, { org_id: stamp.orgId }))
  }

  /** Cuts a prose prompt to the maximum number of tokens (behavior: Prose prompt). */
  fitProse(input: ProseToFit, requester: Requester) {
    return countingOf(input.items).run('prose', input, requester)
  }
}
