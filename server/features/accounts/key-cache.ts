import { LRUCache } from 'lru-cache'
import type { CacheStats } from '#core/base/cache-stats.ts'
import type { Caller } from '#core/domain/requests/caller.ts'

/**
 * How long a cached key is valid without reading the database again: the most that another
 * replica's revocation can lag.
 */
export const keyCacheMs = 1000

/** Caches callers by raw key, for a second at most. Every revocation in this process empties it. */
export class KeyCache extends LRUCache<string, Caller> {
  #hits = 0
  #misses = 0

  constructor() {
    super({ max: 10_000, ttl: keyCacheMs })
  }

  override get(key: string): Caller | undefined {
    const caller = super.get(key)
    if (caller) this.#hits++
    else this.#misses++
    return caller
  }

  stats(): CacheStats {
    return { hits: this.#hits, misses: this.#misses, entries: this.size }
  }
}
