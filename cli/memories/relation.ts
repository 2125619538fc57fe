import { contradict, topicsIn } from '#core/domain/similar/opposites.ts'
import { TopicIndex } from '#core/domain/similar/topic-index.ts'
import { readMood } from '#reader/rules-files/mood.ts'
import { isNegative } from '#reader/turns/statement.ts'
import type { IdentityStatement } from '../sessions/known-statements.ts'
import type { Memory } from './memory.ts'
import { findAlike, wordingsOf } from './same-words.ts'

/** Compares what tools noted with what the identity says. */

export interface Relation {
  kind: 'says_the_same' | 'contradicts' | 'new'
  /** The statement of the identity; null if it has none about this. */
  statement: string | null
  /** The statement awaits review, and is not in the prompt yet. */
  is_proposed?: true
}

/** Returns the relation of each memory to the statements of an identity. */
export function relationsTo(
  memories: readonly Pick<Memory, 'statement' | 'wordings'>[],
  identity: readonly IdentityStatement[],
): Relation[] {
  // Statements in the prompt come before proposals.
  const statements = identity.toSorted((a, b) => Number(a.isProposed) - Number(b.isProposed))
  const valid = statements.filter(({ isProposed }) => !isProposed).map(({ statement }) => statement)
  const index = new TopicIndex(valid)
  return findAlike(memories.map(wordingsOf), statements).map(({ same, opposite }, at): Relation => {
    const wordings = wordingsOf(memories[at]!)
    const [contradicted] = [
      ...opposite.filter(({ isProposed }) => !isProposed).map(({ statement }) => statement),
      ...wordings.flatMap((wording) => [
        ...index.near(wording).flatMap(({ at: near }) => (contradict(valid[near]!, wording) ? [valid[near]!] : [])),
        ...valid.filter((statement) => forbids(statement, wording) || forbids(wording, statement)),
      ]),
    ]
    if (contradicted !== undefined) return { kind: 'contradicts', statement: contradicted }
    const [first] = same
    if (!first) return { kind: 'new', statement: null }
    return {
      kind: 'says_the_same',
      statement: first.statement,
      ...(first.isProposed && { is_proposed: true as const }),
    }
  })
}

/** A prohibition that holds everywhere and without a condition. */
const conditional = /\b(?:without|unless|except|until|before|after|if|when|while|only|more than|less than|too)\b/i
/** Words that say that something should be there, and places that all code has. */
const wantsThere =
  /^(?:always |please |also )?(?:add|write|use|include|put|make|create|prefer|keep|give|have)\b|\b(?:wanted|expected|required|preferred|welcome|desired)\b/i
const light = topicsIn(
  'add write use include put make create prefer keep give have need want code codebase file project repository',
)

/** Whether one statement forbids what the other one wants: "do not add comments to the code", "comments are wanted". */
function forbids(prohibition: string, other: string): boolean {
  if (!isNegative(prohibition) || isNegative(other) || conditional.test(prohibition)) return false
  const forbidden = topicsIn(prohibition).difference(light)
  const wanted = topicsIn(other)
  const isAsked =
    wantsThere.test(other) || (readMood(other).form === 'imperative' && forbidden.has([...wanted][0] ?? ''))
  return isAsked && forbidden.size > 0 && forbidden.isSubsetOf(wanted)
}
