import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../base/errors.ts'
import type { Caller } from '../domain/requests/caller.ts'
import type { Operations } from '../http/operations/operations.ts'
import { readText } from './resources.ts'
import { newMcpServer } from './server.ts'
import { newSession } from './session.ts'
import { Subscriptions } from './subscriptions.ts'
import type { Session } from './tool.ts'
import { ResourceWatcher, type Stream } from './watcher.ts'

/** How many `subscriptions/listen` streams may be open at once, of all organizations. */
const maxStreams = 1024

export type NewServer = typeof newMcpServer

/** What answers requests to MCP; its modules take long to load, so the route loads it at the first of them. */
export function newEndpoint(app: FastifyInstance, operations: Operations, newServer: NewServer = newMcpServer) {
  const sessions = new WeakMap<object, Session>()
  const subscriptions = new Subscriptions()
  const watcher = new ResourceWatcher(operations)
  const handler = createMcpHandler(
    ({ authInfo, era }) => newServer(sessions.get(authInfo!.extra!)!, operations, { canSubscribe: era === 'modern' }),
    {
      bus: subscriptions,
      maxSubscriptions: maxStreams,
      onerror: (error) => app.log.debug({ err: error }, 'MCP request refused'),
    },
  )
  const answer = toNodeHandler(handler, { onerror: (error) => app.log.error({ err: error }, 'MCP request failed') })

  /** @param caller whose key the request came with. */
  const answerTo = async (request: FastifyRequest, reply: FastifyReply, caller: Caller) => {
    const session = sessionOf(request, operations)
    const identity = {}
    sessions.set(identity, session)
    const auth = { token: '', clientId: caller.keyId ?? '', scopes: [], extra: identity }
    const raw = Object.assign(request.raw, { auth })
    const uris = subscribedUris(request.body)
    const stream: Stream | undefined = uris && {
      orgId: session.orgId ?? '',
      keyId: caller.keyId,
      agentId: caller.agentId,
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
    const serve = () => answer(raw, reply.raw, request.body)
    await (stream ? subscriptions.during(stream, serve) : serve())
  }

  /** Watches for a stream until its response closes. @returns why it may not be opened */
  const begin = async (stream: Stream, reply: FastifyReply): Promise<string | undefined> => {
    try {
      const { ready, close } = watcher.open(stream)
      reply.raw.once('close', close)
      // A client that left while its request was read closes nothing anymore.
      if (reply.raw.destroyed) close()
      await ready
    } catch (error) {
      if (error instanceof AppError) return error.message
      throw error
    }
  }

  return { answerTo, close: () => handler.close() }
}

function sessionOf(request: FastifyRequest, operations: Operations): Session {
  const query = request.query as Record<string, unknown>
  const { headers, caller, ip, response, log, id } = request
  const client = headers['x-client']
  const choice = {
    toolsets: query.toolsets ?? headers['x-mcp-toolsets'],
    readOnly: [query.read_only, query.readOnly, headers['x-mcp-read-only']].flat().some(asksForReadOnly),
  }
  return newSession(operations, choice, () => ({ caller, ip, client, response, log, id }))
}

/** Anything but a plain no: a client that misspells its wish to change nothing must not be given the tools that do. */
const asksForReadOnly = (value: unknown) =>
  value !== undefined && !['false', '0', 'no', 'off'].includes(String(value).trim().toLowerCase())

/** What a `subscriptions/listen` asks to be told of; undefined for any other message. */
function subscribedUris(body: unknown): string[] | undefined {
  const { method, params } = (body ?? {}) as {
    method?: unknown
    params?: { notifications?: { resourceSubscriptions?: unknown } }
  }
  if (method !== 'subscriptions/listen') return undefined
  const wanted = params?.notifications?.resourceSubscriptions
  return Array.isArray(wanted) ? wanted.filter((uri): uri is string => typeof uri === 'string') : []
}

const invalidParams = (body: unknown, message: string) => {
  const { id = null } = body as { id?: unknown }
  return { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidParams, message } }
}
