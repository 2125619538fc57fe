import { LRUCache } from 'lru-cache'

const maxCounts = 1000

/** Caches the counts of long lists until the database is written to: counting 100,000 rows occupies a thread. */
export class KnownCounts {
  readonly #version: () => number | undefined
  readonly #counts = new LRUCache<string, { count: number; version: number | undefined }>({ max: maxCounts })

  /** @param version changes with every write to the database; undefined while that is not known. */
  constructor(version: () => number | undefined) {
    this.#version = version
  }

  /** Returns the current count of `key`, which names the list: the cached one or a new one. */
  async read(key: string, count: () => Promise<number>): Promise<number> {
    const version = this.#version()
    const known = this.#counts.get(key)
    if (known?.version !== undefined && known.version === version) return known.count
    const counted = await count()
    this.#counts.set(key, { count: counted, version })
    return counted
  }
}
