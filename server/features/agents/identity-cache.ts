import { LRUCache } from 'lru-cache'
import { itemsBytes, type LayerCache } from './layer-cache.ts'
import { type Identity, identityOf } from './renderings.ts'
import type { StampReader } from './stamps.ts'

interface CachedIdentity {
  identity: Identity
  stamp: string
  /** The number of writes to the database when the stamp was read last; see `Connected.countWrites`. */
  writes: number | undefined
}

/** Merged identities by stamp, for what is made of them anew for each request, such as a dynamic prompt. */
export class IdentityCache {
  readonly #stamps: StampReader
  readonly #layers: LayerCache
  readonly #countWrites: () => number | undefined
  readonly #identities: LRUCache<string, CachedIdentity>

  constructor(options: {
    stamps: StampReader
    layers: LayerCache
    countWrites: () => number | undefined
    maxBytes: number
  }) {
    this.#stamps = options.stamps
    this.#layers = options.layers
    this.#countWrites = options.countWrites
    this.#identities = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ identity }) => itemsBytes(identity.items),
    })
  }

  /** An identity as of now; undefined when the agent is missing or in none of the organizations. */
  async read(orgIds: string[], agentId: string): Promise<Identity | undefined> {
    const cached = this.#identities.get(agentId)
    const isUnchanged = cached?.writes !== undefined && cached.writes === this.#countWrites()
    if (isUnchanged && orgIds.includes(cached.identity.agent.org_id)) return cached.identity
    while (true) {
      const writes = this.#countWrites()
      const found = await this.#stamps.read(orgIds, agentId)
      if (!found) return undefined
      const { stamp } = found
      if (cached?.stamp === stamp.text) {
        cached.writes = writes
        return cached.identity
      }
      const layers = await this.#layers.read(agentId, stamp)
      // What it is made of has changed since the stamp was read.
      if (!layers) continue
      const identity = identityOf(layers)
      this.#identities.set(agentId, { identity, stamp: stamp.text, writes })
      return identity
    }
  }
}
