import { LRUCache } from 'lru-cache'

const maxCounts = 1000

/** Counts of lists that take long, kept while nothing has been written to the database since they were counted. */
export class KnownCounts {
  readonly #countWrites: () => number | undefined
  readonly #counts = new LRUCache<string, { count: number; writes: number }>({ max: maxCounts })

  /** @param countWrites see `Connected.countWrites`. */
  constructor(countWrites: () => number | undefined) {
    this.#countWrites = countWrites
  }

  /** The count as of now: that of `key`, which names the list, or a new one. */
  async read(key: string, count: () => Promise<number>): Promise<number> {
    const writes = this.#countWrites()
    const known = this.#counts.get(key)
    if (known && known.writes === writes) return known.count
    const counted = await count()
    if (writes !== undefined) this.#counts.set(key, { count: counted, writes })
    return counted
  }
}
