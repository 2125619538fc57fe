import type { Asker } from '../../base/asker.ts'
import type { MaybePromise } from '../../base/maybe-promise.ts'
import { Thread } from '../../base/thread.ts'
import type { DigestLines } from '../../domain/identity/digest.ts'
import type { ProseItem } from '../../domain/identity/prose-prompt.ts'
import { contentTag, type Document } from './documents.ts'
import type { LargeIdentities } from './large-identities.ts'
import type { LayerCache } from './layer-cache.ts'
import { identityOf, linesOf } from './renderings.ts'
import { StampedCache } from './stamped-cache.ts'
import type { StampReader } from './stamps.ts'

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
/** What a digest takes in the process besides its text, in bytes. */
const bytesPerEntry = 500

/**
 * Digests of agents. Tokens are counted in a thread: its tables take 190 ms to load and 40 MB (measured), which the
 * thread gives back when it ends.
 */
export class Digests {
  readonly #layers: LayerCache
  readonly #large: LargeIdentities
  readonly #digests: StampedCache<Document>
  readonly #thread = new Thread<CountingWork>(new URL('./counting-worker.ts', import.meta.url), {
    deadlineSeconds: countingSeconds,
    tooLong: `Counting the tokens of this agent takes longer than ${countingSeconds} seconds; shorten its items`,
    waiting: maxWaiting,
  })

  constructor({
    layers,
    large,
    ...options
  }: {
    stamps: StampReader
    layers: LayerCache
    large: LargeIdentities
    maxBytes: number
  }) {
    this.#layers = layers
    this.#large = large
    this.#digests = new StampedCache({ ...options, sizeOf: ({ body }) => body.byteLength + bytesPerEntry })
  }

  /** The digest as of now; undefined when the agent is missing or in none of the organizations. */
  read(orgIds: string[], agentId: string, maxTokens: number): MaybePromise<Document | undefined> {
    return this.#digests.read({ orgIds, agentId, name: String(maxTokens) }, async (stamp) => {
      const lines = await this.#large.make(
        agentId,
        async (maxItems) => {
          const layers = await this.#layers.read(agentId, stamp, maxItems)
          return layers && linesOf(identityOf(layers))
        },
        (thread) => thread.run('digest', { agentId, stamp }, { org_id: stamp.orgId }),
      )
      if (!lines) return undefined
      const body = Buffer.from(await this.#thread.run('fit', { lines, maxTokens }, { org_id: stamp.orgId }))
      return { body, etag: contentTag(body) }
    })
  }

  /** A prose prompt of at most so many tokens (behavior: Prose prompt). */
  fitProse(input: ProseToFit, asker: Asker) {
    return this.#thread.run('prose', input, asker)
  }

  async close(): Promise<void> {
    await this.#thread.close()
  }
}
