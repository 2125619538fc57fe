import pMap from 'p-map'
import { batchesOf } from '#core/base/batches.ts'
import type { Requester } from '#core/base/requester.ts'
import { kindOf } from '#core/domain/kinds.ts'
import type { ContentReading, ExtractedObservation, ReadableContent, ReadingCost } from '#core/domain/language.ts'
import { linesOf } from '#core/domain/text/conversation-text.ts'
import { addressesModel } from '#core/domain/text/model-address.ts'
import { share, statementOf } from '#core/models/answer.ts'
import type { ModelClient } from '#core/models/client.ts'
import { EndpointFailure } from '#core/models/endpoint.ts'
import { askByHalves, splitText } from '#core/models/parts.ts'
import { quoteFinder } from '#core/models/quotes.ts'
import { observeTask, type Task } from '#core/models/tasks.ts'

/** About 4,000 tokens of content in one question. */
const batchLength = 16_000
const parallel = 4

/** The number of items that discovery passes at once. */
const itemsAtOnce = 16
const charactersPerToken = 4
/** Overhead of an item, and of an observation in the answer, in tokens. */
const tokensAround = 25
const tokensFound = 40

/**
 * The approximate number of requests of `observeWith` for content of that size, if each question is answered at once.
 */
export function estimateReading(items: number, characters: number): ReadingCost {
  const requests = items === 0 ? 0 : Math.max(Math.ceil(items / itemsAtOnce), Math.ceil(characters / batchLength))
  const instructions = Math.ceil(observeTask.instructions.length / charactersPerToken)
  return {
    requests,
    input_tokens: requests * instructions + Math.ceil(characters / charactersPerToken) + items * tokensAround,
    output_tokens: items * tokensFound,
  }
}

/** A content item or a part of a long one. */
interface Part {
  /** Index of the content item. */
  at: number
  content: ReadableContent
  text: string
  /** Finds quotes where they must be: in a conversation only the agent's own lines count. */
  find: (quote: string) => string | undefined
}

/**
 * Asks for the observations of each content item. Items are sent in batches; if a batch fails, each is sent alone. A
 * failure of an item that is sent alone is returned, so that it cannot hold up all others.
 */
export async function observeWith(
  client: ModelClient,
  contents: readonly ReadableContent[],
  requester: Requester,
): Promise<ContentReading[]> {
  const parts = contents.flatMap((content, at) => {
    const { agent_name, content: words, source_type } = content
    const find = source_type === 'conversation' ? ownLineFinder(agent_name, words) : undefined
    return splitText(words, batchLength).map((text) => ({ at, content, text, find: find ?? quoteFinder(text) }))
  })
  const observeAlone = async (part: Part): Promise<ContentReading> => {
    const ask = (text: string) => askAbout(client, [{ ...part, text }], requester)
    const readings = await orOfRequest(askByHalves(part.text, ask, (answer) => readingsOf([part], answer)))
    return readings instanceof EndpointFailure ? { failure: 'unreadable', reason: readings.message } : merged(readings)
  }
  const batches = batchesOf(parts, batchLength, (part) => part.text.length)
  const observe = async (batch: Part[]): Promise<ContentReading[]> => {
    if (batch.length === 1) return [await observeAlone(batch[0]!)]
    const answer = await orOfRequest(askAbout(client, batch, requester))
    return answer instanceof EndpointFailure ? pMap(batch, observeAlone, { concurrency: 1 }) : readingsOf(batch, answer)
  }
  const found = (await pMap(batches, observe, { concurrency: parallel })).flat()
  const byContent = Map.groupBy(found.entries(), ([index]) => parts[index]!.at)
  return contents.map((_, at) => merged((byContent.get(at) ?? []).map(([, reading]) => reading)))
}

/** Finds quotes in the agent's own lines of a conversation, also those that begin with its name. */
function ownLineFinder(name: string, conversation: string): Part['find'] {
  const find = quoteFinder(linesOf(name, conversation))
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return (quote) => {
    const colon = quote.search(/[:\uFF1A]/)
    const isLabeled = colon > 0 && letters(quote.slice(0, colon)) === letters(name)
    return find(quote) ?? (isLabeled ? find(quote.slice(colon + 1)) : undefined)
  }
}

/** Returns a failure of this one request as a value; throws any other, since the next request would meet it too. */
const orOfRequest = <T>(promise: Promise<T>): Promise<T | EndpointFailure> =>
  promise.catch((error: unknown) => {
    if (error instanceof EndpointFailure && error.ofRequest) return error
    throw error
  })

type Answer = typeof observeTask extends Task<infer T> ? T : never

/**
 * The answer about the parts. If no quote of a part stands in it, the model is asked once more, and the second answer
 * counts for this part.
 */
async function askAbout(client: ModelClient, batch: Part[], requester: Requester): Promise<Answer> {
  let accepted: Answer['observations'] = []
  const answer = await client.ask({
    task: observeTask,
    context: '',
    data: batch.map(describe).join('\n\n'),
    requester,
    deadline: client.caller.deadline(),
    objection: (claim) => {
      const unquoted = readingsOf(batch, claim).flatMap((reading, at) => ('failure' in reading ? [at + 1] : []))
      if (unquoted.length === 0) return undefined
      accepted = batch.length === 1 ? [] : claim.observations.filter(({ item }) => !unquoted.includes(item))
      return `no "quote" of item ${unquoted.join(', ')} is in it word for word; copy passages, or leave the item out`
    },
  })
  return { observations: [...accepted, ...answer.observations] }
}

function readingsOf(batch: readonly Part[], { observations }: Answer): ContentReading[] {
  const unquoted: ContentReading = { failure: 'unquoted', reason: 'No quote of the language model is in the content' }
  const found = batch.map(() => ({ claimed: 0, quoted: 0, observations: [] as ExtractedObservation[] }))
  for (const { item, category, statement: wording, quote: copied, confidence } of observations) {
    const at = batch.length === 1 ? 0 : item - 1
    const reading = found[at]
    if (!reading) continue
    const quote = batch[at]!.find(copied)
    const statement = statementOf(wording)
    reading.claimed++
    if (!quote) continue
    reading.quoted++
    if (!statement || addressesModel(quote) || addressesModel(statement)) continue
    if (isLatin(statement) !== isLatin(quote)) continue
    reading.observations.push({ kind: kindOf(category), category, statement, quote, confidence: share(confidence) })
  }
  return found.map((reading) => (reading.claimed > 0 && reading.quoted === 0 ? unquoted : reading.observations))
}

/** The reading of a whole from those of its parts. */
function merged(readings: readonly ContentReading[]): ContentReading {
  const failed = readings.filter((reading) => 'failure' in reading)
  const unreadable = failed.find(({ failure }) => failure === 'unreadable')
  if (unreadable) return unreadable
  const observations = distinct(readings.flatMap((reading) => ('failure' in reading ? [] : reading)))
  return observations.length === 0 && failed.length > 0 ? failed[0]! : observations
}

/** Whether most letters are Latin; a statement in another script than its quote is not in the agent's words. */
const isLatin = (text: string): boolean =>
  2 * (text.match(/\p{Script=Latin}/gu)?.length ?? 0) > (text.match(/\p{L}/gu)?.length ?? 0)

const describe = ({ content, text }: Part, index: number) =>
  `[item ${index + 1}: ${content.source_type} of the agent ${content.agent_name}${content.title ? `, "${content.title}"` : ''}]\n${text}`

const distinct = (observations: ExtractedObservation[]): ExtractedObservation[] => [
  ...new Map(observations.map((each) => [`${each.category} ${each.statement}`, each])).values(),
]
