import { mayReplace } from './binding.ts'
import { sameSimilarity } from './similarity-thresholds.ts'

/** Finds equivalent statements (behavior: Near-duplicates on creation). */

/** An item that is equivalent to a statement, and their similarity, from 0.85 to 1. */
export interface NearItem {
  id: string
  statement: string
  similarity: number
}

/** Maximum number of items in an answer. */
const maxNear = 5

/** The entries of `others` that are equivalent to a statement, the most similar first. */
export function nearOf<Other extends Omit<NearItem, 'id'>>(statement: string, others: readonly Other[]): Other[] {
  const near = others
    // Equal statements are equivalent, even if the embedding knows none of the words.
    .map((other) => (other.statement === statement ? { ...other, similarity: 1 } : other))
    .filter(({ similarity }) => similarity >= sameSimilarity)
    .sort((a, b) => b.similarity - a.similarity)
  const found: Other[] = []
  for (const other of near) {
    if (found.length === maxNear) break
    if (mayReplace(statement, other.statement)) found.push({ ...other, similarity: Math.min(1, other.similarity) })
  }
  return found
}
