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

/**
 * Returns the relation of each memory to the statements of an identity. One that contradicts a proposal alone says so, unless
 * the identity or another proposal is equivalent to it.
 */
export function relationsTo(
  memories: readonly Pick<Memory, 'statement' | 'wordings'>[],
  identity: readonly IdentityStatement[],
): Relation[] {
  // Statements in the prompt come before proposals.
  const statements = identity.toSorted((a, b) => Number(a.isProposed) - Number(b.isProposed))
  const index = new TopicIndex(statements.map(({ statement }) => statement))
  return findAlike(memories.map(wordingsOf), statements).map(({ same, opposite }, at): Relation => {
    const contradicted = [
      ...opposite,
      ...wordingsOf(memories[at]!).flatMap((wording) => [
        ...index
          .near(wording)
          .map(({ at: near }) => statements[near]!)
          .filter(({ statement }) => contradict(statement, wording)),
        ...statements.filter(({ statement }) => forbids(statement, wording) || forbids(wording, statement)),
      ]),
    ]
    const valid = contradicted.find(({ isProposed }) => !isProposed)
    if (valid) return relation('contradicts', valid)
    if (same[0]) return relation('says_the_same', same[0])
    return contradicted[0] ? relation('contradicts', contradicted[0]) : { kind: 'new', statement: null }
  })
}

/** "1 contradicts the identity", "2 contradict proposals": how many memories contradict which, if any. */
export function describeContradictions(relations: readonly (Relation | null)[], identity: string): string[] {
  const contradicting = relations.filter((each) => each?.kind === 'contradicts')
  const proposed = contradicting.filter((each) => each!.is_proposed).length
  const say = (count: number, one: string, many: string) =>
    count > 0 ? [`${count} ${count === 1 ? `contradicts ${one}` : `contradict ${many}`}`] : []
  return [...say(contradicting.length - proposed, identity, identity), ...say(proposed, 'a proposal', 'proposals')]
}

const relation = (kind: Relation['kind'], { statement, isProposed }: IdentityStatement): Relation => ({
  kind,
  statement,
  ...(isProposed && { is_proposed: true as const }),
})

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
