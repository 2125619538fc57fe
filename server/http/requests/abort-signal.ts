import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#core/base/errors.ts'

/**
 * One signal for each response: the calls of an MCP batch share a response, and each would add another listener to it.
 */
const signals = new WeakMap<ServerResponse, AbortSignal>()

/**
 * Returns a signal that aborts when the client closes the connection before it has its answer. Fastify's own signal
 * aborts once the body is read.
 */
export function signalOf({ response }: FastifyRequest): AbortSignal {
  const known = signals.get(response)
  if (known) return known
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new AppError('client_closed', 'The client closed the connection'))
  })
  signals.set(response, gone.signal)
  return gone.signal
}
