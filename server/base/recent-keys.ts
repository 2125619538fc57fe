import { quickHash } from './hash.ts'

/**
 * Tells whether a key came up not long ago, in little memory: each key has a slot by its hash, which the next key of
 * the same slot takes over. Wrong about one pair of keys in four billion.
 */
export class RecentKeys {
  readonly #slots: Uint32Array

  /** @param slots how many keys are remembered at most. */
  constructor(slots: number) {
    this.#slots = new Uint32Array(slots)
  }

  /** Remembers the key; tells whether it was remembered before. */
  note(key: string): boolean {
    const hash = quickHash(key)
    const slot = hash % this.#slots.length
    const isKnown = this.#slots[slot] === hash
    this.#slots[slot] = hash
    return isKnown
  }
}
