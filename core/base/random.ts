/**
 * Returns a stream of numbers from 0 to below 1 that depends only on the seed, 0 to 2^32-1: a Weyl sequence with
 * scrambled steps. 32-bit integer arithmetic, so it is the same on every machine (behavior: Dynamic prompt). Not for
 * secrets.
 */
export function seeded(seed: number): () => number {
  let state = scramble(seed >>> 0)
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    return scramble(state) / 2 ** 32
  }
}

/** The finalizer of MurmurHash3, which maps 32 bits one-to-one to 32 bits: neighboring seeds share no pattern. */
function scramble(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** Returns a shuffled copy (Fisher-Yates, from the end): one random number for each item but the first. */
export function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const chosen = Math.floor(random() * (last + 1))
    const item = shuffled[last]!
    shuffled[last] = shuffled[chosen]!
    shuffled[chosen] = item
  }
  return shuffled
}
