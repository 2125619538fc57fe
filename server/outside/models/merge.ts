import { stemmer } from 'stemmer'
import type { Requester } from '#core/base/requester.ts'
import { negationWords } from '#core/domain/similar/words.ts'
import { addressesModel } from '#core/domain/text/model-address.ts'
import { statementOf } from '#core/models/answer.ts'
import type { ModelClient } from '#core/models/client.ts'
import { EndpointFailure } from '#core/models/endpoint.ts'
import { mergeTask } from '#core/models/tasks.ts'

/**
 * Merges equivalent statements to one sentence in their words. The first statement stays when the answer is anything
 * else, or missing: a wording is no reason to hold a proposal back.
 */
export async function mergeStatementsWith(
  client: ModelClient,
  statements: readonly [central: string, ...others: string[]],
  requester: Requester,
): Promise<string> {
  const [central] = statements
  try {
    const { statement } = await client.ask({
      task: mergeTask,
      context: '',
      data: statements.map((each, at) => `${at + 1}. ${each}`).join('\n'),
      requester,
      deadline: client.caller.deadline(),
    })
    const merged = statementOf(statement)
    return merged !== undefined && isFaithful(merged, statements) ? merged : central
  } catch (error) {
    if (error instanceof EndpointFailure) return central
    throw error
  }
}

/**
 * Whether a sentence is equivalent to the statements: no longer than they are, in their words and punctuation, with
 * every word that all of them have and at least half of those of the first, and negated if the first is.
 */
function isFaithful(merged: string, statements: readonly [string, ...string[]]): boolean {
  const longest = Math.max(...statements.map(({ length }) => length))
  if (merged.length > longest || /[.!?]\s|^[^\p{L}\p{N}]/u.test(merged) || addressesModel(merged)) return false
  const stems = stemsOf(merged)
  const said = statements.map(stemsOf)
  const any = said.reduce((all, each) => all.union(each))
  const common = said.reduce((all, each) => all.intersection(each))
  const central = said[0]!
  return (
    stems.isSubsetOf(any) &&
    common.isSubsetOf(stems) &&
    stems.intersection(central).size >= central.size / 2 &&
    denies(merged) === denies(statements[0])
  )
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+|[^\p{L}\p{N}\s'",.()-]/gu) ?? []

/** Words that join others and mean nothing themselves. */
const joints = new Set(['a', 'an', 'the', 'this', 'that', 'it', 'and', 'or', 'of', 'in', 'on', 'at', 'to', 'by', 'for'])

/** The stems of its words, and its punctuation, since markdown needs characters that no statement has. */
export const stemsOf = (text: string): Set<string> =>
  new Set(wordsOf(text).flatMap((word) => (joints.has(word) ? [] : [stemmer(word)])))

export const denies = (text: string): boolean =>
  wordsOf(text).some((word) => negationWords.has(word) || word.endsWith("n't"))
