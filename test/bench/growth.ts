import { benchReads, type ReadsOfSize } from './reads.ts'

/**
 * `npm run bench -- growth [largest]`: reads of agents of organizations with 10 to 100,000 agents, which one database
 * holds, on the embedded engine.
 */

const sizes = [10, 100, 1000, 10_000, 100_000]

export const benchGrowth = (largest = sizes.at(-1)!): Promise<ReadsOfSize[]> =>
  benchReads(
    'sqlite',
    sizes.filter((size) => size <= largest),
  )
