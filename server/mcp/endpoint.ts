import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  ProtocolErrorCode,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#core/base/errors.ts'
import type { Operations } from '../http/operations/operations.ts'
import { inTurns } from './call-turns.ts'
import { clientOfRequest } from './client-names.ts'
import { readText } from './resources.ts'
import { newMcpServer } from './server.ts'
import { newSession } from './session.ts'
import { Subscriptions } from './subscriptions.ts'
import type { Session } from './tool.ts'
import { ResourceWatcher, type Stream } from './watcher.ts'

/** How many `subscriptions/listen` streams may be open at once, across all organizations. */
const maxStreams = 1024

export type NewServer = typeof newMcpServer

/** Answers MCP requests. The route imports it at the first request, because its modules take long to load. */
export function newEndpoint(app: FastifyInstance, operations: Operations, newServer: NewServer = newMcpServer) {
  const calls = inTurns(operations)
  const serverFor = (era: 'legacy' | 'modern') =>
    newServer(sessionOfContext, operations, { canSubscribe: era === 'modern' })
  const subscriptions = new Subscriptions()
  const watcher = new ResourceWatcher(operations)
  const handler = createMcpHandler(({ era }) => serverFor(era), {
    bus: subscriptions,
    maxSubscriptions: maxStreams,
    onerror: (error) => app.log.debug({ err: error }, 'MCP request refused'),
  })
  /** Answers older revisions in JSON, where the SDK's handler would open a stream for each answer. */
  const fetch = async (request: Request, options?: McpHandlerRequestOptions) => {
    const body = options?.parsedBody
    const isPlain = request.method === 'POST' && !asksForProgress(body) && (await isLegacyRequest(request, body))
    if (!isPlain) return handler.fetch(request, options)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await serverFor('legacy').connect(transport)
    return transport.handleRequest(request, options)
  }
  const answer = toNodeHandler({ fetch }, { onerror: (error) => app.log.error({ err: error }, 'MCP request failed') })

  const answerTo = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = sessionOf(request, calls)
    const uris = subscribedUris(request.body)
    const stream: Stream | undefined = uris && {
      orgId: session.orgId ?? '',
      keyId: request.caller!.keyId,
      agentId: request.caller!.agentId,
      uris,
      read: (uri) => readText(session, uri),
      changed: () => undefined,
      end: () => reply.raw.end(),
    }
    if (stream) {
      const refused = await begin(stream, reply)
      if (refused !== undefined) return reply.status(400).send(invalidParams(request.body, refused))
    }
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    const authInfo: AuthInfo = { token: '', clientId: request.caller?.keyId ?? '', scopes: [], extra: { session } }
    const serve = () => answer(Object.assign(request.raw, { auth: authInfo }), reply.raw, request.body)
    await (stream ? subscriptions.during(stream, serve) : serve())
  }

  /** Watches for a stream until its response closes. @returns why the stream may not be opened */
  const begin = async (stream: Stream, reply: FastifyReply): Promise<string | undefined> => {
    try {
      const { ready, close } = watcher.open(stream)
      reply.raw.once('close', close)
      // If the client left while its request was read, no `close` event follows.
      if (reply.raw.destroyed) close()
      await ready
    } catch (error) {
      if (error instanceof AppError) return error.message
      throw error
    }
  }

  return { answerTo, close: () => handler.close() }
}

const sessionOfContext = ({ http }: ServerContext) => http!.authInfo!.extra!.session as Session

function sessionOf(request: FastifyRequest, operations: ReturnType<typeof inTurns>): Session {
  const query = request.query as Record<string, unknown>
  const { headers, caller, ip, response, log, id } = request
  const client = headers['x-client']
  const choice = {
    toolsets: valuesOf(query, 'toolsets')[0] ?? headers['x-mcp-toolsets'],
    readOnly: [...valuesOf(query, 'readonly'), ...valuesOf(headers, 'xmcpreadonly')].some(asksForReadOnly),
  }
  const mcpClient = clientOfRequest(request)
  return newSession(operations, choice, () => ({ caller, ip, client, mcpClient, response, log, id }))
}

/** The values of a name in any spelling, such as `READ_ONLY` and `readOnly`. */
const valuesOf = (fields: Record<string, unknown>, name: string): unknown[] =>
  Object.entries(fields).flatMap(([key, value]) =>
    key.replaceAll(/[_-]/g, '').toLowerCase() === name ? [value].flat() : [],
  )

/**
 * Treats everything except a plain no as yes: a client that misspells its request for read-only must not get tools that
 * write.
 */
const asksForReadOnly = (value: unknown) =>
  value !== undefined && !['false', '0', 'no', 'off'].includes(String(value).trim().toLowerCase())

/** Returns the resources that a `subscriptions/listen` names; undefined for any other message. */
function subscribedUris(body: unknown): string[] | undefined {
  const { method, params } = (body ?? {}) as {
    method?: unknown
    params?: { notifications?: { resourceSubscriptions?: unknown } }
  }
  if (method !== 'subscriptions/listen') return undefined
  const wanted = params?.notifications?.resourceSubscriptions
  return Array.isArray(wanted) ? wanted.filter((uri): uri is string => typeof uri === 'string') : []
}

/** Whether a message asks for progress notifications, which require a stream. */
const asksForProgress = (body: unknown): boolean =>
  [body].flat().some((message) => {
    const { params } = (message ?? {}) as { params?: { _meta?: { progressToken?: unknown } | null } | null }
    return params?._meta?.progressToken !== undefined
  })

const invalidParams = (body: unknown, message: string) => {
  const { id = null } = body as { id?: unknown }
  return { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidParams, message } }
}
