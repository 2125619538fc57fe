import { mayReplace } from '#core/domain/similar/binding.ts'
import { findCandidates } from '#core/domain/similar/candidates.ts'
import { contradict, topicsIn } from '#core/domain/similar/opposites.ts'
import { localRows } from '#core/domain/vectors/sparse-rows.ts'
import { localEmbedding } from '#reader/embedding/embedding.ts'
import { isNegative } from '#reader/turns/statement.ts'

/** Finds statements that are equivalent to a memory in any of its wordings. */

interface Stated {
  statement: string
}

/** Joins two rules in one sentence: "short answers; no summary", "never use tabs, and run the linter". */
const clauseEnd = /(?:(?<!\s)\s+)?;\s+|,\s+(?:and|but|no|not)\s+/i

/** Each wording of a memory. */
export const wordingsOf = ({ statement, wordings }: { statement: string; wordings: readonly string[] }): string[] => [
  statement,
  ...wordings,
]

/** A statement and the parts of it that say something by themselves. */
export function partsOf(statement: string): string[] {
  const parts = statement.split(clauseEnd)
  return [statement, ...(parts.length > 1 ? parts.filter((part) => topicsIn(part).size > 1) : [])]
}

export interface Alike<Other> {
  /** Equivalent statements. */
  same: Other[]
  /** Statements about the same subject that say the opposite. */
  opposite: Other[]
}

/**
 * Returns, for each list of wordings, the entries of `others` that are alike, in their order. A statement that binds in
 * more cases is equivalent too if both forbid, or neither does: "push it to main" is not
 * "never push to main without a review".
 */
export function findAlike<Other extends Stated>(
  memories: readonly (readonly string[])[],
  others: readonly Other[],
): Alike<Other>[] {
  const rowsOf = (statements: readonly string[]) => localRows(localEmbedding, statements)
  const own = memories.map((wordings) => [...new Set(wordings.flatMap(partsOf))])
  const items = others.map(({ statement }, at) => ({ statement, at }))
  const rows = rowsOf(others.map(({ statement }) => statement))
  const ownRows = rowsOf(own.flat())
  const candidates = findCandidates(localEmbedding.rescale, { items, rows }, ownRows)
  let row = 0
  return own.map((wordings) => {
    const near = wordings.flatMap((wording) =>
      candidates(wording, row++).map(({ item }) => ({ at: item.at, wording, statement: item.statement })),
    )
    const pick = (test: (a: string, b: string) => boolean) => {
      const found = new Set(near.filter(({ wording, statement }) => test(wording, statement)).map(({ at }) => at))
      return [...found].sort((a, b) => a - b).map((at) => others[at]!)
    }
    return { same: pick(isSame), opposite: pick(contradict) }
  })
}

const isSame = (a: string, b: string): boolean =>
  mayReplace(a, b) || (mayReplace(a, b, true) && isNegative(a) === isNegative(b))
