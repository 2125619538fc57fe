import { mayBeSame, nameOthers } from './opposites.ts'
import { sameSimilarity } from './similarity-thresholds.ts'

/** Which statements say the same as another one (behavior: Near-duplicates on creation). */

/** An item that says the same as a statement, and how similar the two are, from 0.85 to 1. */
export interface NearItem {
  id: string
  statement: string
  similarity: number
}

/** How many an answer names. */
const maxNear = 5

/** Those of `others` that say the same as a statement, the most similar first. */
export function nearOf<Other extends Omit<NearItem, 'id'>>(statement: string, others: readonly Other[]): Other[] {
  const near = others
    // Equal ones are the same, also where the embedding knows none of the words.
    .map((other) => (other.statement === statement ? { ...other, similarity: 1 } : other))
    .filter(({ similarity }) => similarity >= sameSimilarity)
    .sort((a, b) => b.similarity - a.similarity)
  const found: Other[] = []
  for (const other of near) {
    if (found.length === maxNear) break
    if (mayBeSame(statement, other.statement) && !nameOthers(statement, other.statement))
      found.push({ ...other, similarity: Math.min(1, other.similarity) })
  }
  return found
}
