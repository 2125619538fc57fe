import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, InvalidResponseDataError, streamText } from 'ai'
import { AppError } from '../base/errors.ts'
import type { PromptTrial, PromptTrials, TrialEnd } from '../domain/language.ts'
import type { ModelClient } from './client.ts'
import { completionsAsText } from './completion.ts'
import { AnswerTooLarge, BrokenAnswer, boundedStream, type Endpoint } from './endpoint.ts'

/** The longest answer, in tokens: enough to judge a prompt by, and a bound on what one message costs. */
const maxOutputTokens = 2000
const task = 'try_prompt'

/** Lets people try prompts with the models of an endpoint. */
export function promptTrials(client: ModelClient, endpoint: Endpoint): PromptTrials {
  const { baseUrl, apiKey, timeoutMs } = endpoint
  const provider = createOpenAICompatible({
    name: 'llm',
    baseURL: baseUrl,
    apiKey,
    fetch: alwaysStreamed(boundedStream(timeoutMs)),
    includeUsage: true,
  })

  async function answer({ prompt, message, model }: PromptTrial, signal: AbortSignal, onText: (text: string) => void) {
    let isBegun = false
    const request = { model: provider(model), instructions: prompt, prompt: message, maxOutputTokens }
    const { stream } = streamText({ ...request, abortSignal: signal, maxRetries: 0, onError: () => undefined })
    try {
      for await (const part of stream) {
        if (part.type === 'error') throw part.error
        if (part.type === 'abort') throw signal.reason
        if (part.type === 'text-delta' && part.text !== '') {
          isBegun = true
          onText(part.text)
        }
        if (part.type === 'finish') return endOf(part, isBegun)
      }
    } catch (error) {
      throw faultOf(error, isBegun)
    }
    throw new BrokenAnswer()
  }

  return {
    models: [...new Set([endpoint.model, ...(endpoint.trialModels ?? [])])],
    run: (trial, requester, onText) =>
      client.inTurn(requester, async () => {
        client.count(requester, task, { calls: 1 })
        try {
          const attempt = async (late: AbortSignal) => {
            const signal = AbortSignal.any([late, ...(requester.signal ? [requester.signal] : [])])
            try {
              return await answer(trial, signal, onText)
            } catch (error) {
              if (requester.signal?.aborted) throw new AppError('client_closed', 'The client closed the connection')
              throw error
            }
          }
          const end = await client.caller.call(client.caller.deadline(), attempt, true)
          client.count(requester, task, { input_tokens: end.input_tokens ?? 0, output_tokens: end.output_tokens ?? 0 })
          return end
        } catch (error) {
          client.count(requester, task, { failures: 1 })
          throw error
        }
      }),
  }
}

/** The fault inside of an error of the SDK. An answer whose beginning was passed on must not be asked for again. */
function faultOf(error: unknown, isBegun: boolean): unknown {
  const fault = APICallError.isInstance(error) ? error.cause : error
  if (fault instanceof AnswerTooLarge) return fault
  const isBroken = InvalidResponseDataError.isInstance(error) || (isBegun && APICallError.isInstance(error))
  return isBroken ? new BrokenAnswer() : error
}

interface Finish {
  finishReason: string
  totalUsage: { inputTokens: number | undefined; outputTokens: number | undefined }
}

/** @throws Error for an empty answer, which reads like one that cannot be read. */
function endOf({ finishReason, totalUsage }: Finish, hasText: boolean): TrialEnd {
  const finish_reason =
    finishReason === 'length' ? 'length' : finishReason === 'content-filter' ? 'content_filter' : 'stop'
  if (!hasText && finish_reason === 'stop') throw new Error('The answer is empty')
  const { inputTokens: input_tokens = null, outputTokens: output_tokens = null } = totalUsage
  return { finish_reason, input_tokens, output_tokens }
}

/** Turns a complete answer into a stream of one piece, since some endpoints ignore the request for a stream. */
const alwaysStreamed =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init)
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) return response
    const complete = await completionsAsText(async () => response)(input, init)
    if (!complete.ok) return complete
    const { choices, usage } = (await complete.json()) as { choices: Choice[]; usage: unknown }
    const pieces = choices.map(({ message: { content }, finish_reason }) => ({ delta: { content }, finish_reason }))
    return new Response(`data: ${JSON.stringify({ choices: pieces, usage })}\n\ndata: [DONE]\n\n`, {
      headers: { 'content-type': 'text/event-stream' },
    })
  }

interface Choice {
  message: { content: string }
  finish_reason: string
}
