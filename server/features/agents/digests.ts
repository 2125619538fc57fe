import type { Asker } from '../../base/asker.ts'
import { Thread } from '../../base/thread.ts'
import type { DigestLines } from '../../domain/identity/digest.ts'
import type { ProseItem } from '../../domain/identity/prose-prompt.ts'
import type { LargeIdentities } from './large-identities.ts'
import type { LayerCache } from './layer-cache.ts'
import { identityOf, linesOf } from './renderings.ts'
import type { Stamp } from './stamps.ts'

interface ProseToFit {
  introduction: string[]
  items: ProseItem[]
  /** What may be cut, the first to go first. */
  order: string[]
  maxTokens: number
}

/** What the thread that counts tokens is asked. */
export interface CountingWork {
  prose: { input: ProseToFit; output: { prompt: string; cut: string[] } }
  fit: { input: { lines: DigestLines; maxTokens: number }; output: string }
}

const countingSeconds = 20
/** Readers after a write to an organization of many agents. */
const maxWaiting = 1000

/**
 * Digests of agents. Tokens are counted in a thread: its tables take 190 ms to load and 40 MB (measured), which the
 * thread gives back when it ends.
 */
export class Digests {
  readonly #layers: LayerCache
  readonly #large: LargeIdentities
  readonly #thread = new Thread<CountingWork>(new URL('./counting-worker.ts', import.meta.url), {
    deadlineSeconds: countingSeconds,
    tooLong: `Counting the tokens of this agent takes longer than ${countingSeconds} seconds; shorten its items`,
    waiting: maxWaiting,
  })

  constructor({ layers, large }: { layers: LayerCache; large: LargeIdentities }) {
    this.#layers = layers
    this.#large = large
  }

  /** The digest at a stamp; undefined when the agent was moved or deleted after the stamp was read. */
  async render(agentId: string, stamp: Stamp, maxTokens: number): Promise<Buffer | undefined> {
    const lines = await this.#large.make(
      agentId,
      async (maxItems) => {
        const layers = await this.#layers.read(agentId, stamp, maxItems)
        return layers && linesOf(identityOf(layers))
      },
      (thread) => thread.run('digest', { agentId, stamp }, { org_id: stamp.orgId }),
    )
    return lines && Buffer.from(await this.#thread.run('fit', { lines, maxTokens }, { org_id: stamp.orgId }))
  }

  /** A prose prompt of at most so many tokens (behavior: Prose prompt). */
  fitProse(input: ProseToFit, asker: Asker) {
    return this.#thread.run('prose', input, asker)
  }

  async close(): Promise<void> {
    await this.#thread.close()
  }
}
