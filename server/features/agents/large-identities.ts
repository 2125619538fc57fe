import { LRUCache } from 'lru-cache'
import type { Pool, TaskGroup } from '../../base/pool.ts'
import type { DigestLines } from '../../domain/identity/digest.ts'
import { TooManyItems } from './layer-cache.ts'
import type { Draw } from './randomized.ts'
import type { DocumentName } from './renderings.ts'
import type { Stamp } from './stamps.ts'

/** Which identity is read: an agent's, at a stamp. */
interface At {
  agentId: string
  stamp: Stamp
}

/** Undefined where the agent was moved or deleted after the stamp was read. */
export interface RenderingWork {
  document: { input: At & { name: DocumentName }; output: Uint8Array | undefined }
  /** The merged identity as JSON. */
  identity: { input: At; output: Uint8Array | undefined }
  /** A randomized prompt as JSON. */
  randomized: { input: At & Draw; output: Uint8Array | undefined }
  digest: { input: At; output: DigestLines | undefined }
}

/** With more items, an identity is read and rendered in a thread with a connection of its own. */
export const maxItemsHere = 1000
const renderingSeconds = 60
/** Renderings of one organization that may wait; many readers of one document share one. */
const maxRenderings = 1000

/** Identities of many items: reading and rendering one takes 100 ms and more, during which no request could be served. */
export class LargeIdentities {
  readonly #rendering: TaskGroup<RenderingWork>
  /** Agents that were too large, so that they are not read here again to find out. */
  readonly #large = new LRUCache<string, true>({ max: 1000 })

  /** @param pool the threads that read the database. */
  constructor(pool: Pool) {
    this.#rendering = pool.tasks('rendering', {
      deadlineSeconds: renderingSeconds,
      tooLong: `Rendering this agent takes longer than ${renderingSeconds} seconds; delete items that it does not need`,
      waiting: maxRenderings,
    })
  }

  /**
   * What is made of an identity here, or in the thread where it has too many items.
   *
   * @param here makes it of at most so many items, or throws `TooManyItems`.
   */
  async make<Here, There>(
    agentId: string,
    here: (maxItems: number) => Promise<Here>,
    there: (rendering: TaskGroup<RenderingWork>) => Promise<There>,
  ): Promise<Here | There> {
    if (this.#large.has(agentId)) return there(this.#rendering)
    try {
      return await here(maxItemsHere)
    } catch (error) {
      if (!(error instanceof TooManyItems)) throw error
      this.#large.set(agentId, true)
      return there(this.#rendering)
    }
  }
}
