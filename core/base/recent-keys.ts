import { quickHash } from './hash.ts'

/**
 * Detects keys that occurred recently, in little memory: each key has a slot by its hash, until another key takes the
 * same slot. One pair of keys in four billion is mistaken for the same key.
 */
export class RecentKeys {
  readonly #slots: Uint32Array

  /** @param slots the largest number of keys remembered. */
  constructor(slots: number) {
    this.#slots = new Uint32Array(slots)
  }

  /** Remembers the key. Returns whether it was remembered before. */
  note(key: string): boolean {
    const hash = quickHash(key)
    const slot = hash % this.#slots.length
    const isKnown = this.#slots[slot] === hash
    this.#slots[slot] = hash
    return isKnown
  }
}
