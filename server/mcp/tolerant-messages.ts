import type { FastifyRequest } from 'fastify'

/**
 * Accepts what clients send where the meaning is plain, since the SDK reads messages and headers strictly: JSON alone
 * (or anything) in `Accept`, and null for parameters and arguments.
 */

/** Rewrites a request so that the SDK takes it. */
export function tolerateRequest(request: FastifyRequest): void {
  const { headers, body } = request
  const takesStreams = /text\/event-stream/i.test(headers.accept ?? '')
  const takesJson = /(?:^|,)\s*(?:\*\/\*|application\/(?:\*|json))\s*(?:[,;]|$)/i.test(headers.accept || '*/*')
  const answersInJson = request.method === 'POST' && takesJson && !takesStreams
  // Progress is told in a stream.
  const read = (message: unknown) => tolerateMessage(message, answersInJson)
  request.body = Array.isArray(body) ? body.map(read) : read(body)
  if (answersInJson) headers.accept = 'application/json, text/event-stream'
}

/** The message without null parameters or arguments, and without a progress token if nobody could be told. */
export function tolerateMessage<Message>(message: Message, withoutProgress = false): Message {
  if (!isObject(message) || !('params' in message)) return message
  const { params, ...rest } = message
  if (params === null) return rest as Message
  if (!isObject(params)) return message
  const { arguments: args, _meta: meta, ...others } = params
  const { progressToken, ...otherMeta } = isObject(meta) ? meta : {}
  const isChanged = args === null || args === '' || (withoutProgress && progressToken !== undefined)
  if (!isChanged) return message
  return {
    ...rest,
    params: {
      ...others,
      ...(args !== null && args !== '' && args !== undefined && { arguments: args }),
      ...(isObject(meta) && { _meta: withoutProgress ? otherMeta : meta }),
    },
  } as Message
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
