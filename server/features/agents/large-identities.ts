import { LRUCache } from 'lru-cache'
import type { MaybePromise } from '#core/base/maybe-promise.ts'
import type { Pool, TaskGroup } from '#core/base/pool.ts'
import type { DigestLines } from '#core/domain/identity/digest.ts'
import { TooManyItems } from './layer-cache.ts'
import type { RandomChoice } from './randomized.ts'
import type { DocumentName, RenderedPrompt } from './renderings.ts'
import type { Stamp } from './stamps.ts'

/** Identifies an identity: an agent's, at a stamp. */
interface At {
  agentId: string
  stamp: Stamp
}

/** Outputs are undefined when the agent was moved or deleted after the stamp was read. */
export interface RenderingWork {
  document: { input: At & { name: DocumentName; prompt?: string | undefined }; output: Uint8Array | undefined }
  prompt: { input: At; output: RenderedPrompt | undefined }
  /** The merged identity as JSON. */
  identity: { input: At; output: Uint8Array | undefined }
  /** A randomized prompt as JSON. */
  randomized: { input: At & RandomChoice; output: Uint8Array | undefined }
  digest: { input: At; output: DigestLines | undefined }
}

/** Identities with more items are read and rendered in a thread with its own connection. */
export const maxItemsHere = 1000
const renderingSeconds = 60
/** The most renderings of one organization that may wait; concurrent readers of a document share one. */
const maxRenderings = 1000

/**
 * Renders identities of many items in threads: reading and rendering one takes 100 ms and more, which would block every
 * other request.
 */
export class LargeIdentities {
  readonly #rendering: TaskGroup<RenderingWork>
  /** Remembers agents that were too large, so that they are not read in the main thread again to find out. */
  readonly #large = new LRUCache<string, true>({ max: 1000 })

  /** @param pool the threads that read the database. */
  constructor(pool: Pool) {
    this.#rendering = pool.tasks('rendering', {
      deadlineSeconds: renderingSeconds,
      tooMuch: (taken) => `Rendering this agent takes ${taken}; delete items that it does not need`,
      waiting: maxRenderings,
    })
  }

  /**
   * Derives a result from an identity in the main thread, or in a worker thread if it has too many items.
   *
   * @param here computes it from at most that many items, or throws `TooManyItems`.
   */
  make<Here, InThread>(
    agentId: string,
    here: (maxItems: number) => MaybePromise<Here>,
    inThread: (rendering: TaskGroup<RenderingWork>) => Promise<InThread>,
  ): MaybePromise<Here | InThread> {
    if (this.#large.has(agentId)) return inThread(this.#rendering)
    const makeInThread = (error: unknown) => {
      if (!(error instanceof TooManyItems)) throw error
      this.#large.set(agentId, true)
      return inThread(this.#rendering)
    }
    try {
      const made = here(maxItemsHere)
      return made instanceof Promise ? made.catch(makeInThread) : made
    } catch (error) {
      return makeInThread(error)
    }
  }
}
