import type { Category } from '../kinds.ts'
import { type LocalEmbedding, localRows } from '../vectors/sparse-rows.ts'
import { mayReplace } from './binding.ts'
import { findCandidates } from './candidates.ts'
import { type Objection, objectionTo } from './opposites.ts'
import { TopicIndex } from './topic-index.ts'

/** Finds the pairs of a list of statements that are equivalent or that contradict each other. */

interface Statement {
  category: Category
  statement: string
}

/** Pairs of positions in the list, the earlier statement first. */
export interface StatementPairs {
  /** Equivalent statements of one category, the most similar first; similarities from 0.85 to 1. */
  duplicates: { a: number; b: number; similarity: number }[]
  /** Statements about the same subject whose wording objects, the most topics in common first. */
  contradictions: { a: number; b: number; reason: string }[]
}

/**
 * Later statements are not compared. The most alike that anyone can write take 3 seconds, ordinary ones 0.3 (measured).
 */
export const maxCompared = 2000
/** The most entries of each list in an answer. */
export const maxListed = 100
/** The most statements that are read word by word against one, 5 µs each (measured). */
const maxRead = 100

const reasons: Record<Exclude<Objection, 'others'>, string> = {
  names: 'Both are about the same, but name different things in backticks',
  quantities: 'Both are about the same, with different numbers',
  order: 'Both are about the same, in another order in time',
  'amounts or roles': 'Both are about the same, but for another amount or with exchanged roles',
  sides: 'Both are about the same, in another direction or for others alone',
  denial: 'Both are about the same, and one denies what the other says',
  opposite: 'Both are about the same, and one says the opposite',
}

export function findPairs(statements: readonly Statement[], local: LocalEmbedding): StatementPairs {
  const compared = statements.slice(0, maxCompared).map(({ category, statement }, at) => ({ category, statement, at }))
  const byCategory = Map.groupBy(compared, ({ category }) => category)
  return {
    duplicates: [...byCategory.values()]
      .flatMap((items) => duplicatesAmong(items, local))
      .sort((a, b) => b.similarity - a.similarity || a.a - b.a || a.b - b.b),
    contradictions: contradictionsAmong(compared.map(({ statement }) => statement)),
  }
}

function duplicatesAmong(items: { statement: string; at: number }[], local: LocalEmbedding) {
  const rows = localRows(
    local,
    items.map(({ statement }) => statement),
  )
  const candidates = findCandidates(local.rescale, { items, rows }, rows)
  const vector = new Float32Array(rows.dimensions)
  return items.flatMap(({ statement, at }, row) => {
    rows.read(row, vector)
    return candidates(statement, row)
      .filter((other) => other.row < row)
      .map((other) => ({ ...other.item, similarity: local.rescale(rows.product(other.row, vector)) }))
      .map((other) => (other.statement === statement ? { ...other, similarity: 1 } : other))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, maxRead)
      .filter((other) => mayReplace(other.statement, statement))
      .map((other) => ({ a: other.at, b: at, similarity: Math.min(1, Math.round(other.similarity * 1000) / 1000) }))
  })
}

function contradictionsAmong(statements: readonly string[]) {
  const index = new TopicIndex(statements)
  return statements
    .flatMap((statement, b) =>
      index
        .near(statement, b)
        .sort((one, other) => other.share - one.share || one.at - other.at)
        .slice(0, maxRead)
        .flatMap(({ at, share }) => {
          const objection = objectionTo(statements[at]!, statement)
          return objection && objection !== 'others' ? [{ a: at, b, share, reason: reasons[objection] }] : []
        }),
    )
    .sort((one, other) => other.share - one.share || one.b - other.b || one.a - other.a)
    .map(({ a, b, reason }) => ({ a, b, reason }))
}

/** Lists the first 100 pairs of each sort, with `describe` in place of positions. */
export function listPairs<Described>(
  { duplicates, contradictions }: StatementPairs,
  describe: (position: number) => Described,
) {
  const list = <Pair extends { a: number; b: number }>(pairs: readonly Pair[]) =>
    pairs.slice(0, maxListed).map((pair) => ({ ...pair, a: describe(pair.a), b: describe(pair.b) }))
  return { duplicates: list(duplicates), contradictions: list(contradictions) }
}
