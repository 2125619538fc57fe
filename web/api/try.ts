import { EventSourceParserStream } from 'eventsource-parser/stream'
import { ApiError, ask, type Body, streamApi } from './client.ts'

/** One message to the language model under an agent's prompt. */
export type TryBody = Body<'/agents/{agentId}/try', 'post'>

export interface TryEnd {
  finish_reason: 'stop' | 'length' | 'content_filter'
  input_tokens: number | null
  output_tokens: number | null
  /** Milliseconds since the start. */
  ms: number
}

type TryEvent =
  | { type: 'start'; model: string; version: number | null }
  | { type: 'text'; text: string }
  | ({ type: 'end' } & TryEnd)
  | { type: 'error'; error: string }

/**
 * Sends a message, and passes the answer on piece by piece.
 *
 * @throws ApiError with the sentence of the service, also for an answer that breaks off.
 */
export async function tryPrompt(
  agentId: string,
  body: TryBody,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<TryEnd> {
  const params = { path: { agentId } }
  const sent = streamApi.POST('/agents/{agentId}/try', { params, body, signal, parseAs: 'stream' })
  const stream = await ask(sent as Promise<{ data?: ReadableStream<Uint8Array>; error?: unknown; response: Response }>)
  const events = stream
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  while (true) {
    const { value, done } = await events.read().catch(() => ({ value: undefined, done: true as const }))
    if (done || !value) throw new ApiError(0, 'The answer broke off. Check the connection, then send it again.')
    const event = JSON.parse(value.data) as TryEvent
    if (event.type === 'text') onText(event.text)
    if (event.type === 'error') throw new ApiError(200, event.error)
    if (event.type === 'end') return event
  }
}
