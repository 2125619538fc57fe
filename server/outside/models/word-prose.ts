import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { LanguageEngine } from '#core/domain/language.ts'
import { mayBeSame } from '#core/domain/similar/opposites.ts'
import { maybeSimilarity } from '#core/domain/similar/similarity-thresholds.ts'
import { addressesModel } from '#core/domain/text/model-address.ts'
import { cosine } from '#core/domain/vectors/similarity.ts'
import { statementOf } from '#core/models/answer.ts'
import { type ModelClient, orPartial } from '#core/models/client.ts'
import { wordProseTask } from '#core/models/tasks.ts'
import { embed, rescale } from '#reader/embedding/embedding.ts'
import { denies, stemsOf } from './merge.ts'

type WordProse = NonNullable<LanguageEngine['wordProse']>

/** A request waits for the prompt. */
const patienceMs = 15_000
/** More than one answer of a model can hold; such prompts keep the built-in wording. */
const maxStatements = 100
const maxLength = 12_000
/** Size of the cache of answers, in characters, so that the same request gets the same bytes. */
const keptLength = 2_000_000

/** Sentences that are each equivalent to their statement; one that is not is dropped (behavior: Prose prompt). */
export function wordProseWith(client: ModelClient, now: () => number): WordProse {
  const kept = new LRUCache<string, readonly (string | undefined)[]>({
    maxSize: keptLength,
    sizeCalculation: (sentences, key) => key.length + sentences.join('').length + 1,
  })
  return async (statements, requester) => {
    const data = statements.map((each, at) => `${at + 1}. ${each}`).join('\n')
    if (statements.length === 0 || statements.length > maxStatements || data.length > maxLength) return []
    const key = `${requester.org_id}\n${data}`
    const known = kept.get(key)
    if (known) return known
    try {
      const deadline = Math.min(client.caller.deadline(), now() + patienceMs)
      const answer = await orPartial(client.ask({ task: wordProseTask, context: '', data, requester, deadline }))
      const sentences = await faithful(statements, answer.sentences)
      kept.set(key, sentences)
      return sentences
    } catch {
      requester.signal?.throwIfAborted()
      return []
    }
  }
}

async function faithful(statements: readonly string[], sentences: readonly { statement: number; sentence: string }[]) {
  const found: (string | undefined)[] = []
  for (const [at, statement] of statements.entries()) {
    // Comparing takes about a millisecond, so other requests get a turn in between.
    await setImmediate()
    const wording = sentences.find((each) => each.statement === at + 1)?.sentence
    const sentence = wording === undefined ? undefined : statementOf(wording)
    found.push(sentence !== undefined && saysTheSame(sentence, statement) ? sentence : undefined)
  }
  return found
}

/** One sentence, with most words of the statement and few others, negated if the statement is. */
function saysTheSame(sentence: string, statement: string): boolean {
  if (/[.!?]\s|^[^\p{L}\p{N}]/u.test(sentence) || addressesModel(sentence)) return false
  const [told, said] = [stemsOf(sentence), stemsOf(statement)]
  return (
    told.intersection(said).size >= said.size * 0.6 &&
    told.difference(said).size <= said.size / 2 + 2 &&
    denies(sentence) === denies(statement) &&
    mayBeSame(sentence, statement) &&
    isSimilar(sentence, statement)
  )
}

function isSimilar(a: string, b: string): boolean {
  const [left, right] = embed([a, b])
  return rescale(cosine(left!, right!)) >= maybeSimilarity
}
