import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../domain/caller.ts'
import { badRequest } from '../domain/errors.ts'
import type { Operations } from '../http/operations.ts'
import { newMcpServer } from './server.ts'
import { newSession } from './session.ts'
import { maxWatched, type Subscription, Subscriptions, stateOf } from './subscriptions.ts'
import type { Session } from './tool.ts'

/** How many `subscriptions/listen` streams may be open at once, in all and for one organization. */
const maxStreams = 1024
const maxStreamsOfOne = 64

export type NewServer = typeof newMcpServer

/** What answers requests to MCP; its modules take long to load, so the route loads it at the first of them. */
export function newEndpoint(app: FastifyInstance, operations: Operations, newServer: NewServer = newMcpServer) {
  const sessions = new WeakMap<object, Session>()
  const subscriptions = new Subscriptions()
  const streams = new Map<string, number>()
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
    const subscription = subscriptionOf(request.body, session)
    const orgId = session.orgId ?? ''
    if (subscription) {
      const open = streams.get(orgId) ?? 0
      if (open >= maxStreamsOfOne)
        throw badRequest(`At most ${maxStreamsOfOne} subscriptions may be open at once; close one first`)
      streams.set(orgId, open + 1)
      reply.raw.once('close', () => {
        const left = (streams.get(orgId) ?? 1) - 1
        if (left === 0) streams.delete(orgId)
        else streams.set(orgId, left)
      })
    }
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    await subscriptions.during(subscription ?? { uris: [], stateOf: async () => undefined }, () =>
      answer(raw, reply.raw, request.body),
    )
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
function subscriptionOf(body: unknown, session: Session): Subscription | undefined {
  const { method, params } = (body ?? {}) as {
    method?: unknown
    params?: { notifications?: { resourceSubscriptions?: unknown } }
  }
  if (method !== 'subscriptions/listen') return undefined
  const wanted = params?.notifications?.resourceSubscriptions
  const uris = Array.isArray(wanted) ? wanted.filter((uri): uri is string => typeof uri === 'string') : []
  if (uris.length > maxWatched) throw badRequest(`A subscription may name at most ${maxWatched} resources`)
  return { uris, stateOf: (uri) => stateOf(session, uri) }
}
