import {
  type AuthInfo,
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  isJsonContentType,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageExtraInfo,
  type RequestId,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'

/**
 * Returns the calls of an ordinary request of revision 2025-11-25 or older, where every call gets an answer; undefined
 * for any other request. The SDK's own transport checks the same conditions and reports the error.
 */
export function ordinaryCallsOf({ headers, body }: FastifyRequest): JSONRPCRequest[] | undefined {
  const { accept = '', 'content-type': contentType = null, 'mcp-protocol-version': version } = headers
  const messages = [body].flat()
  const isOrdinary =
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    isJsonContentType(contentType) &&
    (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) &&
    messages.every(isJSONRPCRequest) &&
    (messages.length === 1 || !messages.some(isInitializeRequest)) &&
    new Set(messages.map(({ id }) => id)).size === messages.length
  return isOrdinary ? messages : undefined
}

/**
 * Lets one server answer the calls of all ordinary requests. The calls are renumbered, because different clients use
 * the same ids. The SDK's own transport needs a server per request and takes four times as long (measured).
 */
export class OrdinaryCalls implements Transport {
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  readonly #pending = new Map<RequestId, (answer: JSONRPCMessage) => void>()
  #count = 0

  static async of(server: Server): Promise<OrdinaryCalls> {
    const calls = new OrdinaryCalls()
    await server.connect(calls)
    return calls
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {}

  /** Sends nothing but answers: a client that asks for progress gets a stream. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#pending.get(message.id!)?.(message)
  }

  answer(call: JSONRPCRequest, authInfo: AuthInfo): Promise<JSONRPCMessage> {
    const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>()
    const id = this.#count++
    this.#pending.set(id, (answer) => {
      this.#pending.delete(id)
      resolve({ ...answer, id: call.id } as JSONRPCMessage)
    })
    this.onmessage?.({ ...call, id }, { authInfo })
    return promise
  }
}
