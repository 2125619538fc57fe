import {
  classifyInboundRequest,
  isInitializeRequest,
  isJSONRPCRequest,
  isJsonContentType,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  type Server,
  type ServerContext,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { FastifyRequest } from 'fastify'
import type { Session } from './tool.ts'

interface Ordinary {
  /** `modern` from the revision 2026-07-28 on. */
  era: 'legacy' | 'modern'
  calls: JSONRPCRequest[]
}

/**
 * Returns the calls of an ordinary request, where every call gets an answer: of revision 2025-11-25 or older, or a call
 * of a tool of a later one. Returns undefined for any other request. The SDK's own transports check the same conditions
 * and report the error.
 */
export function ordinaryCallsOf({ headers, body }: FastifyRequest): Ordinary | undefined {
  const { accept = '', 'content-type': contentType = null } = headers
  const acceptsBoth = accept.includes('application/json') && accept.includes('text/event-stream')
  if (!acceptsBoth || !isJsonContentType(contentType)) return undefined
  const [version, mcpMethod, mcpName] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((name) => headers[name])
  const inbound = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: version as string | undefined,
    mcpMethodHeader: mcpMethod as string | undefined,
    mcpNameHeader: mcpName as string | undefined,
    body,
  })
  if (inbound.kind === 'legacy') {
    const calls = [body].flat()
    const isOrdinary =
      (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) &&
      calls.every(isJSONRPCRequest) &&
      (calls.length === 1 || !calls.some(isInitializeRequest)) &&
      new Set(calls.map(({ id }) => id)).size === calls.length
    return isOrdinary ? { era: 'legacy', calls } : undefined
  }
  if (inbound.kind !== 'modern' || inbound.messageKind !== 'request') return undefined
  const { message } = inbound
  const isOrdinary =
    version === '2026-07-28' && mcpMethod === 'tools/call' && mcpName !== undefined && mcpName === message.params?.name
  return isOrdinary ? { era: 'modern', calls: [message] } : undefined
}

interface PendingCall {
  session: Session
  resolve: (answer: JSONRPCMessage) => void
}

/**
 * Lets one server answer the calls of all ordinary requests of an era, as if they came over the connection of one
 * client. The calls are renumbered, because different clients use the same ids. The SDK's transports over HTTP need a
 * server per request and take four times as long (measured).
 */
export class OrdinaryCalls implements Transport {
  onmessage?: (message: JSONRPCMessage) => void
  readonly #pending = new Map<RequestId, PendingCall>()
  #count = 0

  constructor(newServer: (sessionOf: (ctx: ServerContext) => Session) => Server) {
    serveStdio(() => newServer(({ mcpReq }) => this.#pending.get(mcpReq.id)!.session), { transport: this })
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {}

  /** Sends nothing but answers: a client that asks for progress gets a stream. */
  async send(message: JSONRPCMessage): Promise<void> {
    if ('id' in message && !('method' in message)) this.#pending.get(message.id!)?.resolve(message)
  }

  async answer(call: JSONRPCRequest, session: Session): Promise<JSONRPCMessage> {
    const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>()
    const id = this.#count++
    this.#pending.set(id, { session, resolve })
    this.onmessage?.({ ...call, id })
    const answer = await promise
    this.#pending.delete(id)
    return { ...answer, id: call.id } as JSONRPCMessage
  }
}
