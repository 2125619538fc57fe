import pMap from 'p-map'
import { batchesOf } from '../../base/batches.ts'
import type { Requester } from '../../base/requester.ts'
import { kindOf } from '../../domain/kinds.ts'
import type { ExtractedObservation, ReadableContent, ReadingCost } from '../../domain/language.ts'
import { linesOf } from '../../domain/text/conversation-text.ts'
import { addressesModel } from '../../domain/text/model-address.ts'
import { share, statementOf } from './answer.ts'
import type { ModelClient } from './client.ts'
import { EndpointFailure } from './endpoint.ts'
import { splitText } from './parts.ts'
import { quoteFinder } from './quotes.ts'
import { observeTask } from './tasks.ts'

/** About 4,000 tokens of content in one question. */
const batchLength = 16_000
const parallel = 4

/** The number of items that discovery passes at once. */
const itemsAtOnce = 16
const charactersPerToken = 4
/** Overhead of an item, and of an observation in the answer, in tokens. */
const tokensAround = 25
const tokensFound = 40

/** The approximate number of requests of `observeWith` for content of that size, if each question is answered at once. */
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
 * Asks for the observations of each content item. Items are sent in batches; if a batch fails, each is sent alone. An
 * item that fails even alone has no observations, so that it cannot hold up all others; the failure is thrown only if
 * all items failed.
 */
export async function observeWith(
  client: ModelClient,
  contents: readonly ReadableContent[],
  requester: Requester,
): Promise<ExtractedObservation[][]> {
  const parts = contents.flatMap((content, at) => {
    const { agent_name, content: words, source_type } = content
    const find = source_type === 'conversation' ? quoteFinder(linesOf(agent_name, words)) : undefined
    return splitText(words, batchLength).map((text) => ({ at, content, text, find: find ?? quoteFinder(text) }))
  })
  let answered = 0
  let failure: EndpointFailure | undefined
  const observeAlone = async (part: Part) => {
    const found = await orOfRequest(observeBatch(client, [part], requester))
    if (found instanceof EndpointFailure) {
      failure = found
      return [[]]
    }
    answered++
    return found
  }
  const batches = batchesOf(parts, batchLength, (part) => part.text.length)
  const observe = async (batch: Part[]) => {
    if (batch.length === 1) return observeAlone(batch[0]!)
    const together = await orOfRequest(observeBatch(client, batch, requester))
    if (together instanceof EndpointFailure) return (await pMap(batch, observeAlone, { concurrency: 1 })).flat()
    answered++
    return together
  }
  const found = await pMap(batches, observe, { concurrency: parallel })
  if (failure && answered === 0) throw failure
  const results: ExtractedObservation[][] = contents.map(() => [])
  for (const [index, observations] of found.flat().entries()) results[parts[index]!.at]!.push(...observations)
  return results.map(distinct)
}

/** Returns a failure of this one request as a value; throws any other, since the next request would meet it too. */
const orOfRequest = <T>(promise: Promise<T>): Promise<T | EndpointFailure> =>
  promise.catch((error: unknown) => {
    if (error instanceof EndpointFailure && error.ofRequest) return error
    throw error
  })

async function observeBatch(
  client: ModelClient,
  batch: Part[],
  requester: Requester,
): Promise<ExtractedObservation[][]> {
  const { observations } = await client.ask({
    task: observeTask,
    context: '',
    data: batch.map(describe).join('\n\n'),
    requester,
    deadline: client.caller.deadline(),
  })
  const found: ExtractedObservation[][] = batch.map(() => [])
  for (const { item, category, statement: wording, quote: copied, confidence } of observations) {
    const part = batch[item - 1]
    const quote = part?.find(copied)
    const statement = statementOf(wording)
    if (!quote || !statement || addressesModel(quote) || addressesModel(statement)) continue
    if (isLatin(statement) !== isLatin(quote)) continue
    found[item - 1]!.push({ kind: kindOf(category), category, statement, quote, confidence: share(confidence) })
  }
  return found
}

/** Whether most letters are Latin; a statement in another script than its quote is not in the agent's words. */
const isLatin = (text: string): boolean =>
  2 * (text.match(/\p{Script=Latin}/gu)?.length ?? 0) > (text.match(/\p{L}/gu)?.length ?? 0)

const describe = ({ content, text }: Part, index: number) =>
  `[item ${index + 1}: ${content.source_type} of the agent ${content.agent_name}${content.title ? `, "${content.title}"` : ''}]\n${text}`

const distinct = (observations: ExtractedObservation[]): ExtractedObservation[] => [
  ...new Map(observations.map((each) => [`${each.category} ${each.statement}`, each])).values(),
]
